package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.TextTable;

/** A {@link LoadCurve} for people: a line for each load and side; times in seconds. */
final class CurveTable {
  private CurveTable() {}

  static String render(LoadCurve curve) {
    List<String> head = new ArrayList<>(List.of(curve.scenario().name(), ""));
    for (String what : List.of(" s", " ratio")) {
      for (LoadCurve.Duration duration : LoadCurve.Duration.values()) {
        head.add(duration.text() + what);
      }
    }
    head.add("fallbacks");
    TextTable table = new TextTable(2, head);
    for (LoadCurve.Point point : curve.points()) {
      for (LoadCurve.Side side : LoadCurve.Side.values()) {
        table.row(row(point, side));
      }
    }
    return table.toString();
  }

  private static List<String> row(LoadCurve.Point point, LoadCurve.Side side) {
    boolean isFirst = side == LoadCurve.Side.STOCK;
    List<String> seconds = new ArrayList<>();
    List<String> ratios = new ArrayList<>();
    for (LoadCurve.Duration duration : LoadCurve.Duration.values()) {
      seconds.add(text("%.2f", point.seconds(side, duration)));
      ratios.add(isFirst ? "" : text("%.3f", point.ratio(side, duration)));
    }
    List<String> cells = new ArrayList<>();
    cells.add(isFirst ? text("load %.2f, every %.1f s", point.load(), point.every()) : "");
    cells.add(side.text());
    cells.addAll(seconds);
    cells.addAll(ratios);
    cells.add(side == LoadCurve.Side.PEACE ? String.valueOf(point.fallbacks()) : "");
    return cells;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
