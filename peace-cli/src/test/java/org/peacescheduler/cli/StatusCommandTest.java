package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code peace status} and {@code peace explain}, of a web server that answers as told. */
class StatusCommandTest {
  private static final String STATUS =
      """
      {"version":"1.0","time":100000,"mode":"enforce","binding":"patched","nameNode":"active",
       "order":"fair-sojourn",
       "summary":["2 chunks of 1 group wait; the first has waited 1.2 s.",
         "12 chunks did not wait (alone): Only one host was writing, and it would only wait for its own chunks."],
       "topology":{"source":"/etc/t.yaml","loadedAt":0,"sha256":"0123456789abcdef","servers":3,"switches":1},
       "waiting":{"chunks":2,"groups":[{"place":1,"group":7,"user":"ann","name":"/flink/a/job/with/a/long/name/chk-41",
         "chunks":2,"waitedMillis":1200,"blockedBy":["tor1->tor2","h1->tor1"],"expectedMillis":3400}],"groupsLeftOff":0},
       "streamBytesPerSecond":53097345,
       "links":[{"link":"tor1->tor2","declaredBytesPerSecond":125000000,"believedBytesPerSecond":110619469,
         "usedBytesPerSecond":110619469,"use":1.0}],
       "serverLinks":[{"link":"h1->tor1","declaredStreams":2.0,"believedBytesPerSecond":100,"usedBytesPerSecond":50,"use":0.5}],
       "serverLinksLeftOff":4,
       "notUsed":[{"node":"h9","reason":"nothing is heard from it"}]}
      """;

  @TempDir private Path folder;
  private HttpServer server;
  private int code = 200;
  private String body = STATUS;
  private volatile String asked = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked = exchange.getRequestURI().getPath();
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address() {
    return "localhost:" + server.getAddress().getPort();
  }

  @Test
  void status_chunksWait_isTextOfEightyColumns() {
    Cli cli = Cli.run("status", address());
    assertEquals(0, cli.exitCode(), cli.err());
    assertTrue(cli.out().lines().allMatch(line -> line.length() <= 80), cli.out());
    for (String part :
        List.of(
            "Peace 1.0, mode enforce, on a patched NameNode (active), order fair-sojourn",
            "12 chunks did not wait (alone): Only one host was writing, and it would only",
            "tor1->tor2  125 MB/s (1 Gbit/s)  111 MB/s  111 MB/s  100 %",
            "tor1->tor2 +1       2  1.2 s  3.4 s",
            "4 more; --json has them",
            "No chunks on h9: nothing is heard from it.")) {
      assertTrue(cli.out().contains(part), cli.out());
    }
  }

  @Test
  void status_widestFigures_takeOneLineForEachLink() {
    body = STATUS.replace("tor1->tor2", "x".repeat(99)).replace("125000000", "1953125");
    String text = Cli.run("status", address()).out();
    assertTrue(text.contains("xxx  1.95 MB/s (15.6 Mbit/s)  111 MB/s  111 MB/s  100 %"), text);
  }

  @Test
  void status_longNames_isTextOfEightyColumns() {
    String name = "a-switch-with-a-rather-long-name-of-some-data-centre".repeat(2);
    body =
        STATUS
            .replace("tor1->tor2", name + "->" + name)
            .replace("\"ann\"", "\"service-account-of-the-streaming-team@CORP.EXAMPLE.COM\"")
            .replace("\"waitedMillis\":1200", "\"waitedMillis\":1234567890");
    Cli cli = Cli.run("status", address());
    assertEquals(0, cli.exitCode(), cli.err());
    assertTrue(cli.out().lines().allMatch(line -> line.length() <= 80), cli.out());
  }

  @Test
  void status_asJson_isTheNameNodesDocument() {
    Cli cli = Cli.run("status", address(), "--json");
    assertEquals(0, cli.exitCode(), cli.err());
    assertTrue(cli.out().startsWith("{") && cli.out().contains("\"usedBytesPerSecond\""));
  }

  @Test
  void status_hostileNames_reachNoTerminal() {
    body = STATUS.replace("chk-41", "\\u001b[2J");
    assertFalse(Cli.run("status", address()).out().contains("\u001b"));
  }

