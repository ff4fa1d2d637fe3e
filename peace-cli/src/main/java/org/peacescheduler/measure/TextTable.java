package org.peacescheduler.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table for a terminal: words to the left, figures to the right, columns two spaces apart, no
 * line wider than {@value Wrapped#WIDTH} columns.
 *
 * <p>Of a table that is too wide, heads break at their spaces. If that is not enough, words break,
 * in later columns down to 16 characters, in the first one down to 40. If not even that is enough,
 * words stay whole, and columns that have no room go on in a further, indented line of each row.
 *
 * <p>Example: a column of words of 20 characters and ten of figures of 8 make rows of two lines,
 * with six figures in the first and four in the second.
 *
 * <p>Cost: linear in the cells. Confined to one thread.
 */
public final class TextTable {
  private static final String GAP = "  ";
  private static final String INDENT = "    ";
  private static final int LEAST_OF_FIRST = 40;
  private static final int LEAST_OF_LATER = 16;

  private final int words;
  private final int[] atLeast;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A table of its head alone.
   *
   * @param words how many columns, from the first on, are words
   */
  public TextTable(int words, List<String> head) {
    this.words = words;
    this.atLeast = new int[head.size()];
    row(head);
  }

  /**
   * Makes columns as wide as is given, or wider: for rows that are shown one by one, before all of
   * them are known.
   */
  public TextTable atLeast(int... widths) {
    System.arraycopy(widths, 0, atLeast, 0, atLeast.length);
    return this;
  }

  /** Adds a row as long as the head. */
  public void row(List<String> cells) {
    rows.add(cells.stream().map(Wrapped::printable).toList());
  }

  /** Adds a line across all columns. */
  public void rule() {
    rows.add(List.of());
  }

  /** The lines of the table. */
  @Override
  public String toString() {
    Layout layout = layout();
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> layout.append(row, text));
    return text.toString();
  }

  /** The lines of a row that is not added, as wide as the table is without it. */
  public String text(List<String> cells) {
    StringBuilder text = new StringBuilder();
    layout().append(cells.stream().map(Wrapped::printable).toList(), text);
    return text.toString();
  }

  private Layout layout() {
    int[] widths = widths(false);
    if (tooWide(widths) > 0) {
      widths = widths(true);
      int[] narrow = narrowed(widths);
      if (tooWide(narrow) == 0) {
        widths = narrow;
      }
    }
    int most = Wrapped.WIDTH - INDENT.length();
    return new Layout(words, Arrays.stream(widths).map(width -> Math.min(width, most)).toArray());
  }

  /** With narrower words, the last ones first. */
  private int[] narrowed(int[] widths) {
    int[] narrow = widths.clone();
    for (int column = words - 1; column >= 0; column--) {
      int least = Math.min(narrow[column], column == 0 ? LEAST_OF_FIRST : LEAST_OF_LATER);
      narrow[column] = Math.max(least, narrow[column] - tooWide(narrow));
    }
    return narrow;
  }

  private int[] widths(boolean isHeadBroken) {
    int[] widths = atLeast.clone();
    for (int line = 0; line < rows.size(); line++) {
      List<String> row = rows.get(line);
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        int needs = line == 0 && isHeadBroken ? longestWord(cell) : cell.length();
        widths[column] = Math.max(widths[column], needs);
      }
    }
    return widths;
  }

  private static int longestWord(String text) {
    return Arrays.stream(text.split(" ", -1)).mapToInt(String::length).max().orElse(0);
  }

  private static int tooWide(int[] widths) {
    int gaps = GAP.length() * (widths.length - 1);
    return Math.max(0, Arrays.stream(widths).sum() + gaps - Wrapped.WIDTH);
  }

  /** How wide columns are, and which of them share a line. */
  private static final class Layout {
    private final int words;
    private final int[] widths;
    private final List<int[]> bands = new ArrayList<>();

    Layout(int words, int[] widths) {
      this.words = words;
      this.widths = widths;
      int begin = 0;
      int used = 0;
      for (int column = 0; column < widths.length; column++) {
        if (column > begin && used + GAP.length() + widths[column] > Wrapped.WIDTH) {
          bands.add(new int[] {begin, column});
          begin = column;
        }
        int before = bands.isEmpty() ? 0 : INDENT.length();
        used = (column == begin ? before : used + GAP.length()) + widths[column];
      }
      bands.add(new int[] {begin, widths.length});
    }

    void append(List<String> row, StringBuilder text) {
      if (row.isEmpty()) {
        List<String> dashes = Arrays.stream(widths).mapToObj("-"::repeat).toList();
        append(dashes, bands.get(0), text);
        return;
      }
      for (int[] band : bands) {
        boolean isFirst = band[0] == 0;
        if (isFirst || row.subList(band[0], band[1]).stream().anyMatch(cell -> !cell.isEmpty())) {
          append(row, band, text);
        }
      }
    }

    private void append(List<String> row, int[] band, StringBuilder text) {
      List<List<String>> cells = new ArrayList<>();
      for (int column = band[0]; column < band[1]; column++) {
        cells.add(Wrapped.columns(row.get(column), widths[column]));
      }
      int lines = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int i = 0; i < lines; i++) {
        StringBuilder line = new StringBuilder(band[0] == 0 ? "" : INDENT);
        for (int column = band[0]; column < band[1]; column++) {
          List<String> cell = cells.get(column - band[0]);
          line.append(padded(i < cell.size() ? cell.get(i) : "", column)).append(GAP);
        }
        text.append(line.toString().stripTrailing()).append(System.lineSeparator());
      }
    }

    private String padded(String cell, int column) {
      String pad = " ".repeat(Math.max(0, widths[column] - cell.length()));
      return column < words ? cell + pad : pad + cell;
    }
  }
}
