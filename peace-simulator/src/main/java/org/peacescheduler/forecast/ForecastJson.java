package org.peacescheduler.forecast;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.trace.Recording;

/** A forecast as JSON, for programs and for the page; times in seconds. Stateless. */
final class ForecastJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ForecastJson() {}

  /** The whole of it. */
  static ObjectNode tree(Forecast forecast, Optional<Recording> then) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("source", forecast.recording().source());
    root.put("kind", forecast.recording().kind().text());
    root.put("sides", ForecastText.sides(forecast));
    root.put("knownError", KnownErrors.own().of(forecast.recording()).text());
    ArrayNode known = root.putArray("knownErrors");
    for (KnownErrors.Known each : KnownErrors.own().of(forecast.recording()).all()) {
      ObjectNode node = known.addObject();
      node.put("workload", each.workload());
      put(node, "mean", each.mean());
      put(node, "last", each.last());
    }
    ArrayNode bursts = root.putArray("bursts");
    forecast.bursts().forEach(burst -> burst(bursts.addObject(), burst));
    then.ifPresent(other -> against(root.putArray("against"), forecast, other));
    forecast.notes().forEach(root.putArray("notes")::add);
    return root;
  }

  private static void burst(ObjectNode node, Forecast.OfBurst burst) {
    node.put("begins", burst.begins());
    node.put("files", burst.files());
    node.put("bytes", burst.bytes());
    times(node.putObject("stock"), burst.stock());
    times(node.putObject("peace"), burst.peace());
    ObjectNode ratios = node.putObject("ratios");
    put(ratios, "mean", burst.meanRatio());
    put(ratios, "last", burst.lastRatio());
    burst.model().ifPresent(model -> times(node.putObject("model"), model));
    node.put("scaled", burst.isScaled());
    node.put("deferred", burst.deferred());
    node.put("waits", burst.waits());
    put(node, "longestWait", burst.longestWait());
    ArrayNode groups = node.putArray("groups");
    for (Forecast.OfGroup group : burst.groups()) {
      ObjectNode each = groups.addObject();
      each.put("group", group.name());
      each.put("user", group.user());
      each.put("files", group.files());
      each.put("bytes", group.bytes());
      put(each, "stock", group.stock());
      put(each, "peace", group.peace());
    }
    ArrayNode later = node.putArray("later");
    for (Forecast.Later file : burst.later()) {
      ObjectNode each = later.addObject();
      each.put("path", file.path());
      put(each, "stock", file.stock());
      put(each, "peace", file.peace());
    }
    ArrayNode stock = node.putArray("stockEnds");
    ArrayNode peace = node.putArray("peaceEnds");
    burst.spans().stream()
        .mapToDouble(pair -> pair.stock().ends())
        .sorted()
        .forEach(end -> stock.add(JsonFigures.round(end)));
    burst.spans().stream()
        .mapToDouble(pair -> pair.peace().ends())
        .sorted()
        .forEach(end -> peace.add(JsonFigures.round(end)));
  }

  private static void times(ObjectNode node, Times times) {
    put(node, "mean", times.mean());
    put(node, "last", times.last());
  }

  private static void against(ArrayNode list, Forecast forecast, Recording then) {
    for (Comparison each : Comparison.of(forecast, then)) {
      ObjectNode node = list.addObject();
      node.put("burst", each.burst());
      times(node.putObject("forecast"), each.forecast());
      times(node.putObject("then"), each.then());
      put(node, "meanOff", each.meanOff());
      put(node, "lastOff", each.lastOff());
    }
  }
}
