package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** A run as one HTML file that needs nothing else, in the style of the experiment's report. */
final class TestbedReport {
  private static final String STYLE = "/org/peacescheduler/experiment/report.css";
  private static final String WEBJAR = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
  private static final String LIBRARY =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.min.js";

  private TestbedReport() {}

  static String render(TestbedResult result) throws IOException {
    Properties webjar = new Properties();
    webjar.load(new java.io.StringReader(resource(WEBJAR)));
    String library = resource(LIBRARY.formatted(webjar.getProperty("version")));
    return resource("/org/peacescheduler/testbed/report.html")
        .replace("%%STYLE%%", resource(STYLE))
        .replace("%%DATA%%", TestbedJson.forScript(result))
        .replace("%%CHARTS%%", library.replace("</script", "<\\/script"));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TestbedReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("The resource " + name + " is not on the class path.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
