package org.peacescheduler.experiment;

import static org.peacescheduler.measure.JsonFigures.put;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.peacescheduler.measure.JsonFigures;

/**
 * An experiment as JSON: the short document of {@code --json}, and the long one, with everything
 * that was seen, which is kept beside the report and is what the report shows. Times are seconds; a
 * figure that does not exist is null.
 */
final class ExperimentJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ExperimentJson() {}

  /** {@code {"rounds": […], "ratios": {…}}}, of the measured rounds. */
  static String brief(ExperimentResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode rounds = root.putArray("rounds");
    result.measured().forEach(round -> brief(rounds.addObject(), round, result.options().burst()));
    ObjectNode ratios = root.putObject("ratios");
    result
        .ratios()
        .ifPresent(
            r -> {
              put(ratios, "response", r.response());
              put(ratios, "io", r.io());
              put(ratios, "comp", r.comp());
            });
    return JsonFigures.pretty(root);
  }

  /** The long document. */
  static String full(ExperimentResult result) {
    return JsonFigures.pretty(tree(result));
  }

  /** The long document, not yet written. */
  static ObjectNode tree(ExperimentResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    root.set("options", options(result));
    root.set("setup", MAPPER.valueToTree(result.setup()));
    root.put("topology", result.topology());
    put(root, "lowerBound", result.lowerBoundSeconds());
    ArrayNode sides = root.putArray("sides");
    for (Side side : result.options().sides()) {
      sides.addObject().put("label", side.label()).put("policy", side.policy().word());
    }
    ObjectNode ratios = root.putObject("ratios");
    result
        .ratios()
        .ifPresent(
            r -> {
              ratios.put("side", result.options().sides().indexOf(r.side()));
              ratios.put("over", result.options().sides().indexOf(r.over()));
              put(ratios, "response", r.response());
              put(ratios, "io", r.io());
              put(ratios, "comp", r.comp());
              put(ratios, "worst", r.worst());
            });
    ArrayNode rounds = root.putArray("rounds");
    for (Round round : result.rounds()) {
      full(rounds.addObject(), round, result);
    }
    return root;
  }

  private static void brief(ObjectNode node, Round round, BurstShape burst) {
    RoundSummary summary = round.summary();
    node.put("policy", round.side().policy().word());
    node.put("writers", burst.writers());
    node.put("chunks", burst.chunks());
    node.put("replication", burst.replication());
    ObjectNode response = node.putObject("response");
    put(response, "mean", summary.responseMean());
    put(response, "max", summary.responseMax());
    put(node.putObject("io"), "mean", summary.ioMean());
    put(node, "comp", summary.comp());
    node.put("failed", summary.failed());
    node.put("deferred", summary.deferred());
    node.put("fallbacks", summary.fallbacks());
  }

  private static void full(ObjectNode node, Round round, ExperimentResult result) {
    RoundSummary summary = round.summary();
    brief(node, round, result.options().burst());
    node.put("side", result.options().sides().indexOf(round.side()));
    node.put("number", round.number());
    node.put("warmUp", round.warmUp());
    put((ObjectNode) node.get("response"), "fairness", summary.responseFairness());
    node.put("bytes", summary.bytes());
    ObjectNode cores = node.putObject("coresBusy");
    put(cores, "machine", round.cores().machine());
    put(cores, "experiment", round.cores().experiment());
    ArrayNode times = node.putArray("times");
    for (WriterTimes w : round.writers()) {
      ObjectNode time = times.addObject();
      time.put("writer", w.writer());
      time.put("path", w.path());
      put(time, "submitted", w.submitted());
      put(time, "granted", w.granted());
      put(time, "completed", w.completed());
      time.put("bytes", w.bytes());
      time.put("failure", w.failure());
    }
    ArrayNode replicas = node.putArray("replicas");
    for (ReplicaSpan r : round.replicas()) {
      ObjectNode replica = replicas.addObject();
      replica.put("writer", r.writer()).put("chunk", r.chunk()).put("datanode", r.datanode());
      put(replica, "start", r.start());
      put(replica, "end", r.end());
    }
    ArrayNode grants = node.putArray("grants");
    for (Grant g : round.grants()) {
      ObjectNode grant = grants.addObject();
      grant.put("writer", g.writer()).put("chunk", g.chunk());
      put(grant, "submitted", g.submitted());
      put(grant, "granted", g.granted());
      grant.put("timestep", g.timestep());
    }
  }

  /** What was asked for with a scenario. */
  static ObjectNode options(WorkloadOptions options) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("throttlePeriodMillis", options.throttlePeriod().toMillis());
    node.put("rounds", options.rounds());
    node.put("warmUp", options.warmUp());
    node.put("seed", options.seed());
    ObjectNode properties = node.putObject("properties");
    options.peaceKeys().forEach(properties::put);
    return node;
  }

  private static ObjectNode options(ExperimentResult result) {
    ExperimentOptions options = result.options();
    ObjectNode node = MAPPER.createObjectNode();
    node.put("writers", options.burst().writers());
    node.put("chunks", options.burst().chunks());
    node.put("replication", options.burst().replication());
    node.put("chunkSize", options.burst().chunkSize().toString());
    node.put("datanodes", options.cluster().datanodes());
    node.put("racks", options.cluster().racks());
    node.put("rate", options.cluster().rate() + "/s");
    node.put("throttlePeriodMillis", options.cluster().throttlePeriod().toMillis());
    node.put("rounds", options.rounds());
    node.put("warmUp", options.warmUp());
    node.put("seed", options.seed());
    node.put("generatedTopology", options.peace().topology().isEmpty());
    node.put("down", options.peace().down());
    options.peace().completionFraction().ifPresent(f -> node.put("completionFraction", f));
    ObjectNode properties = node.putObject("properties");
    options.peace().properties().forEach(properties::put);
    ArrayNode hosts = node.putArray("hosts");
    options.cluster().hosts().forEach(hosts::add);
    node.put("command", options.commandLine());
    return node;
  }
}
