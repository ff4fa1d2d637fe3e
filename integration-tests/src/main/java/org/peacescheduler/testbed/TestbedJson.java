package org.peacescheduler.testbed;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
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
    node.put("configuration", round.configuration());
    node.put("round", round.number());
    node.put("warmUp", round.warmUp());
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
    BurstShape burst = result.options().burst();
    root.put("topology", result.options().shape().topology().source());
    root.put("writers", burst.writers());
    root.put("threads", burst.threads());
    root.put("chunksPerWriter", burst.chunksPerWriter());
    root.put("chunkBytes", burst.chunkSize().bytes());
    root.put("replication", burst.replication());
    root.put("rounds", result.options().rounds());
    root.put("warmUp", result.options().warmUp());
    root.put("queuePackets", result.options().queuePackets());
    root.put("seed", result.options().seed());
    ObjectNode bound = root.putObject("cutBound");
    put(bound, "comp", result.bound().seconds());
    bound.put("link", result.bound().link());
    ArrayNode configurations = root.putArray("configurations");
    Optional<RoundFigures> stock = result.baseline().map(result::medians);
    for (TestbedConfiguration configuration : result.options().configurations()) {
      RoundFigures medians = result.medians(configuration);
      ObjectNode node = configurations.addObject();
      node.put("name", configuration.name());
      figures(node.putObject("medians"), medians);
      ObjectNode ratios = node.putObject("ratios");
      stock.ifPresent(
          s -> {
            put(ratios, "response", medians.response() / s.response());
            put(ratios, "worst", medians.worst() / s.worst());
            put(ratios, "io", medians.io() / s.io());
            put(ratios, "comp", medians.comp() / s.comp());
          });
    }
    return root;
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
