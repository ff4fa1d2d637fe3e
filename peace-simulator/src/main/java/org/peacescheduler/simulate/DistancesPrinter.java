package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.status.Text;

/** Shows distances from the best schedule. */
final class DistancesPrinter {
  private DistancesPrinter() {}

  /** A table for people. */
  static void text(Distances distances, PrintWriter out) {
    out.printf(
        "%s, seed %s, %s; ratios of mean responses (95 %%)%n",
        Text.count(distances.cases().size(), "scenario"),
        Long.toUnsignedString(distances.seed()),
        Text.count(distances.tries(), "schedule"));
    TextTable table =
        new TextTable(1, List.of("", "", "Peace / best", "best / stock", "best / bound"));
    for (Distances.Row row : distances.rows()) {
      table.row(
          List.of(
              row.text(),
              String.valueOf(row.count()),
              text(row.peaceOverBest()),
              text(row.bestOverStock()),
              text(row.bestOverBound())));
    }
    out.print(table);
    out.flush();
  }

  private static String text(Interval interval) {
    return String.format(
        Locale.ROOT, "%.2f (%.2f-%.2f)", interval.mean(), interval.low(), interval.high());
  }

  /** Every scenario, as a JSON document. */
  static void json(Distances distances, PrintWriter out) {
    JsonDocument.write(
        out,
        json -> {
          json.writeStringField("seed", Long.toUnsignedString(distances.seed()));
          json.writeNumberField("schedules", distances.tries());
          json.writeArrayFieldStart("scenarios");
          for (Distances.Case each : distances.cases()) {
            json.writeStartObject();
            json.writeStringField("scenario", each.drawn().name());
            for (RandomScenarios.Axis axis : RandomScenarios.Axis.values()) {
              json.writeStringField(axis.text(), each.drawn().axes().get(axis));
            }
            json.writeNumberField("chunks", each.found().chunks());
            json.writeNumberField("stockSeconds", each.found().stock());
            json.writeNumberField("peaceSeconds", each.found().peace());
            json.writeNumberField("searchedSeconds", each.found().searched());
            json.writeNumberField("boundSeconds", each.found().bound());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
