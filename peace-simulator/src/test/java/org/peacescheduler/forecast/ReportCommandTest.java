package org.peacescheduler.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.trace.Traces;
import picocli.CommandLine;

class ReportCommandTest {
  private record Said(int exitCode, String out, String err) {}

  @TempDir private Path folder;
  private String topology;
  private String shadow;

  @BeforeEach
  void write() throws IOException {
    topology = Files.writeString(folder.resolve("net.yaml"), Traces.TOPOLOGY).toString();
    shadow = Traces.write(folder.resolve("shadow.jsonl"), Traces.twoBursts()).toString();
  }

  private static Said run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new ReportCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    line.setExecutionExceptionHandler(
        (error, at, parsed) -> {
          err.write(error.getMessage());
          return -1;
        });
    return new Said(line.execute(arguments), out.toString(), err.toString());
  }

  private static JsonNode json(String... arguments) throws IOException {
    Said said = run(arguments);
    assertEquals(0, said.exitCode(), said.err());
    return new ObjectMapper().readTree(said.out());
  }

  private String enforced() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int burst = 0; burst < 2; burst++) {
      int at = 60_000 * burst;
      lines.addAll(Traces.enforced("/b" + burst + "/s1", "s1", 0, at, at, at + 2000));
      lines.addAll(Traces.enforced("/b" + burst + "/s2", "s2", 0, at, at + 2000, at + 4000));
    }
    return Traces.write(folder.resolve("enforce.jsonl"), lines).toString();
  }

  @Test
  void report_shadow_hasStockAsRecordedAndPeaceByTheSimulator() throws IOException {
    JsonNode root = json(shadow, "--topology", topology, "--json");
    assertEquals("shadow", root.get("kind").asText());
    assertEquals(2, root.get("bursts").size());
    JsonNode burst = root.get("bursts").get(0);
    assertEquals(Traces.BEGIN, burst.get("begins").asLong());
    assertEquals(3, burst.get("files").asInt());
    assertEquals(45_000_000, burst.get("bytes").asLong());
    assertEquals(7.5, burst.get("stock").get("mean").asDouble());
    assertEquals(7.5, burst.get("stock").get("last").asDouble());
    assertTrue(burst.get("peace").get("mean").asDouble() < 7, burst.toString());
    assertEquals(2, burst.get("deferred").asInt());
    assertTrue(burst.get("waits").asInt() > 0, burst.toString());
    assertTrue(burst.get("longestWait").asDouble() > 0.5, burst.toString());
    assertEquals(3, burst.get("groups").size());
    assertEquals("ann on s1", burst.get("groups").get(0).get("group").asText());
    assertEquals(3, burst.get("peaceEnds").size());
  }

  @Test
  void report_text_fitsEightyColumnsAndSaysHowFarOffItMayBe() throws IOException {
    Said said = run(shadow, "--topology", topology, "--against", enforced());
    assertEquals(0, said.exitCode(), said.err());
    said.out()
        .lines()
        .forEach(line -> assertTrue(line.length() <= 80 || line.contains(shadow), line));
    String flat = said.out().replaceAll("\\s+", " ");
    assertTrue(flat.contains("Stock HDFS: as recorded. Peace: forecast"), flat);
    assertTrue(flat.contains("4 chunks would have been deferred on your cluster"), flat);
    assertTrue(flat.contains("Known error: in 6 bursts on the testbed the mean of Peace"), flat);
    assertTrue(flat.contains("against enforce"), flat);
  }

  @Test
  void report_groupWithOneNameInTwoBursts_saysInWhichBurst() {
    Said said = run(shadow, "--topology", topology);
    assertEquals(0, said.exitCode(), said.err());
    List<String> rows = said.out().lines().filter(line -> line.startsWith("ann on s1 ")).toList();
    assertEquals(List.of("1", "2"), rows.stream().map(row -> row.split(" +")[3]).sorted().toList());
  }

  @Test
  void report_enforce_forecastsStockHdfs() throws IOException {
    JsonNode root = json(enforced(), "--topology", topology, "--json", "--against", shadow);
    JsonNode burst = root.get("bursts").get(0);
    assertEquals(3, burst.get("peace").get("mean").asDouble());
    assertTrue(burst.get("stock").get("mean").asDouble() > 0, burst.toString());
    assertTrue(root.get("knownError").asText().contains("the mean of stock HDFS"));
    JsonNode against = root.get("against").get(0);
    assertEquals(burst.get("stock"), against.get("forecast"));
    assertEquals(7.5, against.get("then").get("mean").asDouble());
  }

  @Test
  void report_networkThatIsNotAsTheFileSays_isScaledAndSaysSo() throws IOException {
    String fast =
        Files.writeString(
                folder.resolve("fast.yaml"), Traces.TOPOLOGY.replace("10 MB/s", "15 MB/s"))
            .toString();
    JsonNode burst = json(shadow, "--topology", fast, "--json").get("bursts").get(0);
    assertTrue(burst.get("scaled").asBoolean(), burst.toString());
    assertTrue(burst.get("peace").get("last").asDouble() > 4, burst.toString());
    Said said = run(shadow, "--topology", fast);
    assertTrue(said.out().contains("* The model is off by more than 15 % there"), said.out());
  }

  @Test
  void report_modeIsNamed_takesItsFilesOfATraceWithBoth() throws IOException {
    List<String> both = new ArrayList<>(Traces.twoBursts());
    for (int file = 0; file < 40; file++) {
      int at = 120_000 + 5_000 * file;
      both.addAll(Traces.enforced("/c/" + file, "s1", 0, at, at, at + 2000));
    }
    String trace = Traces.write(folder.resolve("both.jsonl"), both).toString();
    assertEquals("enforce", json(trace, "--topology", topology, "--json").get("kind").asText());
    JsonNode root = json(trace, "--topology", topology, "--json", "--recorded", "SHADOW");
    assertEquals("shadow", root.get("kind").asText());
    assertEquals(2, root.get("bursts").size());
  }

  @Test
  void report_modeOfAnAuditLog_isRefused() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("audit.log"),
            "2026-11-26 10:00:00,000 INFO FSNamesystem.audit: allowed=true\tugi=ann\tip=/10.0.0.7\t"
                + "cmd=create\tsrc=/a\tdst=null\tperm=null\tproto=rpc\n");
    Said said = run("" + log, "--topology", topology, "--recorded", "SHADOW");
    assertEquals(2, said.exitCode(), said.err());
    assertTrue(said.err().contains("audit log, which has no modes"), said.err());
  }

  @Test
  void report_whatIf_isRunOnTheOtherNetwork() throws IOException {
    double as =
        json(shadow, "--topology", topology, "--json")
            .get("bursts")
            .get(0)
            .get("peace")
            .get("mean")
            .asDouble();
    JsonNode root = json(shadow, "--topology", topology, "--json", "--more-racks", "1");
    double more = root.get("bursts").get(0).get("peace").get("mean").asDouble();
    assertEquals("1 more rack", root.get("whatIf").asText());
    assertTrue(more < as, more + " of " + as);
  }

  @Test
  void report_page_hasTheFiguresAndNoMarkupOfPaths() throws IOException {
    List<String> lines =
        Traces.shadow("/</script><script>alert(1)</script>", "s1", 0, 0, 1000, false);
    Path trace = Traces.write(folder.resolve("hostile.jsonl"), lines);
    Path page = folder.resolve("report.html");
    Said said = run(trace.toString(), "--topology", topology, "--out", page.toString());
    assertEquals(0, said.exitCode(), said.err());
    assertEquals("Page: " + page, said.err().strip());
    String html = Files.readString(page);
    assertTrue(html.contains("\"knownErrors\""));
    assertFalse(html.contains("<script>alert(1)"));
  }

  /** A web server that remembers what it is told, on three servers of which nothing is known. */
  private static HttpServer nameNode(String trace) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    StringBuilder servers = new StringBuilder();
    for (String host : List.of("s1", "s2", "s3", "s4")) {
      servers.append(
          "%s{\"host\":\"%s\",\"switch\":\"/r\",\"rack\":\"/r\",\"hasDatanode\":true,\"up\":{\"declaredStreams\":2.0},\"down\":{\"declaredStreams\":2.0}}"
              .formatted(servers.isEmpty() ? "" : ",", host));
    }
    answer(
        server,
        "/peace/topology",
        "{\"nameNode\":\"active\",\"source\":\"the rack map\",\"unit\":\"chunks\",\"switches\":[{\"name\":\"/r\",\"rack\":\"/r\"}],\"links\":[],\"servers\":[%s]}"
            .formatted(servers));
    answer(server, "/peace/trace", trace);
    server.start();
    return server;
  }

  private static void answer(HttpServer server, String path, String text) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @Test
  void report_address_isOfWhatTheNameNodeRemembers() throws IOException {
    HttpServer server = nameNode(String.join("\n", Traces.twoBursts()) + "\n");
    try {
      String address = "localhost:" + server.getAddress().getPort();
      JsonNode asked = json(address, "--json");
      assertEquals(address, asked.findValue("source").asText());
      JsonNode ofFile = json(shadow, "--json", "--topology", topology);
      assertEquals(ofFile.get("bursts").size(), asked.get("bursts").size());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void report_nameNodeRemembersNothing_saysSo() throws IOException {
    HttpServer server = nameNode("");
    try {
      String address = "localhost:" + server.getAddress().getPort();
      assertEquals(
          address
              + " remembers no writes of the last hour."
              + System.lineSeparator()
              + "Maybe write something, from several hosts, and ask again.",
          run(address).err());
    } finally {
      server.stop(0);
    }
  }

  @Test
  void report_wrongNumbers_areRefused() {
    assertTrue(run(shadow, "--rounds", "0").err().startsWith("--rounds is 0, not between 1 and"));
    assertTrue(
        run(shadow, "--links-times", "0").err().startsWith("--links-times is 0.0, not between"));
    assertTrue(
        run(shadow, "--more-racks", "-1").err().startsWith("--more-racks is -1, not between"));
    assertTrue(run(shadow, "--shares", "ann").err().startsWith("--shares: "));
  }

  /** Aimed at: 15 %, which the last end of one burst misses. */
  @Test
  void knownErrors_ofPeace_areSaidAsMeasured() {
    KnownErrors ofPeace =
        new KnownErrors(
            KnownErrors.own().all().stream().filter(each -> !each.isOfStock()).toList());
    assertTrue(ofPeace.all().stream().allMatch(each -> Math.abs(each.mean()) <= 0.15));
    assertEquals(1, ofPeace.all().stream().filter(each -> Math.abs(each.last()) > 0.15).count());
    assertEquals(
        "Known error: in 6 bursts on the testbed the mean of Peace was forecast within 12 %, the"
            + " last end within 18 %; the worst was unequal-sizes burst 2, mean +12 %, last +18 %.",
        ofPeace.text());
  }
}
