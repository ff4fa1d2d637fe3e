package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          svr1.1           | svr1.1
          svr1.[1-3]       | svr1.1 svr1.2 svr1.3
          n[08-11].example | n08.example n09.example n10.example n11.example
          n[1,3,5-7]       | n1 n3 n5 n6 n7
          n[9-11]          | n9 n10 n11
          n[007]           | n007
          n[0-1]           | n0 n1
          [1-2]            | 1 2
          r[1-2]n[1-2]     | r1n1 r1n2 r2n1 r2n2
          r[1][2]          | r12
          fe80::[1-2]      | fe80::1 fe80::2
          """)
  void expand_pattern_countsAsDocumented(String text, String hosts) {
    HostPattern pattern = valid(text);
    assertEquals(List.of(hosts.split(" ")), pattern.expand());
    assertEquals(hosts.split(" ").length, pattern.count());
  }

  @Test
  void count_hugePattern_saturatesWithoutExpanding() {
    assertEquals(1_000_000_000L, valid("n[0-999999999]").count());
    assertEquals(Long.MAX_VALUE, valid("n[0-999999999][0-999999999][0-999999999]").count());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          n[       | host pattern 'n[' has a '[' without ']'.
          n[1-2    | host pattern 'n[1-2' has a '[' without ']'.
          n1]      | host pattern 'n1]' has a ']' without '['.
          n[1]2]   | host pattern 'n[1]2]' has a ']' without '['.
          n[]      | '' in host pattern 'n[]' is neither a number nor a range.
          n[1,]    | '' in host pattern 'n[1,]' is neither a number nor a range.
          n[a-c]   | 'a-c' in host pattern 'n[a-c]' is neither a number nor a range.
          n[1-]    | '1-' in host pattern 'n[1-]' is neither a number nor a range.
          n[1-2-3] | '1-2-3' in host pattern 'n[1-2-3]' is neither a number nor a range.
          n[1, 2]  | ' 2' in host pattern 'n[1, 2]' is neither a number nor a range.
          n[[1]]   | '[1' in host pattern 'n[[1]]' is neither a number nor a range.
          n[3-1]   | range '3-1' in host pattern 'n[3-1]' is empty.
          n[01-3]  | range '01-3' in host pattern 'n[01-3]' mixes numbers of different length.
          n[1-03]  | range '1-03' in host pattern 'n[1-03]' mixes numbers of different length.
          n 1      | host name 'n 1' contains ' '.
          n->1     | host name 'n->1' contains '->'.
          n1,n2    | host name 'n1,n2' contains ','.
          n{1..3}  | host name 'n{1..3}' contains '{'.
          """)
  void parse_wrongPattern_saysWhat(String text, String message) {
    assertEquals(message, flaw(text).message());
  }

  @Test
  void parse_numberTooLong_isNoNumber() {
    assertEquals(
        "'1-1000000000' in host pattern 'n[1-1000000000]' is neither a number nor a range.",
        flaw("n[1-1000000000]").message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n[3-1]    | Maybe write '1-3'.
          n[01-100] | Maybe write '001-100'.
          n[12-010] | Maybe write '010-012'.
          """)
  void parse_wrongRange_remedyIsAccepted(String text, String remedy) {
    assertEquals(remedy.replace("\"", ""), flaw(text).remedy());
    valid("n[" + remedy.replaceAll("[^0-9-]", "") + "]");
  }

  @Test
  void parse_longName_isRefused() {
    valid("a".repeat(250) + "[1-999]");
    assertEquals(
        "host name 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
            + " is longer than 253.",
        flaw("a".repeat(250) + "[1-1000]").message());
    assertEquals(
        "host pattern 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'"
            + " is longer than 4096.",
        flaw("a".repeat(5000)).message());
  }

  private static HostPattern valid(String text) {
    return assertInstanceOf(HostPattern.Valid.class, HostPattern.parse(text)).pattern();
  }

  private static Flaw flaw(String text) {
    return assertInstanceOf(HostPattern.Invalid.class, HostPattern.parse(text)).flaw();
  }
}
