package org.peacescheduler.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.JsonFigures;

/** {@link LoadCurve}s as one JSON document; times in seconds. */
final class CurveJson {
  private CurveJson() {}

  static ObjectNode of(List<LoadCurve> curves, double jitter, RunOptions options) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    JsonFigures.put(root, "jitter", jitter);
    root.put("rounds", options.rounds());
    root.put("seed", options.seed());
    root.put("order", options.order().text());
    ArrayNode scenarios = root.putArray("scenarios");
    for (LoadCurve curve : curves) {
      ObjectNode scenario = scenarios.addObject();
      scenario.put("scenario", curve.scenario().name());
      ArrayNode loads = scenario.putArray("loads");
      curve.points().forEach(point -> add(loads.addObject(), point));
    }
    return root;
  }

  private static void add(ObjectNode json, LoadCurve.Point point) {
    JsonFigures.put(json, "load", point.load());
    JsonFigures.put(json, "every", point.every());
    json.put("checkpoints", point.checkpoints());
    for (LoadCurve.Side side : LoadCurve.Side.values()) {
      add(json.putObject(name(side)), duration -> point.seconds(side, duration));
    }
    ObjectNode ratios = json.putObject("ratios");
    for (LoadCurve.Side side : List.of(LoadCurve.Side.JITTER, LoadCurve.Side.PEACE)) {
      add(ratios.putObject(name(side)), duration -> point.ratio(side, duration));
    }
    json.put("fallbacks", point.fallbacks());
  }

  private static String name(LoadCurve.Side side) {
    return side.text().toLowerCase(Locale.ROOT);
  }

  private static void add(ObjectNode json, ToDoubleFunction<LoadCurve.Duration> figure) {
    for (LoadCurve.Duration duration : LoadCurve.Duration.values()) {
      JsonFigures.put(json, duration.text(), figure.applyAsDouble(duration));
    }
  }
}
