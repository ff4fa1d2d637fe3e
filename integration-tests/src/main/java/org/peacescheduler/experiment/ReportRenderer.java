package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/**
 * An experiment as one HTML file that needs nothing else: style, script, charting library and
 * figures are inside.
 *
 * <p>What it shows is decided in {@code report.js}, from the same document that {@link
 * ExperimentJson#full} writes.
 */
final class ReportRenderer {
  private static final String WEBJAR = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
  private static final String LIBRARY =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.min.js";

  private ReportRenderer() {}

  static String render(ExperimentResult result) throws IOException {
    return resource("report.html")
        .replace("%%STYLE%%", resource("report.css"))
        .replace("%%DATA%%", ExperimentJson.forScript(result))
        .replace("%%SCRIPT%%", resource("report.js"))
        .replace("%%CHARTS%%", library());
  }

  private static String library() throws IOException {
    Properties webjar = new Properties();
    try (InputStream in = ReportRenderer.class.getResourceAsStream(WEBJAR)) {
      if (in == null) {
        throw new IOException(
            "The charting library, org.webjars.npm:echarts, is not on the class path.");
      }
      webjar.load(in);
    }
    return resource(LIBRARY.formatted(webjar.getProperty("version")))
        .replace("</script", "<\\/script");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportRenderer.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The resource " + name + " is not on the class path.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
