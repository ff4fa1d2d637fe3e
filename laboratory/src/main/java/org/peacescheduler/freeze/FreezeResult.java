package org.peacescheduler.freeze;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.Interval;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.measure.TextTable;

/**
 * All that a run measured, as a table and as JSON. Immutable.
 *
 * @param brokenOff why there are not all rounds, if so
 */
record FreezeResult(FreezeOptions options, List<FreezeRound> rounds, Optional<String> brokenOff) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STOCK = "stock";
  private static final List<String> HEAD =
      List.of(
          "configuration",
          "frozen",
          "age",
          "waited",
          "response",
          "COMP",
          "copied",
          "update p50",
          "p99",
          "max",
          "cores",
          "trunk");

  /** What is shown as a ratio. */
  private static final List<String> COMPARED =
      List.of("frozen", "age", "response", "comp", "copied", "p99");

  /** What also has an interval, by its head. */
  private static final List<Map.Entry<String, String>> WITH_INTERVAL =
      List.of(
          Map.entry("frozen", "frozen"),
          Map.entry("response", "response"),
          Map.entry("comp", "COMP"));

  FreezeResult {
    rounds = List.copyOf(rounds);
  }

  private FreezeFigures figures(String configuration) {
    return FreezeFigures.of(rounds, configuration);
  }

  /** Whether the cores were too busy under some configuration. */
  boolean tooBusy() {
    return options.configurations().stream().anyMatch(c -> figures(c.name()).tooBusy());
  }

  /** What a configuration is compared with: stock HDFS, and itself without turns. */
  private List<String> references(FreezeConfiguration configuration) {
    List<String> references = new ArrayList<>();
    if (!configuration.name().equals(STOCK)) {
      references.add(STOCK);
    }
    String without = configuration.turns().without();
    if (configuration.turns().asked() && !without.equals(STOCK)) {
      references.add(without);
    }
    return references.stream().filter(name -> figures(name).count() > 0).toList();
  }

  String table() {
    TextTable table = new TextTable(1, HEAD);
    for (FreezeConfiguration configuration : options.configurations()) {
      FreezeFigures figures = figures(configuration.name());
      if (figures.count() > 0) {
        table.row(row(configuration, figures));
        for (String reference : references(configuration)) {
          table.row(ratios(figures, reference));
        }
      }
    }
    StringBuilder text = new StringBuilder(table.toString());
    if (tooBusy()) {
      text.append("* In some round the cores were more than 80 % busy.");
      text.append(System.lineSeparator());
    }
    for (FreezeConfiguration configuration : options.configurations()) {
      long late = figures(configuration.name()).late();
      if (late > 0) {
        text.append(
            "%s of %s got no turn in time.%n"
                .formatted(Count.of(late, "checkpoint"), configuration.name()));
      }
    }
    options.configurations().forEach(configuration -> intervals(configuration, text));
    return text.toString();
  }

  /** Says between which bounds the means of the ratios are, where there are several rounds. */
  private void intervals(FreezeConfiguration configuration, StringBuilder text) {
    FreezeFigures figures = figures(configuration.name());
    if (figures.count() < 2) {
      return;
    }
    for (String reference : references(configuration)) {
      for (Map.Entry<String, String> each : WITH_INTERVAL) {
        figures
            .over(figures(reference), each.getKey())
            .map(FreezeFigures.Ratio::mean)
            .ifPresent(
                mean ->
                    text.append(
                        String.format(
                            Locale.ROOT,
                            "%s of %s over %s: mean %.3f, 95 %% interval %.3f to %.3f%n",
                            each.getValue(),
                            configuration.name(),
                            reference,
                            mean.mean(),
                            mean.low(),
                            mean.high())));
      }
    }
  }

  private static List<String> row(FreezeConfiguration configuration, FreezeFigures f) {
    return List.of(
        configuration.name(),
        number("%.2f s", f.median("frozen")),
        number("%.2f s", f.median("age")),
        number("%.2f s", f.median("waited")),
        number("%.2f s", f.median("response")),
        number("%.2f s", f.median("comp")),
        number("%.0f %%", 100 * f.median("copied")),
        number("%.1f us", f.median("p50")),
        number("%.1f us", f.median("p99")),
        number("%.0f us", f.median("max")),
        (f.tooBusy() ? "* " : "") + number("%.0f %%", 100 * f.median("busy")),
        number("%.0f %%", 100 * f.median("trunk")));
  }

  private List<String> ratios(FreezeFigures figures, String reference) {
    List<String> cells = new ArrayList<>(List.of("  over " + reference));
    for (String figure : FreezeFigures.ALL.keySet()) {
      cells.add(
          COMPARED.contains(figure)
              ? figures
                  .over(figures(reference), figure)
                  .map(ratio -> number("%.3f", ratio.median()))
                  .orElse("-")
              : "");
    }
    return cells;
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  /** The figures of all configurations. */
  ObjectNode json() {
    ObjectNode node = MAPPER.createObjectNode();
    brokenOff.ifPresent(why -> node.put("brokenOff", why));
    ArrayNode cells = node.putArray("configurations");
    for (FreezeConfiguration configuration : options.configurations()) {
      FreezeFigures figures = figures(configuration.name());
      ObjectNode cell = cells.addObject().put("configuration", configuration.name());
      cell.put("rounds", figures.count());
      cell.put("late", figures.late());
      cell.put("tooBusy", figures.tooBusy());
      FreezeFigures.ALL.keySet().forEach(f -> JsonFigures.put(cell, f, figures.median(f)));
      ObjectNode over = cell.putObject("over");
      ObjectNode intervals = cell.putObject("intervals");
      for (String reference : references(configuration)) {
        ObjectNode ratios = over.putObject(reference);
        ObjectNode means = intervals.putObject(reference);
        COMPARED.forEach(
            figure ->
                figures
                    .over(figures(reference), figure)
                    .ifPresent(
                        ratio -> {
                          array(ratios, figure, ratio.median(), ratio.least(), ratio.most());
                          if (hasInterval(figure)) {
                            Interval mean = ratio.mean();
                            array(means, figure, mean.mean(), mean.low(), mean.high());
                          }
                        }));
      }
    }
    return node;
  }

  private static boolean hasInterval(String figure) {
    return WITH_INTERVAL.stream().anyMatch(each -> each.getKey().equals(figure));
  }

  private static void array(ObjectNode node, String name, double... numbers) {
    ArrayNode array = node.putArray(name);
    for (double number : numbers) {
      array.add(JsonFigures.round(number));
    }
  }

  /** The figures, what was asked for, and all rounds. */
  ObjectNode tree() {
    ObjectNode node = json();
    node.put("units", options.units());
    node.put("chunks", options.chunks());
    node.put("chunkBytes", options.shape().chunkSize().bytes());
    node.put("pageBytes", options.page().bytes());
    node.put("updates", options.updates());
    node.put("measured", options.rounds());
    node.put("warmUp", options.warmUp());
    ArrayNode all = node.putArray("rounds");
    rounds.forEach(round -> all.add(MAPPER.valueToTree(round)));
    return node;
  }

  /** One round in one line. */
  static String line(FreezeRound round) {
    return MAPPER.valueToTree(round).toString();
  }
}
