package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.peacescheduler.report.ReportPage;

class ExperimentReportTest {
  @Test
  void report_ofASample_needsNothingElse() throws IOException {
    String html =
        ReportPage.render(
            "A sample",
            ExperimentCommand.class,
            ExperimentJson.tree(SampleExperiment.result(8, 8, 8, 5)));
    assertFalse(html.contains("%%"), "a placeholder was left");
    // The library comes first, and speaks of such things without using them.
    String page =
        html.substring(0, html.indexOf("<script>")) + html.substring(html.indexOf("</script>"));
    for (String loading : new String[] {"<script src", "<link", "<img", "@import", "url(http"}) {
      assertFalse(page.contains(loading), loading);
    }
    assertTrue(html.contains("\"lowerBound\":6.0"));
    assertTrue(html.contains("echarts"));
    assertEquals(3, html.split("</script>", -1).length - 1);
  }

  @Test
  void report_dataLikeScript_staysData() throws IOException {
    String text = "</script><!-- %%SCRIPT%% -->";
    String html = ReportPage.render("A sample", ExperimentCommand.class, new TextNode(text));
    assertTrue(html.contains("json\">\"<\\/script><\\!-- %%SCRIPT%% -->\"</script>"));
    assertEquals(3, html.split("</script>", -1).length - 1);
  }

  @Test
  void table_ofASample_hasRoundsMediansAndRatios() {
    String table = ResultTable.render(SampleExperiment.result(2, 4, 4, 1));
    assertEquals(
        """
        round   policy      IO  response   worst  fairness    COMP  deferred  fallbacks
            failed  cores
                     busy
        ------  ------  ------  --------  ------  --------  ------  --------  ---------
        1       stock   1.71 s    1.71 s  1.72 s     1.000  1.72 s         0          0
                 0   40 %
        1       peace   1.70 s    1.71 s  1.72 s     1.000  1.72 s         0          0
                 0   40 %
        ------  ------  ------  --------  ------  --------  ------  --------  ---------
        median  stock   1.71 s    1.71 s  1.72 s     1.000  1.72 s         0          0
                 0   40 %
        median  peace   1.70 s    1.71 s  1.72 s     1.000  1.72 s         0          0
                 0   40 %

        The datanodes could take in a burst in 1.50 s at best (lower bound of COMP).
        peace over stock, medians of the rounds: response 1.00, COMP 1.00, worst writer
          1.00, IO 0.99.
        """,
        table);
  }
}
