package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ProcessorMeter;

class RoundSummaryTest {
  private static final double EXACT = 1e-12;

  @Test
  void summary_oneFailedWriter_countsOnlyTheOthers() {
    Side side = new Side("peace", "peace", Policy.PEACE);
    RoundSummary summary =
        new Round(
                side,
                1,
                false,
                List.of(
                    new WriterTimes("host1", "/a", 0, 1, 4, 100, ""),
                    new WriterTimes("host2", "/b", 0.5, 4, 6.5, 100, ""),
                    new WriterTimes("host3", "/c", 0, 0, 90, 0, "connection lost")),
                List.of(),
                List.of(),
                7,
                2,
                new ProcessorMeter.Busy(0.5, 0.4))
            .summary();
    assertEquals(5, summary.responseMean(), EXACT);
    assertEquals(6, summary.responseMax(), EXACT);
    assertEquals(2.75, summary.ioMean(), EXACT);
    assertEquals(6.5, summary.comp(), EXACT);
    assertEquals(1, summary.failed());
    assertEquals(200, summary.bytes());
    assertEquals(7, summary.deferred());
    assertEquals(2, summary.fallbacks());
  }

  @Test
  void ratios_pairedRounds_areTheMedianOfTheQuotients() {
    Side stock = new Side("stock", "stock", Policy.STOCK);
    Side peace = new Side("peace", "peace", Policy.PEACE);
    List<Round> rounds =
        List.of(
            round(stock, true, 1),
            round(peace, true, 100),
            round(stock, false, 20),
            round(peace, false, 10),
            round(stock, false, 10),
            round(peace, false, 6),
            round(stock, false, 40),
            round(peace, false, 36));
    Ratios ratios = Ratios.of(List.of(stock, peace), rounds).orElseThrow();
    assertEquals(0.6, ratios.response(), EXACT);
    assertEquals(0.6, ratios.comp(), EXACT);
    assertEquals(0.6, ratios.worst(), EXACT);
    assertEquals(0.6, ratios.io(), EXACT);
    assertEquals(Optional.of(ratios), Ratios.of(List.of(peace, stock), rounds));
  }

  @Test
  void ratios_equalSides_areTheSecondOverTheFirst() {
    List<Side> sides = Side.of(List.of(Policy.PEACE, Policy.PEACE));
    List<Round> rounds = List.of(round(sides.get(0), false, 20), round(sides.get(1), false, 10));
    assertEquals(0.5, Ratios.of(sides, rounds).orElseThrow().response(), EXACT);
  }

  @Test
  void ratios_oneSide_areAbsent() {
    Side stock = new Side("stock", "stock", Policy.STOCK);
    assertEquals(Optional.empty(), Ratios.of(List.of(stock), List.of(round(stock, false, 3))));
  }

  @Test
  void lowerBound_unevenReplicas_countsWholeOnes() {
    ClusterShape seven = SampleExperiment.options(1, 8, 7, 1).cluster();
    // 24 replicas on 7 datanodes: one takes 4; but the 8 chunks of one file follow each other.
    assertEquals(2.0, LowerBound.compSeconds(new BurstShape(1, 8, 3, mib()), seven), EXACT);
    // 8 writers: 192 replicas on 7 datanodes, one takes 28.
    assertEquals(7.0, LowerBound.compSeconds(new BurstShape(8, 8, 3, mib()), seven), EXACT);
  }

  private static ByteSize mib() {
    return ByteSize.parse("1 MiB");
  }

  private static Round round(Side side, boolean warmUp, double seconds) {
    return new Round(
        side,
        1,
        warmUp,
        List.of(new WriterTimes("host1", "/a", 0, 0, seconds, 1, "")),
        List.of(),
        List.of(),
        0,
        0,
        new ProcessorMeter.Busy(0, 0));
  }
}
