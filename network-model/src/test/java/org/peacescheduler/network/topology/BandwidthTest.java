package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandwidthTest {

  @ParameterizedTest
  @CsvSource({
    "1 bit/s, 1",
    "3 kbit/s, 3000",
    "3 Kbit/s, 3000",
    "15.625 Mbit/s, 15625000",
    "1 Gbit/s, 1000000000",
    "1Gbit/s, 1000000000",
    "1 Gbit/sec, 1000000000",
    "2 Tbit/s, 2000000000000",
    "5 B/s, 40",
    "1 kB/s, 8000",
    "1 KB/s, 8000",
    "125 MB/s, 1000000000",
    "1 GB/s, 8000000000",
    "1 TB/s, 8000000000000",
    "1 KiB/s, 8192",
    "1 kiB/s, 8192",
    "60 MiB/s, 503316480",
    "1 GiB/s, 8589934592",
    "1 TiB/s, 8796093022208",
    "0.5 bit/s, 0.5",
    "0 Mbit/s, 0"
  })
  void parse_rate_givesBitsPerSecond(String text, BigDecimal bits) {
    assertEquals(0, bits.compareTo(Bandwidth.parse(text).orElseThrow().bitsPerSecond()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fast",
        "1",
        "1 Gbit",
        "Gbit/s",
        "-1 Gbit/s",
        "+1 Gbit/s",
        "1,5 Gbit/s",
        "1. Gbit/s",
        ".5 Gbit/s",
        "1e9 bit/s",
        "1 Gb/s",
        "1 gbit/s",
        "1 Gbps",
        "1 Gbit/h",
        "1 Gibit/s",
        " 1 Gbit/s",
        "1 Gbit/s ",
        "1234567890123456789 bit/s",
        "١ Gbit/s"
      })
  void parse_anythingElse_isNoRate(String text) {
    assertEquals(Optional.empty(), Bandwidth.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 Gb/s     | Maybe write '1 Gbit/s' for bits or '1 GB/s' for bytes.
          1.5 mbit/s | Maybe write '1.5 Mbit/s'.
          60 mib/s   | Maybe write '62.91456 Mbit/s' for bits or '60 MiB/s' for bytes.
          fast       | Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.
          """)
  void remedy_wrongRate_guessesWhatIsMeant(String text, String remedy) {
    assertEquals(remedy, Bandwidth.remedy(text));
  }

  @ParameterizedTest
  @CsvSource({
    "1 Gbit/s, 60 MB/s, 2",
    "1 Gbit/s, 125 MB/s, 1",
    "1 Gbit/s, 125.000001 MB/s, 0",
    "10 Gbit/s, 60 MB/s, 20",
    "0.3 kbit/s, 0.1 kbit/s, 3"
  })
  void streams_rates_areDividedExactlyAndRoundedDown(String link, String stream, int streams) {
    Bandwidth rate = Bandwidth.parse(link).orElseThrow();
    BigDecimal result = rate.streams(Bandwidth.parse(stream).orElseThrow());
    assertEquals(0, BigDecimal.valueOf(streams).compareTo(result));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 bit/s", "0.000 GB/s"})
  void isZero_nothing_isZero(String text) {
    assertTrue(Bandwidth.parse(text).orElseThrow().isZero());
  }
}
