package org.peacescheduler.simulate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.status.Text;

/** Shows what mechanisms and constants are worth, folder by folder. */
final class AblationPrinter {
  private AblationPrinter() {}

  /** Tables for people. */
  static void text(Map<String, Ablation> folders, PrintWriter out) {
    folders.forEach(
        (folder, ablation) -> {
          Ablation.Line all = ablation.all();
          TextTable table =
              new TextTable(
                  1,
                  List.of(
                      "%s, %s".formatted(folder, Text.count(all.summary().size(), "scenario")),
                      "response",
                      "COMP",
                      "response times",
                      "COMP times",
                      "over 1.05",
                      "over 1.15",
                      "changed",
                      "harm",
                      "of"));
          ablation.lines().forEach(line -> table.row(row(line, all)));
          out.println(table);
        });
  }

  private static List<String> row(Ablation.Line line, Ablation.Line all) {
    boolean isAll = line.variant().isStandard();
    Ablation.Change worst = line.worst(all);
    return List.of(
        line.variant().text(),
        TextResults.ratio(line.summary().mean(Comparison::response)),
        TextResults.ratio(line.summary().mean(Comparison::completion)),
        isAll ? "" : change(line, all, Comparison::response),
        isAll ? "" : change(line, all, Comparison::completion),
        over(line, Judgement.LATER),
        over(line, Judgement.MUCH_LATER),
        isAll ? "" : String.valueOf(line.changed(all)),
        isAll ? "" : TextResults.ratio(worst.harm()),
        isAll ? "" : worst.scenario());
  }

  /** In how many scenarios response and COMP are over a limit. */
  private static String over(Ablation.Line line, double limit) {
    return line.over(limit, Figures::response) + ", " + line.over(limit, Figures::completion);
  }

  /** By what factor a mean changes: between which it does in 19 of 20 cases. */
  private static String change(
      Ablation.Line line, Ablation.Line all, ToDoubleFunction<Comparison> ratio) {
    Interval change = line.change(all, ratio);
    return "%s to %s".formatted(TextResults.ratio(change.low()), TextResults.ratio(change.high()));
  }

  /** The same as one JSON document. */
  static void json(Map<String, Ablation> folders, PrintWriter out) {
    JsonDocument.write(
        out,
        json -> {
          json.writeArrayFieldStart("folders");
          for (Map.Entry<String, Ablation> folder : folders.entrySet()) {
            Ablation.Line all = folder.getValue().all();
            json.writeStartObject();
            json.writeStringField("folder", folder.getKey());
            json.writeNumberField("scenarios", all.summary().size());
            json.writeArrayFieldStart("lines");
            for (Ablation.Line line : folder.getValue().lines().toList()) {
              json(line, all, json);
            }
            json.writeEndArray();
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static void interval(String name, Interval interval, JsonGenerator json)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("low", interval.low());
    json.writeNumberField("high", interval.high());
    json.writeEndObject();
  }

  private static void json(Ablation.Line line, Ablation.Line all, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    Variant variant = line.variant();
    json.writeNumberField("placementSeed", variant.placement());
    json.writeStringField("leftOut", variant.leftOut().map(Mechanism::name).orElse(""));
    json.writeStringField("constant", variant.changed().map(Constant::name).orElse(""));
    if (variant.changed().isPresent()) {
      json.writeNumberField("value", variant.constants().of(variant.changed().get()));
    }
    json.writeNumberField("response", line.summary().mean(Comparison::response));
    json.writeNumberField("comp", line.summary().mean(Comparison::completion));
    json.writeNumberField("responseLater", line.over(Judgement.LATER, Figures::response));
    json.writeNumberField("compLater", line.over(Judgement.LATER, Figures::completion));
    json.writeNumberField("responseMuchLater", line.over(Judgement.MUCH_LATER, Figures::response));
    json.writeNumberField("compMuchLater", line.over(Judgement.MUCH_LATER, Figures::completion));
    if (!variant.isStandard()) {
      interval("responseTimes", line.change(all, Comparison::response), json);
      interval("compTimes", line.change(all, Comparison::completion), json);
      json.writeNumberField("changed", line.changed(all));
      Ablation.Change worst = line.worst(all);
      json.writeNumberField("harm", worst.harm());
      json.writeStringField("harmed", worst.scenario());
    }
    json.writeEndObject();
  }
}
