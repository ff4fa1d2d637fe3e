package org.peacescheduler.laboratory.workload;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.simulate.Comparison;
import org.peacescheduler.simulate.Figures;

/** A workload's figures as JSON; times in seconds. A figure that does not exist is null. */
final class WorkloadJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private WorkloadJson() {}

  /** The medians, named as {@code ./peace simulate --json} names them, and all bursts. */
  static String result(WorkloadResult result, ObjectNode options) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("scenario", result.workload());
    root.set("options", options);
    root.put("tooBusy", result.tooBusy());
    root.put("brokenOff", result.brokenOff().orElse(null));
    ArrayNode compared = root.putArray("compared");
    result.comparisons().forEach((name, comparison) -> compare(compared, name, comparison));
    ObjectNode leftOut = root.putObject("leftOut");
    result.leftOut().forEach(leftOut::put);
    ArrayNode rounds = root.putArray("rounds");
    result.rounds().forEach(round -> rounds.add(round(round)));
    return JsonFigures.pretty(root);
  }

  private static void compare(ArrayNode compared, String name, Comparison comparison) {
    ObjectNode node = compared.addObject();
    node.put("configuration", name);
    figures(node.putObject("stock"), comparison::stock, comparison.hasJobs());
    figures(node.putObject("peace"), comparison::peace, comparison.hasJobs());
    ObjectNode ratios = node.putObject("ratios");
    put(ratios, "response", comparison.response());
    put(ratios, "comp", comparison.completion());
    put(ratios, "slowdown", comparison.ratio(Figures::slowdown));
    put(ratios, "worstWriter", comparison.worstWriter());
    if (comparison.hasJobs()) {
      put(ratios, "job", comparison.ratio(Figures::job));
      put(ratios, "jobP95", comparison.ratio(Figures::slowJob));
    }
  }

  private static void figures(
      ObjectNode node, ToDoubleFunction<ToDoubleFunction<Figures>> of, boolean hasJobs) {
    put(node, "response", of.applyAsDouble(Figures::response));
    put(node, "comp", of.applyAsDouble(Figures::completion));
    put(node, "slowdown", of.applyAsDouble(Figures::slowdown));
    if (hasJobs) {
      put(node, "job", of.applyAsDouble(Figures::job));
      put(node, "jobP95", of.applyAsDouble(Figures::slowJob));
    }
    put(node, "fallbacks", of.applyAsDouble(Figures::fallbacks));
    put(node, "longestWait", of.applyAsDouble(Figures::longestWait));
  }

  static ObjectNode round(WorkloadRound round) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("configuration", round.configuration());
    node.put("round", round.round());
    node.put("warmUp", round.warmUp());
    node.put("burst", round.burst());
    Optional<Figures> figures = round.figures();
    figures(
        node,
        figure -> figures.map(figure::applyAsDouble).orElse(Double.NaN),
        figures.map(Figures::hasJobs).orElse(false));
    ArrayNode writers = node.putArray("writers");
    figures.ifPresent(f -> f.writers().forEach(seconds -> writers.add(JsonFigures.round(seconds))));
    put(node, "busy", round.busy());
    round.failures().forEach(node.putArray("failures")::add);
    return node;
  }
}
