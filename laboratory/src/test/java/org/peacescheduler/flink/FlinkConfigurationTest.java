package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.peacescheduler.laboratory.TurnsAsked;

class FlinkConfigurationTest {
  @Test
  void parse_withoutInterval_isTheTestbeds() {
    assertEquals(
        new FlinkConfiguration(
            "peace-patched+fraction=0.8",
            "peace-patched+fraction=0.8",
            OptionalInt.empty(),
            none("peace-patched+fraction=0.8")),
        FlinkConfiguration.parse("peace-patched+fraction=0.8"));
  }

  @Test
  void parse_interval_isFlinksAndNotTheTestbeds() {
    assertEquals(
        new FlinkConfiguration(
            "stock+interval=30", "stock", OptionalInt.of(30), none("stock+interval=30")),
        FlinkConfiguration.parse("stock+interval=30"));
  }

  @Test
  void parse_turns_areByTheRequestsThatHdfsThenTakes() {
    assertEquals(
        new FlinkConfiguration(
            "peace+turns+interval=30",
            "peace+requests",
            OptionalInt.of(30),
            new TurnsAsked(Optional.of("turns"), "peace+interval=30")),
        FlinkConfiguration.parse("peace+turns+interval=30"));
    assertEquals("stock", FlinkConfiguration.parse("stock+first-block").hdfs());
  }

  private static TurnsAsked none(String text) {
    return new TurnsAsked(Optional.empty(), text);
  }

  @Test
  void parse_badInterval_saysSo() {
    for (String text : new String[] {"stock+interval=0", "stock+interval=1+interval=2"}) {
      assertEquals(
          "'" + text + "' has no interval in whole seconds. Maybe '+interval=30'.",
          assertThrows(IllegalArgumentException.class, () -> FlinkConfiguration.parse(text))
              .getMessage());
    }
  }

  @Test
  void parse_stockRandom_namesFlinksOwnJitter() {
    assertEquals(
        "'stock-random' is for './peace testbed'. Maybe 'stock+interval=30': Flink's own jitter.",
        assertThrows(IllegalArgumentException.class, () -> FlinkConfiguration.parse("stock-random"))
            .getMessage());
  }
}
