package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReportRendererTest {
  @Test
  void report_ofASample_needsNothingElse() throws IOException {
    String html = ReportRenderer.render(SampleExperiment.result(8, 8, 8, 5));
    assertFalse(html.contains("%%"), "a placeholder was left");
    for (String loading : new String[] {"<script src", "<link", "<img", "@import", "url(http"}) {
      assertFalse(html.contains(loading), loading);
    }
    assertTrue(html.contains("\"lowerBound\":6.0"));
    assertTrue(html.contains("echarts"));
    assertEquals(3, html.split("</script>", -1).length - 1);
  }

  @Test
  void table_ofASample_hasRoundsMediansAndRatios() {
    String table = ResultTable.render(SampleExperiment.result(2, 4, 4, 1));
    assertEquals(
        """
        round   policy      IO  response   worst  fairness    COMP  deferred  fallbacks  failed  cores busy
        ------  ------  ------  --------  ------  --------  ------  --------  ---------  ------  ----------
        1       stock   2.07 s    2.07 s  2.08 s     1.000  2.08 s         0          0       0        40 %
        1       peace   2.06 s    2.07 s  2.08 s     1.000  2.08 s         0          0       0        40 %
        ------  ------  ------  --------  ------  --------  ------  --------  ---------  ------  ----------
        median  stock   2.07 s    2.07 s  2.08 s     1.000  2.08 s         0          0       0        40 %
        median  peace   2.06 s    2.07 s  2.08 s     1.000  2.08 s         0          0       0        40 %

        The datanodes could take in a burst in 1.50 s at best (lower bound of COMP).
        peace over stock, medians of the rounds: response 1.00, COMP 1.00, worst writer 1.00, IO 1.00.
        """,
        table);
  }
}
