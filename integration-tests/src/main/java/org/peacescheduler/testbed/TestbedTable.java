package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peacescheduler.measure.TextTable;

/** The medians as a table of text. */
final class TestbedTable {
  private static final List<String> HEAD =
      List.of(
          "configuration",
          "response",
          "worst",
          "IO",
          "COMP",
          "Jain",
          "failed",
          "deferred",
          "fallbacks",
          "cores",
          "trunk",
          "host");

  private TestbedTable() {}

  static String render(TestbedResult result) {
    Optional<RoundFigures> stock = result.baseline().map(result::medians);
    TextTable table = new TextTable(1, HEAD);
    for (TestbedConfiguration configuration : result.options().configurations()) {
      RoundFigures f = result.medians(configuration);
      table.row(row(configuration.name(), f));
      stock
          .filter(s -> configuration.base() != TestbedConfiguration.Base.STOCK)
          .ifPresent(s -> table.row(ratios(f, s)));
    }
    StringBuilder text = new StringBuilder(table.toString());
    CutBound bound = result.bound();
    text.append(
        String.format(
            Locale.ROOT,
            "%nNo schedule has a COMP below %.1f s: the payload that %s has to carry.%n",
            bound.seconds(),
            bound.link()));
    return text.toString();
  }

  private static List<String> row(String name, RoundFigures f) {
    return List.of(
        name,
        seconds(f.response()),
        seconds(f.worst()),
        seconds(f.io()),
        seconds(f.comp()),
        number("%.3f", f.jain()),
        number("%.0f", f.failed()),
        number("%.0f", f.deferred()),
        number("%.0f", f.fallbacks()),
        number("%.0f %%", 100 * f.busy()),
        number("%.0f %%", 100 * f.trunkUse()),
        number("%.0f %%", 100 * f.hostUse()));
  }

  private static List<String> ratios(RoundFigures f, RoundFigures stock) {
    List<String> row = new ArrayList<>();
    row.add("  over stock");
    row.add(number("%.3f", f.response() / stock.response()));
    row.add(number("%.3f", f.worst() / stock.worst()));
    row.add(number("%.3f", f.io() / stock.io()));
    row.add(number("%.3f", f.comp() / stock.comp()));
    while (row.size() < HEAD.size()) {
      row.add("");
    }
    return row;
  }

  private static String seconds(double value) {
    return number("%.2f s", value);
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
