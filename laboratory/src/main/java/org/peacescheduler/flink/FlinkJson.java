package org.peacescheduler.flink;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.peacescheduler.measure.JsonFigures;

/** Waves and results as JSON. Times are seconds; a figure that does not exist is null. */
final class FlinkJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private FlinkJson() {}

  /** One wave in one line. */
  static String line(Wave wave) {
    return tree(wave).toString();
  }

  private static ObjectNode tree(Wave wave) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("configuration", wave.configuration());
    node.put("round", wave.round());
    node.put("warmUp", wave.warmUp());
    node.put("together", wave.together());
    put(node, "allDone", wave.seconds());
    put(node, "busy", wave.busy());
    put(node, "trunk", wave.trunk());
    node.put("deferred", wave.deferred());
    node.put("fallbacks", wave.fallbacks());
    ArrayNode checkpoints = node.putArray("checkpoints");
    for (Checkpoint checkpoint : wave.checkpoints()) {
      ObjectNode one = checkpoints.addObject();
      one.put("id", checkpoint.id());
      one.put("status", checkpoint.status().name());
      one.put("triggered", checkpoint.triggeredMillis());
      put(one, "seconds", checkpoint.seconds());
      put(one, "fromBarrier", checkpoint.fromBarrierSeconds());
      one.put("stateBytes", checkpoint.stateBytes());
    }
    return node;
  }

  /** The whole result. */
  static String result(FlinkResult result) {
    return JsonFigures.pretty(figures(result));
  }

  /** The whole result, what was asked for, and all waves. */
  static ObjectNode tree(FlinkResult result) {
    ObjectNode node = figures(result);
    FlinkOptions options = result.options();
    node.put("jobs", options.jobs());
    node.put("tasks", options.tasks());
    node.put("stateBytes", options.state().bytes());
    node.put("backend", options.backend().name().toLowerCase(Locale.ROOT));
    node.put("unaligned", options.unaligned());
    node.put("rounds", options.rounds());
    node.put("warmUp", options.warmUp());
    ArrayNode waves = node.putArray("waves");
    result.waves().forEach(wave -> waves.add(tree(wave)));
    return node;
  }

  private static ObjectNode figures(FlinkResult result) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("flink", result.version());
    result.brokenOff().ifPresent(why -> node.put("brokenOff", why));
    ArrayNode cells = node.putArray("cells");
    for (int together : result.options().together()) {
      CheckpointFigures stock = result.stock(together);
      for (FlinkConfiguration configuration : result.options().configurations()) {
        CheckpointFigures figures = result.figures(configuration, together);
        ObjectNode cell = cells.addObject();
        cell.put("together", together);
        cell.put("configuration", configuration.name());
        cell.put("checkpoints", figures.count());
        cell.put("failed", figures.failed());
        put(cell, "mean", figures.mean());
        put(cell, "p50", figures.median());
        put(cell, "p95", figures.p95());
        put(cell, "worst", figures.worst());
        put(cell, "allDone", figures.last());
        put(cell, "fromBarrier", figures.fromBarrier());
        cell.put("unaligned", figures.unaligned());
        put(cell, "meanOverStock", figures.mean() / stock.mean());
        put(cell, "fromBarrierOverStock", figures.fromBarrier() / stock.fromBarrier());
        put(cell, "busy", figures.busy());
        put(cell, "trunk", figures.trunk());
        cell.put("tooBusy", figures.tooBusy());
      }
    }
    return node;
  }
}
