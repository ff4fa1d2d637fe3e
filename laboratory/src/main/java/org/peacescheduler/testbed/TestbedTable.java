package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;

/** The medians as text, a table for each cell. */
final class TestbedTable {
  private static final List<String> HEAD =
      List.of(
          "configuration",
          "response",
          "worst",
          "IO",
          "COMP",
          "/bound",
          "Jain",
          "failed",
          "deferred",
          "fallbacks",
          "cores",
          "trunk",
          "host");

  private TestbedTable() {}

  static String render(TestbedResult result) {
    StringBuilder text = new StringBuilder();
    for (BurstShape cell : result.options().cells()) {
      CutBound bound = result.options().bound(cell);
      String head =
          String.format(
              Locale.ROOT,
              "%s (no schedule has a COMP below %.1f s: the payload that %s has to carry)",
              cell.name(),
              bound.seconds(),
              bound.link());
      text.append(Wrapped.of(head, "  ")).append(System.lineSeparator());
      text.append(table(result.rows(cell))).append(System.lineSeparator());
    }
    if (result.tooBusy()) {
      text.append("* In some round the cores were more than 80 % busy.");
      text.append(System.lineSeparator()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private static TextTable table(List<CellRow> rows) {
    TextTable table = new TextTable(1, HEAD);
    for (CellRow row : rows) {
      table.row(figures(row));
      if (row.stock().isPresent() && !row.isStock()) {
        table.row(ratios(row));
      }
    }
    return table;
  }

  private static List<String> figures(CellRow row) {
    RoundFigures f = row.medians();
    return List.of(
        row.configuration().name(),
        seconds(f.response()),
        seconds(f.worst()),
        seconds(f.io()),
        seconds(f.comp()),
        number("%.2f", row.overBound()),
        number("%.3f", f.jain()),
        number("%.0f", f.failed()),
        number("%.0f", f.deferred()),
        number("%.0f", f.fallbacks()),
        (row.tooBusy() ? "* " : "") + percent(f.busy()),
        percent(f.trunkUse()),
        percent(f.hostUse()));
  }

  private static List<String> ratios(CellRow row) {
    List<String> cells = new ArrayList<>();
    cells.add("  over stock");
    cells.add(number("%.3f", row.overStock(RoundFigures::response)));
    cells.add(number("%.3f", row.overStock(RoundFigures::worst)));
    cells.add(number("%.3f", row.overStock(RoundFigures::io)));
    cells.add(number("%.3f", row.overStock(RoundFigures::comp)));
    while (cells.size() < HEAD.size()) {
      cells.add("");
    }
    return cells;
  }

  private static String seconds(double value) {
    return number("%.2f s", value);
  }

  private static String percent(double share) {
    return number("%.0f %%", 100 * share);
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
