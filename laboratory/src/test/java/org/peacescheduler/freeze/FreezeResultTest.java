package org.peacescheduler.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.testbed.LinkQueues;
import org.peacescheduler.testbed.TestbedHdfs;

class FreezeResultTest {
  private static FreezeRound round(String configuration, int round, boolean warmUp, double frozen) {
    boolean turns = configuration.endsWith("+turns");
    UnitReply.Checkpoint first =
        new UnitReply.Checkpoint(100, 0, 12, frozen, 11, 0.5, turns ? "NONE" : "AT_ONCE");
    UnitReply.Checkpoint second =
        new UnitReply.Checkpoint(101, 4, 15, frozen, 13, 0.5, turns ? "PROTOCOL" : "AT_ONCE");
    return new FreezeRound(
        configuration,
        round,
        warmUp,
        List.of(first, second),
        FreezeRound.Updated.of(List.of(1.0, 2.0, 300.0)),
        0.9,
        0.5);
  }

  /** Warm-ups count in none of the figures. */
  private static FreezeResult result() {
    List<FreezeConfiguration> configurations =
        Stream.of("stock", "peace", "peace+turns").map(FreezeConfiguration::parse).toList();
    FreezeOptions options =
        new FreezeOptions(
            new TestbedHdfs.Shape(
                Path.of("t.yaml"),
                1,
                FreezeOptions.hdfs(configurations),
                new ByteSize(1 << 20),
                3,
                new LinkQueues(28, new ByteSize(3072)),
                1,
                Path.of("out")),
            configurations,
            2,
            8,
            new ByteSize(1 << 13),
            100,
            4,
            2,
            1);
    return new FreezeResult(
        options,
        List.of(
            round("stock", 1, true, 99),
            round("stock", 1, false, 10),
            round("peace", 1, false, 12),
            round("peace+turns", 1, false, 3),
            round("stock", 2, false, 20),
            round("peace", 2, false, 10),
            round("peace+turns", 2, false, 4)),
        Optional.of("a process has ended"));
  }

  @Test
  void table_threeConfigurations_haveMediansAndRatiosRoundByRound() {
    assertEquals(
        """
        configuration   frozen      age  waited  response     COMP  copied  update
                                                                               p50
                 p99     max   cores  trunk
        stock          15.00 s  12.00 s  2.00 s   13.50 s  16.00 s    50 %  2.0 us
            300.0 us  300 us  * 90 %   50 %
        peace          11.00 s  12.00 s  2.00 s   13.50 s  16.00 s    50 %  2.0 us
            300.0 us  300 us  * 90 %   50 %
          over stock     0.850    1.000             1.000    1.000   1.000
               1.000
        peace+turns     3.50 s  12.00 s  2.00 s   13.50 s  16.00 s    50 %  2.0 us
            300.0 us  300 us  * 90 %   50 %
          over stock     0.250    1.000             1.000    1.000   1.000
               1.000
          over peace     0.325    1.000             1.000    1.000   1.000
               1.000
        * In some round the cores were more than 80 % busy.
        2 checkpoints of peace+turns got no turn in time.
        frozen of peace over stock: mean 0.775, 95 % interval 0.003 to 201.649
        response of peace over stock: mean 1.000, 95 % interval 1.000 to 1.000
        COMP of peace over stock: mean 1.000, 95 % interval 1.000 to 1.000
        frozen of peace+turns over stock: mean 0.245, 95 % interval 0.019 to 3.220
        response of peace+turns over stock: mean 1.000, 95 % interval 1.000 to 1.000
        COMP of peace+turns over stock: mean 1.000, 95 % interval 1.000 to 1.000
        frozen of peace+turns over peace: mean 0.316, 95 % interval 0.016 to 6.263
        response of peace+turns over peace: mean 1.000, 95 % interval 1.000 to 1.000
        COMP of peace+turns over peace: mean 1.000, 95 % interval 1.000 to 1.000
        """,
        result().table());
  }

  @Test
  void json_ratios_haveTheirSpread() {
    JsonNode turns = result().json().at("/configurations/2");
    assertEquals("[0.25,0.2,0.3]", turns.at("/over/stock/frozen").toString());
    assertEquals(0.2449, turns.at("/intervals/stock/frozen/0").asDouble());
    assertEquals(3.5, turns.at("/frozen").asDouble());
    assertEquals(2, turns.at("/late").asInt());
    assertEquals("a process has ended", result().json().at("/brokenOff").asText());
  }

  @Test
  void report_ofASample_hasItsFiguresAndNeedsNothingElse() throws IOException {
    String html = ReportPage.render("A sample", FreezeCommand.class, result().tree());
    assertFalse(html.contains("%%"), "a placeholder was left");
    assertFalse(html.contains("<script src"));
    assertTrue(html.contains("\"frozen\":[0.25,0.2,0.3]"));
    assertTrue(html.contains("\"way\":\"PROTOCOL\""));
  }
}
