package org.peacescheduler.flink;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.TextTable;

/** The figures as text: a table for each number of jobs that take checkpoints together. */
final class FlinkTable {
  private static final double MEBIBYTE = 1 << 20;
  private static final List<String> HEAD =
      List.of(
          "configuration",
          "mean",
          "p50",
          "p95",
          "worst",
          "all done",
          "from barrier",
          "checkpoints",
          "failed",
          "state",
          "deferred",
          "fallbacks",
          "cores",
          "trunk");

  private FlinkTable() {}

  static String render(FlinkResult result) {
    StringBuilder text = new StringBuilder();
    for (int together : result.options().together()) {
      text.append(
          "Flink %s, %d of %d jobs together%n"
              .formatted(result.version(), together, result.options().jobs()));
      TextTable table = new TextTable(1, HEAD);
      CheckpointFigures stock = result.stock(together);
      for (FlinkConfiguration configuration : result.options().configurations()) {
        CheckpointFigures figures = result.figures(configuration, together);
        if (figures.count() + figures.failed() > 0) {
          table.row(row(configuration, figures));
          if (!configuration.isBaseline() && stock.count() > 0) {
            table.row(ratios(figures, stock));
          }
        }
      }
      text.append(table).append(System.lineSeparator());
    }
    if (result.tooBusy()) {
      text.append("* In some wave the cores were more than 80 % busy.");
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  private static List<String> row(FlinkConfiguration configuration, CheckpointFigures f) {
    return List.of(
        configuration.name(),
        number("%.2f s", f.mean()),
        number("%.2f s", f.median()),
        number("%.2f s", f.p95()),
        number("%.2f s", f.worst()),
        number("%.2f s", f.last()),
        number("%.2f s", f.fromBarrier()),
        String.valueOf(f.count()),
        String.valueOf(f.failed()),
        number("%.1f MiB", f.stateBytes() / MEBIBYTE),
        number("%.0f", f.deferred()),
        number("%.0f", f.fallbacks()),
        (f.tooBusy() ? "* " : "") + number("%.0f %%", 100 * f.busy()),
        number("%.0f %%", 100 * f.trunk()));
  }

  private static List<String> ratios(CheckpointFigures f, CheckpointFigures stock) {
    List<String> cells = new ArrayList<>();
    cells.add("  over stock");
    cells.add(number("%.3f", f.mean() / stock.mean()));
    cells.add(number("%.3f", f.median() / stock.median()));
    cells.add(number("%.3f", f.p95() / stock.p95()));
    cells.add(number("%.3f", f.worst() / stock.worst()));
    cells.add(number("%.3f", f.last() / stock.last()));
    cells.add(number("%.3f", f.fromBarrier() / stock.fromBarrier()));
    while (cells.size() < HEAD.size()) {
      cells.add("");
    }
    return cells;
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
