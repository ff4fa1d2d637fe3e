package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class FlinkConfigurationTest {
  @Test
  void parse_withoutInterval_isTheTestbeds() {
    assertEquals(
        new FlinkConfiguration(
            "peace-patched+fraction=0.8", "peace-patched+fraction=0.8", OptionalInt.empty(), false),
        FlinkConfiguration.parse("peace-patched+fraction=0.8"));
  }

  @Test
  void parse_interval_isFlinksAndNotTheTestbeds() {
    assertEquals(
        new FlinkConfiguration("stock+interval=30", "stock", OptionalInt.of(30), false),
        FlinkConfiguration.parse("stock+interval=30"));
  }

  @Test
  void parse_turns_areFlinksAndNotTheTestbeds() {
    assertEquals(
        new FlinkConfiguration("peace+turns+interval=30", "peace", OptionalInt.of(30), true),
        FlinkConfiguration.parse("peace+turns+interval=30"));
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
