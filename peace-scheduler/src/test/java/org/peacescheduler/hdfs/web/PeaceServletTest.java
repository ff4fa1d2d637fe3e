package org.peacescheduler.hdfs.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.status.StatusPage;
import org.peacescheduler.status.Viewer;

/** The servlet on a web server of Hadoop's that runs already, as a NameNode's does. */
class PeaceServletTest {
  @TempDir private Path folder;
  private final Configuration conf = new Configuration();
  private HttpServer2 server;

  /** Says who looks, and at what. */
  private static final class Fake implements PeaceServlet.Shown {
    @Override
    public String status(Viewer viewer) {
      return "{\"viewer\":\"" + viewer.user().orElse("superuser") + "\"}";
    }

    @Override
    public String page(Viewer viewer) {
      return "<p>" + viewer.user().orElse("superuser");
    }

    @Override
    public String topology() {
      return "{\"switches\":[]}";
    }

    @Override
    public void trace(Appendable to) throws IOException {
      to.append("{\"t\":1}\n{\"t\":2}\n");
    }

    @Override
    public String explanation(String what, Viewer viewer) {
      if (what.equals("/fails")) {
        throw new IllegalStateException("as told");
      }
      return what;
    }

    @Override
    public boolean isSuperuser(UserGroupInformation user) {
      return user.getShortUserName().equals("hdfs");
    }
  }

  private void start() throws IOException {
    server =
        new HttpServer2.Builder()
            .setName("peace-test")
            .addEndpoint(URI.create("http://localhost:0"))
            .setFindPort(true)
            .setConf(conf)
            .setACL(new AccessControlList("hdfs"))
            .build();
    server.start();
    PeaceServlet.showOn(server, new Fake());
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private HttpURLConnection open(String path) throws IOException {
    int port = server.getConnectorAddress(0).getPort();
    return (HttpURLConnection)
        URI.create("http://localhost:" + port + path).toURL().openConnection();
  }

  private int code(String path) throws IOException {
    return open(path).getResponseCode();
  }

  private String text(String path) throws IOException {
    try (InputStream in = open(path).getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void get_anybodyIsLetIn_isWhoHeSaysHeIs() throws IOException {
    start();
    assertEquals("{\"viewer\":\"superuser\"}", text("/peace/status?user.name=hdfs"));
    assertEquals("{\"viewer\":\"ann\"}", text("/peace/status?user.name=ann"));
    assertEquals("{\"viewer\":\"dr.who\"}", text("/peace/status"));
    assertEquals("<p>ann", text("/peace?user.name=ann"));
    assertEquals("<p>ann", text("/peace/?user.name=ann"));
  }

  @Test
  void trace_isForSuperusers() throws IOException {
    start();
    assertEquals("{\"t\":1}\n{\"t\":2}\n", text("/peace/trace?user.name=hdfs"));
    assertEquals(403, code("/peace/trace?user.name=ann"));
    assertEquals(403, code("/peace/trace"));
    assertEquals("{\"switches\":[]}", text("/peace/topology"));
  }

  @Test
  void get_page_allowsNoScript() throws IOException {
    start();
    HttpURLConnection page = open("/peace");
    assertEquals(StatusPage.POLICY, page.getHeaderField("Content-Security-Policy"));
    assertEquals("nosniff", page.getHeaderField("X-Content-Type-Options"));
    assertEquals("text/html;charset=utf-8", page.getContentType());
  }

  @Test
  void get_page_comesAnewWithItsQueryAndWithoutItsPart() throws IOException {
    start();
    assertEquals("5; url=peace", open("/peace").getHeaderField("Refresh"));
    assertEquals(
        "5; url=peace?user.name=a%0Ab&x=%22",
        open("/peace?user.name=a%0Ab&x=%22#groups").getHeaderField("Refresh"));
    assertEquals("5; url=.?user.name=ann", open("/peace/?user.name=ann").getHeaderField("Refresh"));
    assertNull(open("/peace?user.name=ann&refresh=0").getHeaderField("Refresh"));
    assertNull(open("/peace/status").getHeaderField("Refresh"));
  }

  @Test
  void explain_pathWithMarkup_isThatPath() throws IOException {
    start();
    String path = "/a&b<c>\"d'&amp;e ä";
    assertEquals(
        path, text("/peace/explain?what=" + URLEncoder.encode(path, StandardCharsets.UTF_8)));
  }

  @Test
  void get_nothingOfTheKind_saysSo() throws IOException {
    start();
    assertEquals(404, code("/peace/other"));
    assertEquals(400, code("/peace/explain"));
    assertEquals(500, code("/peace/explain?what=/fails"));
    HttpURLConnection trace = open("/peace");
    trace.setRequestMethod("TRACE");
    assertEquals(405, trace.getResponseCode());
    PeaceServlet.hideFrom(server);
    assertEquals(503, code("/peace/status"));
    PeaceServlet.showOn(server, new Fake());
    assertEquals(200, code("/peace/status"));
  }

  @Test
  void get_anonymousIsRefused_isAsOfJmx() throws IOException {
    conf.set("hadoop.http.filter.initializers", AuthenticationFilterInitializer.class.getName());
    conf.set("hadoop.http.authentication.type", "simple");
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "false");
    conf.set(
        "hadoop.http.authentication.signature.secret.file",
        Files.writeString(folder.resolve("secret"), "secret").toString());
    start();
    for (String path : new String[] {"/jmx", "/peace", "/peace/status", "/peace/explain?what=/a"}) {
      assertEquals(401, code(path), path);
    }
    assertEquals("{\"viewer\":\"ann\"}", text("/peace/status?user.name=ann"));
  }

  @Test
  void get_instrumentationIsForAdministrators_othersAreRefused() throws IOException {
    conf.setBoolean("hadoop.security.instrumentation.requires.admin", true);
    conf.setBoolean("hadoop.security.authorization", true);
    start();
    assertEquals(403, code("/jmx"));
    assertEquals(403, code("/peace"));
    assertEquals(403, code("/peace/status?user.name=hdfs"));
    assertEquals(403, code("/peace/explain?what=/a"));
  }
}