  @Test
  void status_refused_saysWhatToDo() {
    code = 401;
    assertProblem("wants to know who asks.", "Maybe run 'kinit', or set HADOOP_USER_NAME.");
    code = 503;
    assertProblem("Peace does not run in the NameNode at", "'Peace is attached to this NameNode'");
    code = 200;
    body = "<html>";
    assertProblem("answers, but not as Peace does.", "Maybe that is another web server.");
    server.stop(0);
    assertProblem("cannot be reached", "dfs.namenode.http-address");
  }

  private void assertProblem(String problem, String remedy) {
    Cli cli = Cli.run("status", address());
    assertEquals(1, cli.exitCode());
    assertEquals("", cli.out());
    assertTrue(cli.err().contains(problem) && cli.err().contains(remedy), cli.err());
  }

  @Test
  void status_userIsRefused_isNamedAndToldWhoASuperuserIs() {
    code = 403;
    String named = System.getenv("HADOOP_USER_NAME");
    String user = named == null || named.isEmpty() ? System.getProperty("user.name") : named;
    assertEquals(
        """
        http://%s refuses user '%s' (with Kerberos: the user of the ticket).
        Maybe ask as a superuser of HDFS: the user that runs the NameNode, or a member of \
        dfs.permissions.superusergroup; or as an administrator where \
        hadoop.security.instrumentation.requires.admin is set.
        """
            .formatted(address(), user),
        Cli.run("status", address()).err());
  }

  @Test
  void status_anotherProgramOrNoPeace_saysBoth() {
    code = 404;
    Cli cli = Cli.run("status", address());
    assertEquals(1, cli.exitCode());
    assertEquals(
        """
        Peace does not answer at http://%s.
        Maybe that is no NameNode's web server: dfs.namenode.http-address names it, by default with port 9870.
        Or maybe that NameNode runs without Peace: then its log has no line 'Peace is attached to this NameNode'.
        """
            .formatted(address()),
        cli.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "http://%s",
        "http://%s/",
        "http://%s/peace",
        "%s/peace",
        "HTTP://%s/peace?refresh=0"
      })
  void status_urlOfAPage_isTheServersAddress(String url) {
    Cli cli = Cli.run("status", url.formatted(address()));
    assertEquals(0, cli.exitCode(), cli.err());
    assertEquals("/peace/status", asked);
  }

  @Test
  void status_addressOfTheRpcServer_isWrongUse() {
    Cli cli = Cli.run("status", "hdfs://nn1:8020");
    assertEquals(2, cli.exitCode());
    assertEquals(
        """
        'hdfs://nn1:8020' is no address of a web server.
        Maybe write it like 'nn1.corp:9870', or 'https://nn1.corp:9871'.
        """,
        cli.err());
  }

  @Test
  void status_hostIsUnknown_saysSo() {
    Cli cli = Cli.run("status", "nosuchhost.invalid:9870");
    assertEquals(1, cli.exitCode());
    assertEquals(
        """
        http://nosuchhost.invalid:9870 cannot be reached: the host 'nosuchhost.invalid' is unknown.
        Maybe write its name as dfs.namenode.http-address has it, or its IP address.
        """,
        cli.err());
  }

  @Test
  void explain_addressWithoutAPath_saysWhatIsMissing() {
    Cli cli = Cli.run("explain", "nn1:9870");
    assertEquals(2, cli.exitCode());
    assertTrue(
        cli.err()
            .startsWith(
                """
                The path or group is missing, and 'nn1:9870' is a NameNode's address.
                Maybe put the path before it: peace explain /path nn1:9870
                """),
        cli.err());
    assertTrue(NameNodeWeb.isAddress("http://nn1:9870/peace"));
    assertFalse(NameNodeWeb.isAddress("/a:1"));
    assertFalse(NameNodeWeb.isAddress("nightly"));
  }

  @Test
  void explain_noSuchTrace_saysSo() {
    Path trace = folder.resolve("none.jsonl");
    Cli cli = Cli.run("explain", "/a", "--trace", trace.toString());
    assertEquals(3, cli.exitCode());
    assertEquals(
        """
        There is no file '%s'.
        Maybe name a trace file that Peace has written (dfs.namenode.peace.trace.file).
        """
            .formatted(trace),
        cli.err());
  }

  @Test
  void status_addressIsNone_isWrongUse() {
    Cli cli = Cli.run("status", "nn1");
    assertEquals(2, cli.exitCode());
    assertTrue(cli.err().startsWith("'nn1' is no address of a web server."), cli.err());
  }

