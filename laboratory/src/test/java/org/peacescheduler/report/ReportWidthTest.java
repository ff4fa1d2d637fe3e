package org.peacescheduler.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.peacescheduler.experiment.ExperimentCommand;
import org.peacescheduler.flink.FlinkCommand;
import org.peacescheduler.forecast.ReportCommand;
import org.peacescheduler.freeze.FreezeCommand;
import org.peacescheduler.simulate.ProtocolsCommand;
import org.peacescheduler.testbed.TestbedCommand;

/** Reports on a phone of 390 pixels: what may be wider is in a frame that scrolls. */
class ReportWidthTest {
  private static final int PHONE = 390;
  private static final Pattern FIXED = Pattern.compile("(?<![-\\w])(?:min-)?width: ?(\\d+)px");

  @Test
  void pages_onAPhone_haveTablesAndChartsInFrames() throws IOException {
    for (Class<?> owner :
        List.of(
            ExperimentCommand.class,
            FlinkCommand.class,
            FreezeCommand.class,
            ProtocolsCommand.class,
            ReportCommand.class,
            TestbedCommand.class)) {
      String page = ReportPage.render("A sample", owner, new TextNode(""));
      String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
      assertEquals(
          body.split("<table", -1).length,
          body.split("<div class=\"scroll\"><table", -1).length,
          owner.getSimpleName());
      String style = page.substring(page.indexOf("<style>"), page.indexOf("</style>"));
      for (String frame : List.of("chart", "scroll")) {
        assertTrue(
            Pattern.compile("\n\\." + frame + " \\{[^}]*overflow-x: auto").matcher(style).find(),
            frame);
      }
      assertTrue(
          FIXED
              .matcher(style)
              .results()
              .allMatch(width -> Integer.parseInt(width.group(1)) <= PHONE),
          style);
    }
  }
}
