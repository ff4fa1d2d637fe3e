package org.peacescheduler.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.status.Text;

/** Shows a judgement. */
final class JudgementPrinter {
  private JudgementPrinter() {}

  /** Tables for people. */
  static void text(Judgement judgement, PrintWriter out) {
    TextTable table =
        new TextTable(
            1,
            List.of(
                "%s, seed %s, %s"
                    .formatted(
                        Text.count(judgement.cases().size(), "scenario"),
                        Long.toUnsignedString(judgement.seed()),
                        Text.count(judgement.rounds(), "round")),
                "",
                "response (95 %)",
                "COMP (95 %)",
                "over 1.05",
                "over 1.15",
                "worst",
                "over bound",
                "tight"));
    table.row(row(judgement.all()));
    judgement.rows().forEach(row -> table.row(row(row)));
    out.println(table);
    TextTable worst = new TextTable(1, List.of("The worst", "response", "COMP", "of"));
    for (Judgement.Case each : judgement.worst()) {
      Judgement.Ratios ratios = each.ratios();
      worst.row(
          List.of(
              each.drawn().name(),
              text(ratios.response()),
              text(ratios.comp()),
              Judgement.text(each.drawn().axes())));
    }
    out.print(worst);
    out.flush();
  }

  private static List<String> row(Judgement.Row row) {
    return List.of(
        row.text(),
        String.valueOf(row.count()),
        text(row.response().mean()),
        text(row.comp().mean()),
        row.response().later() + ", " + row.comp().later(),
        row.response().muchLater() + ", " + row.comp().muchLater(),
        two(row.response().worst()) + ", " + two(row.comp().worst()),
        two(row.overBound()) + ", " + two(row.compOverBound()),
        row.tight() + ", " + row.compTight());
  }

  private static String two(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String text(Interval interval) {
    return String.format(
        Locale.ROOT, "%.3f (%.3f-%.3f)", interval.mean(), interval.low(), interval.high());
  }

  /** The same as one JSON document, with every scenario. */
  static void json(Judgement judgement, PrintWriter out) {
    JsonDocument.write(
        out,
        json -> {
          json.writeStringField("seed", Long.toUnsignedString(judgement.seed()));
          json.writeNumberField("rounds", judgement.rounds());
          json.writeArrayFieldStart("rows");
          row(judgement.all(), json);
          for (Judgement.Row row : judgement.rows()) {
            row(row, json);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("scenarios");
          for (Judgement.Case each : judgement.cases()) {
            scenario(each, json);
          }
          json.writeEndArray();
        });
  }

  private static void row(Judgement.Row row, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("of", row.text());
    json.writeNumberField("scenarios", row.count());
    for (Map.Entry<String, Judgement.Row.Of> each :
        List.of(Map.entry("response", row.response()), Map.entry("comp", row.comp()))) {
      json.writeObjectFieldStart(each.getKey());
      interval(each.getValue().mean(), json);
      json.writeNumberField("over105", each.getValue().later());
      json.writeNumberField("over115", each.getValue().muchLater());
      json.writeNumberField("worst", each.getValue().worst());
      json.writeEndObject();
    }
    json.writeNumberField("responseOverBound", row.overBound());
    json.writeNumberField("compOverBound", row.compOverBound());
    json.writeNumberField("tight", row.tight());
    json.writeNumberField("compTight", row.compTight());
    json.writeEndObject();
  }

  private static void scenario(Judgement.Case each, JsonGenerator json) throws IOException {
    Judgement.Ratios ratios = each.ratios();
    json.writeStartObject();
    json.writeStringField("scenario", each.drawn().name());
    for (RandomScenarios.Axis axis : RandomScenarios.Axis.values()) {
      json.writeStringField(axis.text(), each.on(axis));
    }
    json.writeObjectFieldStart("response");
    interval(ratios.response(), json);
    json.writeEndObject();
    json.writeObjectFieldStart("comp");
    interval(ratios.comp(), json);
    json.writeEndObject();
    json.writeNumberField("responseOverBound", ratios.overBound());
    json.writeNumberField("compOverBound", ratios.compOverBound());
    json.writeEndObject();
  }

  private static void interval(Interval interval, JsonGenerator json) throws IOException {
    json.writeNumberField("mean", interval.mean());
    json.writeNumberField("low", interval.low());
    json.writeNumberField("high", interval.high());
  }
}
