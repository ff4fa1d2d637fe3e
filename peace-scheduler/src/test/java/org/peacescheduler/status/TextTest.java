package org.peacescheduler.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void bytes_ofAllSizes_haveThreeFigures() {
    assertEquals(
        List.of("0 B", "999 B", "1.00 kB", "9.99 kB", "10.0 MB", "53.1 MB", "100 GB", "5000 TB"),
        Stream.of(0.0, 999.4, 1_000.0, 9_994.9, 9.996e6, 53.1e6, 99.96e9, 5e15)
            .map(Text::bytes)
            .toList());
  }

  @Test
  void bits_ofBandwidths_areAsTheTopologyFileHasThem() {
    assertEquals(
        List.of("0 bit/s", "100 Mbit/s", "1 Gbit/s", "2.5 Gbit/s", "15.6 Mbit/s", "100 Gbit/s"),
        Stream.of(0.0, 12.5e6, 125e6, 312.5e6, 1_953_125.0, 12.5e9).map(Text::bits).toList());
  }

  @Test
  void durationAndCount_ofAllSizes_areAsPeopleReadThem() {
    assertEquals(
        List.of("0 ms", "999 ms", "1.0 s", "1.3 s", "10 s", "1234 s"),
        Stream.of(0L, 999L, 1_049L, 1_250L, 10_049L, 1_234_000L).map(Text::duration).toList());
    assertEquals("1 chunk, 999 chunks", Text.count(1, "chunk") + ", " + Text.count(999, "chunk"));
    assertEquals("1,234,567 chunks", Text.count(1_234_567, "chunk"));
  }

  @Test
  void percent_anyPart_isAsJavasFormatterHasIt() {
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      double part = 2 * random.nextDouble();
      assertEquals(String.format(Locale.ROOT, "%.0f %%", 100 * part), Text.percent(part));
    }
  }
}
