package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.laboratory.Rounds;
import org.peacescheduler.laboratory.workload.WorkloadResult;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Output;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code ./peace experiment}: the same burst of concurrent checkpoint writes under the stock policy
 * and under Peace.
 *
 * <p>Exit codes: 0 fine, 1 a write failed, 2 wrong use, 3 the topology file is bad.
 */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description =
        "Writes the same burst of concurrent checkpoints under the stock placement policy and under"
            + " Peace, on an embedded HDFS cluster whose datanodes take in data at a limited rate,"
            + " and compares the times.")
public final class ExperimentCommand implements CliCommand {
  /** Options that are about what a workload says. */
  private static final List<String> SAID_BY_WORKLOAD =
      List.of(
          "--writers",
          "--chunks",
          "--replication",
          "--chunk-size",
          "--datanodes",
          "--racks",
          "--rate",
          "--topology",
          "--down");

  @Spec private CommandSpec spec;

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description =
          "Instead of a burst and a cluster of options: a scenario as './peace simulate' reads it.")
  private Path workload;

  @Option(names = "--writers", paramLabel = "N", description = "Writers that start together.")
  private int writers = 8;

  @Option(names = "--chunks", paramLabel = "N", description = "Chunks of each writer's file.")
  private int chunks = 8;

  @Option(names = "--replication", paramLabel = "N", description = "Replicas of each chunk.")
  private int replication = 3;

  @Option(
      names = "--chunk-size",
      paramLabel = "SIZE",
      defaultValue = "1MiB",
      converter = ByteSizeConverter.class,
      description = "Bytes of a chunk, which is one HDFS block.")
  private ByteSize chunkSize;

  @Option(names = "--datanodes", paramLabel = "N", description = "Datanodes of each cluster.")
  private int datanodes = 8;

  @Option(names = "--racks", paramLabel = "N", description = "Racks they are in.")
  private int racks = 2;

  @Option(
      names = "--rate",
      paramLabel = "SIZE",
      defaultValue = "4MiB",
      converter = ByteSizeConverter.class,
      description = "Bytes per second that each datanode takes in.")
  private ByteSize rate;

  @Option(
      names = "--throttle-period",
      paramLabel = "MS",
      description = "Milliseconds over which that rate holds; Hadoop's own throttle has 500.")
  private long throttlePeriod = 50;

  @Mixin private Rounds rounds = new Rounds(5, 1);

  @Option(
      names = "--policies",
      paramLabel = "P,P",
      split = ",",
      defaultValue = "stock,peace",
      converter = PolicyConverter.class,
      description = "What to compare; 'stock,stock' shows how far apart equal sides come out.")
  private List<Policy> policies;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "What Peace is told of the network; without it, it is generated.")
  private Path topology;

  @Option(
      names = "--down",
      paramLabel = "N",
      description = "Chunks a datanode takes in at once, in the generated topology.")
  private int down = 2;

  @Option(
      names = "--completion-fraction",
      paramLabel = "X",
      description = "Share of its chunks that ends a timestep.")
  private Double completionFraction;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A further Hadoop key for the cluster under Peace.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "--seed", paramLabel = "N", description = "Random seed; from the clock without.")
  private Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where report, raw results and traces go.")
  private Path out = Path.of("target", "experiment");

  @Mixin private Output output;

  /** Made by the command line. */
  public ExperimentCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (workload != null) {
      return runWorkload();
    }
    ExperimentOptions options = options();
    List<String> problems = options.problems();
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    if (topology != null) {
      try {
        TopologyReader.read(topology);
      } catch (TopologyException e) {
        return output.tell(
            List.of(
                e.getMessage(),
                "Maybe leave --topology out: a file that fits the cluster is then generated."),
            ExitCodes.BAD_INPUT);
      }
    }
    ExperimentResult result;
    try {
      result = new Experiment(options, Clock.system(ZoneId.systemDefault()), System.err).run();
    } catch (IOException | RuntimeException e) { // The daemons throw both.
      return couldNotRun(e);
    }
    Path report = write(result);
    output.print(
        output.isJson()
            ? ExperimentJson.brief(result) + "\n"
            : "\n%sReport: %s\n".formatted(ResultTable.render(result), report));
    warn(result);
    return result.failures().isEmpty() ? ExitCodes.FINE : ExitCodes.FAILED;
  }

  private int runWorkload() throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (String option : SAID_BY_WORKLOAD) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        problems.add(option + " is for bursts without a --scenario. Maybe leave it out.");
      }
    }
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    WorkloadOptions options;
    try {
      options = workloadOptions();
    } catch (ScenarioException e) {
      return output.tell(List.of(e.getMessage()), ExitCodes.BAD_INPUT);
    }
    problems.addAll(options.problems());
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    WorkloadResult result;
    try {
      result = new WorkloadExperiment(options, output::say).run();
    } catch (IOException | RuntimeException e) { // The daemons throw both.
      return couldNotRun(e);
    }
    String json = result.json(ExperimentJson.options(options));
    Files.writeString(out.resolve("workload.json"), json);
    output.print(output.isJson() ? json + "\n" : result.table());
    sayIfBusy(result.tooBusy());
    problems.addAll(result.problems());
    return output.tell(problems, problems.isEmpty() ? ExitCodes.FINE : ExitCodes.FAILED);
  }

  private WorkloadOptions workloadOptions() throws ScenarioException {
    return new WorkloadOptions(
        Workload.read(workload, WorkloadOptions.LIMITS),
        Duration.ofMillis(throttlePeriod),
        peace().keys(),
        policies,
        rounds.measured(),
        rounds.warmUp(),
        seed(),
        out.toAbsolutePath());
  }

  private int couldNotRun(Exception e) {
    return output.tell(
        List.of(
            "The experiment could not be run: " + e.getMessage(),
            "Maybe " + out.resolve("hadoop.log") + " says more."),
        ExitCodes.FAILED);
  }

  private long seed() {
    return seed == null ? System.currentTimeMillis() : seed;
  }

  private PeaceSettings peace() {
    return new PeaceSettings(
        Optional.ofNullable(topology),
        down,
        completionFraction == null ? OptionalDouble.empty() : OptionalDouble.of(completionFraction),
        properties);
  }

  private ExperimentOptions options() {
    return new ExperimentOptions(
        new BurstShape(writers, chunks, replication, chunkSize),
        new ClusterShape(datanodes, racks, rate, Duration.ofMillis(throttlePeriod)),
        peace(),
        policies,
        rounds.measured(),
        rounds.warmUp(),
        seed(),
        out);
  }

  private Path write(ExperimentResult result) throws IOException {
    Files.writeString(out.resolve("experiment.json"), ExperimentJson.full(result));
    Path report = out.resolve("report.html");
    Files.writeString(
        report,
        ReportPage.render(
            "Peace: contention experiment", ExperimentCommand.class, ExperimentJson.tree(result)));
    return report;
  }

  private void warn(ExperimentResult result) {
    for (String failure : result.failures()) {
      output.say("Failed: " + failure);
    }
    sayIfBusy(result.processorTooBusy());
  }

  private void sayIfBusy(boolean tooBusy) {
    if (tooBusy) {
      output.say(
          "The cores were more than 80 % busy, so they may have been the limit and not the"
              + " datanodes' rates.");
      output.say("Maybe a smaller --rate, or nothing else on the machine.");
    }
  }

  static final class PolicyConverter implements ITypeConverter<Policy> {
    @Override
    public Policy convert(String value) {
      try {
        return Policy.parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
