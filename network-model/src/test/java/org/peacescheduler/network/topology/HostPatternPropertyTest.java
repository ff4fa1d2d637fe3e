package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HostPatternPropertyTest {

  @Property
  void expand_anyPattern_equalsNaiveOracle(@ForAll("patterns") List<List<String>> parts) {
    List<String> expected = List.of("");
    StringBuilder text = new StringBuilder();
    for (List<String> part : parts) {
      text.append(part.get(0));
      List<String> longer = new ArrayList<>();
      for (String name : expected) {
        part.subList(1, part.size()).forEach(choice -> longer.add(name + choice));
      }
      expected = longer;
    }
    HostPattern pattern =
        assertInstanceOf(HostPattern.Valid.class, HostPattern.parse(text.toString())).pattern();
    assertEquals(expected, pattern.expand());
    assertEquals(expected.size(), pattern.count());
  }

  /** Parts of a pattern; of each, what is written and then what it stands for. */
  @Provide
  Arbitrary<List<List<String>>> patterns() {
    Arbitrary<List<String>> literal =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars('-', '.', '_')
            .ofMinLength(1)
            .ofMaxLength(5)
            .map(text -> List.of(text, text));
    Arbitrary<List<String>> range =
        Combinators.combine(
                Arbitraries.integers().between(0, 1200),
                Arbitraries.integers().between(0, 6),
                Arbitraries.integers().between(0, 5))
            .as(HostPatternPropertyTest::range);
    Arbitrary<List<String>> choice =
        range
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(
                ranges -> {
                  List<String> all = new ArrayList<>();
                  all.add(
                      "[" + String.join(",", ranges.stream().map(r -> r.get(0)).toList()) + "]");
                  ranges.forEach(r -> all.addAll(r.subList(1, r.size())));
                  return all;
                });
    return Arbitraries.oneOf(literal, choice).list().ofMinSize(1).ofMaxSize(4);
  }

  private static List<String> range(int first, int length, int digits) {
    int last = first + length;
    String format = String.valueOf(last).length() <= digits ? "%0" + digits + "d" : "%d";
    List<String> all = new ArrayList<>();
    String from = format.formatted(first);
    all.add(length == 0 ? from : from + "-" + format.formatted(last));
    for (int i = first; i <= last; i++) {
      all.add(format.formatted(i));
    }
    return all;
  }
}