  @Test
  void sites_twoNameNodes_areBothFound() throws Exception {
    site("core-site.xml", "fs.defaultFS", "hdfs://ns");
    Files.writeString(
        folder.resolve("hdfs-site.xml"),
        """
        <configuration>
        <property><name>dfs.nameservices</name><value>ns</value></property>
        <property><name>dfs.ha.namenodes.ns</name><value>nn1, nn2</value></property>
        <property><name>dfs.namenode.http-address.ns.nn1</name><value>a:9870</value></property>
        <property><name>dfs.namenode.http-address.ns.nn2</name><value>b:9870</value></property>
        </configuration>
        """);
    assertEquals(
        List.of(URI.create("http://a:9870"), URI.create("http://b:9870")),
        HadoopSites.in(folder).nameNodes());
  }

  @Test
  void sites_onlyTheFileSystemIsNamed_itsHostHasTheUsualPort() throws Exception {
    site("core-site.xml", "fs.defaultFS", "hdfs://nn.corp:8020");
    assertEquals(List.of(URI.create("http://nn.corp:9870")), HadoopSites.in(folder).nameNodes());
    site("hdfs-site.xml", "dfs.http.policy", "HTTPS_ONLY");
    assertEquals(List.of(URI.create("https://nn.corp:9871")), HadoopSites.in(folder).nameNodes());
    site("hdfs-site.xml", "dfs.namenode.http-address", "0.0.0.0:50070");
    assertEquals(List.of(URI.create("http://nn.corp:50070")), HadoopSites.in(folder).nameNodes());
  }

  private void site(String file, String key, String value) throws IOException {
    Files.writeString(
        folder.resolve(file),
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value));
  }

  @Test
  void explain_trace_tellsWhatHappened() throws IOException {
    Path trace = folder.resolve("trace.jsonl");
    String who = "\"path\":\"/a\",\"writer\":\"h1\",\"user\":\"ann\",\"chunk\":0";
    String other = "\"path\":\"/b\",\"writer\":\"h2\",\"user\":\"bob\",\"chunk\":0";
    Files.writeString(
        trace,
        String.join(
            "\n",
            "{\"t\":1,\"event\":\"granted\","
                + other
                + ",\"nodes\":[\"h5\"],\"waited\":0,\"via\":[\"t1->t2\"]}",
            "{\"t\":2,\"event\":\"submitted\"," + who + "}",
            "{\"t\":2,\"event\":\"deferred\"," + who + ",\"blockedBy\":[\"t1->t2\"]}",
            "{\"t\":3,\"event\":\"something new\"," + who + "}",
            "{\"t\":1502,\"event\":\"fallback\","
                + who
                + ",\"reason\":\"deferral-max\",\"detail\":\"\"}",
            "{\"t\":1502,\"event\":\"placed\"," + who + ",\"nodes\":[\"h6\"]}",
            "{\"t\":1503,\"ev"));
    Cli cli = Cli.run("explain", "/a", "--trace", trace.toString());
    assertEquals(0, cli.exitCode(), cli.err());
    String text = cli.out().replaceAll("\\s+", " ");
    assertTrue(text.contains("It waited for t1->t2, which was full."), text);
    assertTrue(text.contains("1 chunk of /b (user bob) held that link."), text);
    assertTrue(text.contains("(deferral-max)"), text);
    assertTrue(text.contains("It went to h6."), text);
    Cli nothing = Cli.run("explain", "/c", "--trace", trace.toString());
    assertTrue(nothing.out().startsWith("Nothing is known of it"), nothing.out());
    assertEquals(1, nothing.exitCode());
  }

  @Test
  void explain_traceIsNone_isBadInput() throws IOException {
    Path trace = Files.writeString(folder.resolve("t"), "no\nno\n");
    Cli cli = Cli.run("explain", "/a", "--trace", trace.toString());
    assertEquals(3, cli.exitCode());
    assertTrue(cli.err().contains("line 1 is no JSON"), cli.err());
    for (String other : List.of("no\n", "{\"a\":1}\n{\"b\":2}\n")) {
      Files.writeString(trace, other);
      Cli noEvent = Cli.run("explain", "/a", "--trace", trace.toString());
      assertEquals(3, noEvent.exitCode());
      assertTrue(noEvent.err().contains("none of its lines has an event"), noEvent.err());
    }
    assertEquals(2, Cli.run("explain", "/a", "h:1", "--trace", trace.toString()).exitCode());
  }
}
