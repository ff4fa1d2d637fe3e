package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ReportPage;

class TestbedReportTest {
  @Test
  void report_ofASample_hasItsFiguresAndNeedsNothingElse() throws IOException {
    String html =
        ReportPage.render("A sample", TestbedCommand.class, TestbedJson.tree(result("", "")));
    assertFalse(html.contains("%%"), "a placeholder was left");
    assertEquals(3, html.split("</script>", -1).length - 1);
    assertFalse(html.contains("<script src"));
    assertTrue(
        html.contains("\"ratios\":{\"response\":0.5,\"worst\":0.5,\"io\":0.25,\"comp\":0.5}"));
    assertTrue(html.contains("\"name\":\"tor1->tor2\""));
  }

  @Test
  void table_ofASample_hasMediansAndRatios() {
    assertEquals(
        """
        configuration  response    worst      IO     COMP   Jain  failed  deferred  fallbacks  cores  trunk  host
        stock            8.00 s  12.00 s  8.00 s  12.00 s  0.800       0         3          1   50 %    0 %   0 %
        peace            4.00 s   6.00 s  2.00 s   6.00 s  0.800       0         3          1   50 %    0 %   0 %
          over stock      0.500    0.500   0.250    0.500

        No schedule has a COMP below 8.6 s: the payload that tor1->tor2 has to carry.
        """,
        TestbedTable.render(result("", "")));
  }

  @Test
  void brief_failedWriters_haveNoFigures() throws IOException {
    TestbedResult result = result("lost", "lost");
    assertTrue(
        new ObjectMapper()
            .readTree(TestbedJson.brief(result))
            .at("/configurations/1/medians/response")
            .isNull());
    assertEquals("round 1, stock, writer svr1.1: lost", result.failures().get(0));
    assertEquals(4, result.failures().size());
  }

  /** Two writers under stock, one of which takes three times as long; under Peace half of it. */
  private static TestbedResult result(String first, String second) {
    List<TestbedConfiguration> both =
        List.of(TestbedConfiguration.parse("stock"), TestbedConfiguration.parse("peace"));
    ShapedTopology shape = ShapedTopologyTest.twoRacks(1);
    TestbedOptions options =
        new TestbedOptions(
            shape,
            new BurstShape(4, 2, 8, new ByteSize(1 << 20), 3),
            both,
            1,
            0,
            28,
            1,
            Path.of("target", "testbed"));
    return new TestbedResult(
        options,
        new NetworkPlan("7", shape, 28).links(),
        List.of(
            round("stock", 1, OptionalDouble.empty(), first, second),
            round("peace", 0.5, OptionalDouble.of(2), first, second)));
  }

  private static Round round(
      String configuration, double scale, OptionalDouble granted, String first, String second) {
    return new Round(
        configuration,
        1,
        false,
        List.of(
            new Round.Writer("svr1.1", 0, 0.1, granted, 4 * scale, first, List.of()),
            new Round.Writer("svr2.1", 0, 0.1, granted, 12 * scale, second, List.of())),
        Map.of(),
        0.5,
        3,
        1);
  }
}
