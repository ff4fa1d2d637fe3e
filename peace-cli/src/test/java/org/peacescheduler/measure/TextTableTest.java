package org.peacescheduler.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final String WORDS = "/flink/a-job/chk-4 wörter ";

  private static String lines(String... lines) {
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static void assertFits(String table) {
    assertTrue(table.lines().allMatch(line -> line.length() <= 80), table);
  }

  @Test
  void table_thatFits_hasALineForEachRow() {
    TextTable table = new TextTable(1, List.of("link", "of all", "use"));
    table.rule();
    table.row(List.of("tor1->tor2", "1", "100 %"));
    assertEquals(
        lines(
            "link        of all    use", "----------  ------  -----", "tor1->tor2       1  100 %"),
        table.toString());
  }

  @Test
  void table_longNames_breaksThemAfterSlashes() {
    TextTable table = new TextTable(3, List.of("id", "prefix", "waits for", "bytes to go"));
    String path = "/flink/jobs/0123456789/checkpoints/chk-41/part-of-it/and-more/of-it";
    table.row(List.of("0123456789abcdef0123456789abcdef", path, "tor1->tor2, tor3->tor4", "512"));
    assertEquals(
        lines(
            "id                                prefix                 waits for         bytes",
            "                                                                           to go",
            "0123456789abcdef0123456789abcdef  /flink/jobs/           tor1->tor2,         512",
            "                                  0123456789/            tor3->tor4",
            "                                  checkpoints/chk-41/",
            "                                  part-of-it/and-more/",
            "                                  of-it"),
        table.toString());
  }

  @Test
  void table_manyFigures_goOnInAFurtherLine() {
    List<String> head = new ArrayList<>(List.of("configuration"));
    List<String> row = new ArrayList<>(List.of("peace"));
    for (int i = 1; i <= 8; i++) {
      head.add("figure-%d-s".formatted(i));
      row.add(i + ".00");
    }
    TextTable table = new TextTable(1, head);
    table.row(row);
    List<String> noMore = new ArrayList<>(row.subList(0, 6));
    noMore.addAll(List.of("", "", ""));
    table.row(noMore);
    assertEquals(
        lines(
            "configuration  figure-1-s  figure-2-s  figure-3-s  figure-4-s  figure-5-s",
            "    figure-6-s  figure-7-s  figure-8-s",
            "peace                1.00        2.00        3.00        4.00        5.00",
            "          6.00        7.00        8.00",
            "peace                1.00        2.00        3.00        4.00        5.00"),
        table.toString());
  }

  @Test
  void text_ofARowBeforeOthersAreKnown_isAsWideAsWasSaid() {
    TextTable table = new TextTable(1, List.of("name", "s")).atLeast(6, 8);
    assertEquals(lines("name           s"), table.toString());
    assertEquals(lines("a long      1.00", "name"), table.text(List.of("a long name", "1.00")));
  }

  @Test
  void table_hostileCells_areOneLineEach() {
    TextTable table = new TextTable(1, List.of("name"));
    table.row(List.of("a\u001b[2J\nb\u202e"));
    assertEquals(lines("name", "a?[2J?b?"), table.toString());
  }

  /** Whatever is in it, no line is wider than the terminal, and no character is lost. */
  @Property(tries = 300)
  void table_anything_fitsAndHasAllOfIt(
      @ForAll @IntRange(min = 1, max = 16) int columns,
      @ForAll @IntRange(max = 5) int words,
      @ForAll @IntRange(min = 1, max = 150) int longest,
      @ForAll long seed) {
    Random random = new Random(seed);
    List<List<String>> rows = new ArrayList<>();
    for (int row = 0; row < 4; row++) {
      rows.add(
          Stream.generate(() -> cell(random, longest)).limit(columns).collect(Collectors.toList()));
    }
    TextTable table = new TextTable(Math.min(words, columns), rows.get(0));
    rows.subList(1, rows.size()).forEach(table::row);
    assertFits(table.toString());
    assertEquals(letters(rows.toString()), letters(table.toString()));
  }

  private static String cell(Random random, int longest) {
    StringBuilder cell = new StringBuilder();
    for (int i = random.nextInt(longest); i > 0; i--) {
      cell.append(WORDS.charAt(random.nextInt(WORDS.length())));
    }
    return cell.toString();
  }

  /** How often each letter is in it; what separates cells is none. */
  private static String letters(String text) {
    return text.chars()
        .filter(c -> c > ' ' && c != ',' && c != '[' && c != ']')
        .sorted()
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void wrapped_longText_keepsItsIndentAndWraps() {
    String text = "  Not h1: " + "its link is full ".repeat(6).strip();
    assertEquals(
        String.join(
            System.lineSeparator(),
            "  Not h1: its link is full its link is full its link is full its link is full",
            "    its link is full its link is full"),
        Wrapped.of(text, "    "));
  }
}
