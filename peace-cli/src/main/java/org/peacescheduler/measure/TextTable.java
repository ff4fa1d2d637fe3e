package org.peacescheduler.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * A table for a terminal: words to the left, figures to the right, columns two spaces apart.
 *
 * <p>Confined to one thread.
 */
public final class TextTable {
  private static final String GAP = "  ";

  private final int words;
  private final int[] widths;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A table of its head alone.
   *
   * @param words how many columns, from the first on, are words
   */
  public TextTable(int words, List<String> head) {
    this.words = words;
    this.widths = new int[head.size()];
    row(head);
  }

  /** Adds a row as long as the head. */
  public void row(List<String> cells) {
    rows.add(List.copyOf(cells));
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], cells.get(column).length());
    }
  }

  /** Adds a line across all columns. */
  public void rule() {
    rows.add(List.of());
  }

  /** The lines of the table. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        line.append(row.isEmpty() ? "-".repeat(widths[column]) : padded(row.get(column), column));
        line.append(GAP);
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private String padded(String cell, int column) {
    String side = column < words ? "-" : "";
    return ("%" + side + widths[column] + "s").formatted(cell);
  }
}
