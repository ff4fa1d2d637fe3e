package org.peacescheduler.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * Results as one HTML file that needs nothing else: style, script, charting library and figures are
 * inside.
 *
 * <p>What a page shows is decided in two files beside the class that asks for it: {@code
 * body.html}, and {@code report.js}, which finds the figures in the element {@code data}.
 */
public final class ReportPage {
  private static final String WEBJAR = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
  private static final String LIBRARY =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.min.js";

  private ReportPage() {}

  /** Whether the charting library is on the class path; the tarball leaves it out. */
  public static boolean isAvailable() {
    return ReportPage.class.getResource(WEBJAR) != null;
  }

  /**
   * The whole file.
   *
   * @param owner beside which body and script are
   */
  public static String render(String title, Class<?> owner, JsonNode data) throws IOException {
    return resource(ReportPage.class, "page.html")
        .replace("%%TITLE%%", title)
        .replace("%%STYLE%%", resource(ReportPage.class, "page.css"))
        .replace("%%BODY%%", resource(owner, "body.html"))
        .replace("%%CHARTS%%", library().replace("</script", "<\\/script"))
        .replace("%%SCRIPT%%", resource(owner, "report.js"))
        .replace("%%DATA%%", forScript(data)); // Last: it has text of other people.
  }

  /** In one line, and with nothing that would end a script element. */
  private static String forScript(JsonNode data) {
    return data.toString().replace("</", "<\\/").replace("<!--", "<\\!--");
  }

  private static String library() throws IOException {
    Properties webjar = new Properties();
    webjar.load(new StringReader(resource(ReportPage.class, WEBJAR)));
    return resource(ReportPage.class, LIBRARY.formatted(webjar.getProperty("version")));
  }

  private static String resource(Class<?> owner, String name) throws IOException {
    try (InputStream in = owner.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The resource " + name + " is not on the class path.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
