package org.peacescheduler.testbed;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeMap;
import org.peacescheduler.measure.Cores;
import org.peacescheduler.measure.JsonFigures;

/** Rounds and results as JSON. Times are seconds; a figure that does not exist is null. */
final class TestbedJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private TestbedJson() {}

  /** One round with everything that was seen, in one line. */
  static String line(Round round, List<NetworkPlan.ShapedLink> links) {
    return node(round, links).toString();
  }

  private static ObjectNode node(Round round, List<NetworkPlan.ShapedLink> links) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("cell", round.cell());
    node.put("configuration", round.configuration());
    node.put("round", round.number());
    node.put("warmUp", round.warmUp());
    node.put("tooBusy", Cores.tooBusy(round.busy()));
    figures(node.putObject("figures"), RoundFigures.of(round, links));
    ArrayNode writers = node.putArray("writers");
    for (Round.Writer writer : round.writers()) {
      ObjectNode w = writers.addObject();
      w.put("host", writer.host());
      put(w, "submitted", writer.submitted());
      put(w, "firstByte", writer.firstByte());
      put(w, "granted", writer.granted().orElse(Double.NaN));
      put(w, "completed", writer.completed());
      w.put("failure", writer.failure());
      ArrayNode files = w.putArray("files");
      writer.files().forEach(f -> files.add(JsonFigures.round(f)));
    }
    ObjectNode sent = node.putObject("links");
    new TreeMap<>(round.links())
        .forEach(
            (name, s) ->
                sent.putObject(name)
                    .put("bytes", s.bytes())
                    .put("packets", s.packets())
                    .put("drops", s.drops()));
    return node;
  }

  private static void figures(ObjectNode node, RoundFigures f) {
    put(node, "response", f.response());
    put(node, "worst", f.worst());
    put(node, "io", f.io());
    put(node, "comp", f.comp());
    put(node, "jain", f.jain());
    put(node, "failed", f.failed());
    put(node, "deferred", f.deferred());
    put(node, "fallbacks", f.fallbacks());
    put(node, "busy", f.busy());
    put(node, "trunkUse", f.trunkUse());
    put(node, "hostUse", f.hostUse());
  }

  /** The document of {@code --json}: medians, and ratios to stock. */
  static String brief(TestbedResult result) {
    return JsonFigures.pretty(root(result));
  }

  private static ObjectNode root(TestbedResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    TestbedOptions options = result.options();
    root.put("topology", options.shape().topology().source());
    root.put("chunkBytes", options.grid().chunkSize().bytes());
    root.put("replication", options.replicas().count());
    root.put("ownDisk", options.replicas().ownDisk());
    root.put("rounds", options.rounds());
    root.put("warmUp", options.warmUp());
    root.put("queuePackets", options.queues().packets());
    root.put("burstBytes", options.queues().burst().bytes());
    root.put("seed", options.seed());
    root.put("figure10", options.grid().isFigure10());
    root.put("brokenOff", result.brokenOff().orElse(null));
    ArrayNode cells = root.putArray("cells");
    for (BurstShape cell : options.cells()) {
      cells.add(cell(cell, options.bound(cell), result.rows(cell)));
    }
    return root;
  }

  /** What was asked for with a scenario. */
  static ObjectNode options(ScenarioOptions options) {
    return MAPPER
        .createObjectNode()
        .put("rounds", options.rounds())
        .put("warmUp", options.warmUp())
        .put("queuePackets", options.queues().packets())
        .put("burstBytes", options.queues().burst().bytes())
        .put("seed", options.seed());
  }

  private static ObjectNode cell(BurstShape cell, CutBound bound, List<CellRow> rows) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("name", cell.name());
    node.put("writers", cell.writers());
    node.put("threads", cell.threads());
    node.put("files", cell.files().stream().mapToInt(List::size).sum());
    node.put("bytes", cell.bytes());
    ObjectNode cut = node.putObject("cutBound");
    put(cut, "comp", bound.seconds());
    cut.put("link", bound.link());
    ArrayNode configurations = node.putArray("configurations");
    for (CellRow row : rows) {
      ObjectNode of = configurations.addObject();
      of.put("name", row.configuration().name());
      figures(of.putObject("medians"), row.medians());
      put(of, "compOverBound", row.overBound());
      of.put("tooBusy", row.tooBusy());
      ObjectNode ratios = of.putObject("ratios");
      put(ratios, "response", row.overStock(RoundFigures::response));
      put(ratios, "worst", row.overStock(RoundFigures::worst));
      put(ratios, "io", row.overStock(RoundFigures::io));
      put(ratios, "comp", row.overStock(RoundFigures::comp));
    }
    return node;
  }

  /** That, with the links and every round: what the report shows. */
  static ObjectNode tree(TestbedResult result) {
    ObjectNode root = root(result);
    ArrayNode links = root.putArray("links");
    result
        .links()
        .forEach(
            l ->
                links
                    .addObject()
                    .put("name", l.name())
                    .put("bitsPerSecond", l.rate().bitsPerSecond()));
    ArrayNode rounds = root.putArray("rawRounds");
    result.rounds().forEach(r -> rounds.add(node(r, result.links())));
    return root;
  }
}
