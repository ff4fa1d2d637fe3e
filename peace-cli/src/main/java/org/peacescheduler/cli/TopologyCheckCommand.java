package org.peacescheduler.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Bisection;
import org.peacescheduler.network.analysis.Figures;
import org.peacescheduler.network.analysis.NetworkAnalysis;
import org.peacescheduler.network.analysis.PipelineBound;
import org.peacescheduler.network.analysis.SwitchCapacity;
import org.peacescheduler.network.analysis.Warning;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.Problem;
import org.peacescheduler.network.topology.RequestsReader;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.schedule.division.Packing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace topology check}: is the file right, and what does its network carry. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description = {
      "Checks a topology file and analyses its network.",
      "Prints every problem and ends with 3 if the file cannot be used."
    })
final class TopologyCheckCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The topology file.")
  private Path file;

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

  @Option(
      names = "--replication",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Replicas of a chunk: the NameNode's dfs.replication; ${DEFAULT-VALUE} if not given.")
  private int replication;

  TopologyCheckCommand() {}

  @Override
  public Integer call() throws CommandFailure, JsonProcessingException {
    if (replication < 1 || replication > RequestsReader.MAX_REPLICATION) {
      throw new ParameterException(
          spec.commandLine(),
          "--replication is %d; it has to be 1 to %d."
              .formatted(replication, RequestsReader.MAX_REPLICATION));
    }
    TopologyFile read = InputFiles.topologyFile(file);
    NetworkModel model = NetworkModel.of(read.topology());
    Figures figures = Figures.of(read);
    NetworkAnalysis analysis = NetworkAnalysis.of(model, replication, figures);
    Packing.Division division = Packing.division(model.topology(), replication);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode root = json(model, analysis);
      read.warnings().forEach(warning -> add(root.withArray("warnings").addObject(), warning));
      root.put("parts", division.parts()).put("partsReason", division.reason());
      out.println(JSON.writeValueAsString(root));
    } else {
      out.print(TopologyReport.of(model, analysis, figures));
      read.warnings()
          .forEach(warning -> out.printf("%n%s%n", TopologyReport.wrapped(warning.format())));
      out.printf("%n%s%n", Wrapped.of(said(division), "  "));
    }
    out.flush();
    return ExitCodes.FINE;
  }

  private static String said(Packing.Division division) {
    return division.parts() == 1
        ? "Streams are not divided: %s.".formatted(division.reason())
        : ("Pipelines leave links idle here, so that %s: the NameNode takes %d times as many chunks"
                + " at a time, each at that part of the streamRate.")
            .formatted(division.reason(), division.parts());
  }

  private static ObjectNode json(NetworkModel model, NetworkAnalysis analysis) {
    ObjectNode root = JSON.createObjectNode();
    root.put("file", model.topology().source());
    root.put("servers", model.servers());
    root.put("racks", IntStream.range(0, model.servers()).map(model::rackOf).distinct().count());
    root.put("links", model.links() / 2);
    ArrayNode switches = root.putArray("switches");
    analysis.switches().forEach(s -> add(switches.addObject(), s));
    analysis.bisection().ifPresent(b -> add(root.putObject("bisection"), b));
    ArrayNode pipelines = root.putArray("pipelines");
    analysis.pipelines().forEach(bound -> add(pipelines.addObject(), bound));
    ArrayNode warnings = root.putArray("warnings");
    analysis.warnings().forEach(warning -> add(warnings.addObject(), warning));
    return root;
  }

  private static void add(ObjectNode node, SwitchCapacity s) {
    node.put("name", s.name());
    node.put("layer", s.layer());
    node.put("servers", s.servers());
    node.put("fromServers", (long) s.fromServers());
    node.put("toServers", (long) s.toServers());
    node.put("out", (long) s.out());
    s.oversubscription().ifPresent(ratio -> node.put("oversubscription", ratio));
  }

  private static void add(ObjectNode node, Bisection bisection) {
    node.put("capacity", bisection.capacity());
    node.put("exact", bisection.isExact());
    node.put("smaller", bisection.smaller());
    node.put("larger", bisection.larger());
    strings(node, "side", bisection.side());
  }

  private static void add(ObjectNode node, PipelineBound bound) {
    node.put("replication", bound.replication());
    strings(node, "placement", bound.placement().stream().map(Constraint::text).toList());
    put(node, "atMost", bound.atMost());
    put(node, "atLeast", bound.atLeast());
    strings(node, "limits", bound.limits());
  }

  private static void add(ObjectNode node, Warning warning) {
    node.put("code", warning.kind().code());
    node.put("message", warning.message());
    node.put("remedy", warning.remedy());
  }

  private static void add(ObjectNode node, Problem warning) {
    node.put("code", warning.code());
    node.put("line", warning.line());
    node.put("path", warning.path());
    node.put("message", warning.message());
    node.put("remedy", warning.remedy());
  }

  private static void put(ObjectNode node, String field, OptionalLong value) {
    if (value.isPresent()) {
      node.put(field, value.getAsLong());
    } else {
      node.putNull(field);
    }
  }

  private static void strings(ObjectNode node, String field, List<String> values) {
    ArrayNode array = node.putArray(field);
    values.forEach(array::add);
  }
}
