package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.laboratory.Configurations;
import org.peacescheduler.laboratory.Rounds;
import org.peacescheduler.laboratory.workload.Replicas;
import org.peacescheduler.laboratory.workload.WorkloadResult;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.Output;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ./peace testbed}: bursts of writes on a cluster of network namespaces with shaped links.
 *
 * <p>Exit codes: 0 fine, 1 a write failed or the testbed did, 2 wrong use, 3 the topology file is
 * bad.
 */
@Command(
    name = "testbed",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Builds a cluster of network namespaces from a topology file, with links shaped "
          + "to its bandwidths, and lets bursts of writes run on real daemons under several "
          + "configurations in turn.",
      "Needs root on Linux, ip and tc. docs/testbed.md has more."
    })
public final class TestbedCommand implements CliCommand {
  private static final long SMALL_FILES_PER_CHUNK = 4;

  /** Options that are about what a scenario says, or about what is not done with one. */
  private static final List<String> SAID_BY_SCENARIO =
      List.of(
          "--topology",
          "--chunk-size",
          "--replication",
          "--writers",
          "--chunks-per-writer",
          "--figure10",
          "--small-files",
          "--small-file-size",
          "--threads",
          "--own-disk",
          "--summary",
          "--calibrate");

  @Spec private CommandSpec spec;

  @Mixin private NetworkOptions network = new NetworkOptions(Path.of("target", "testbed"));

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description =
          "Instead of --topology and bursts of options: network, what Peace is told, and who writes"
              + " what when, as './peace simulate' reads it.")
  private Path scenario;

  @Option(
      names = "--writers",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "16",
      description = "Hosts that write; each number is measured with each load.")
  private List<Integer> writers;

  @Option(
      names = "--chunks-per-writer",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "8",
      description = "Chunks of all files of a writer together; each number is a load.")
  private List<Integer> chunksPerWriter;

  @Option(
      names = "--figure10",
      description = "The paper's nine: --writers 8,12,16 --chunks-per-writer 2,4,8.")
  private boolean figure10;

  @Option(
      names = "--small-files",
      paramLabel = "N",
      description =
          "A load of so many files of less than a chunk, from all writers together; the only one"
              + " unless chunks are asked for too.")
  private Optional<Integer> smallFiles;

  @Option(
      names = "--small-file-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Of each of them; a quarter of a chunk if not given.")
  private ByteSize smallFileSize;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Files that a writer writes at the same time, if it has as many chunks.")
  private int threads = 4;

  @Option(
      names = "--own-disk",
      description =
          "The first replica goes to the writer's own disk, as HDFS has it unless a client says"
              + " otherwise. Without this none does.")
  private boolean ownDisk;

  @Mixin private Rounds rounds = new Rounds(5, 2);

  @Option(
      names = "--configurations",
      paramLabel = "C,C",
      split = ",",
      defaultValue = "stock,peace",
      description =
          "stock, stock-patched, stock-ecn, stock-random, rack-fault-tolerant, peace or"
              + " peace-patched, each with changes after a plus sign: +hosts=N, +up=N, +down=N and"
              + " +links=N chunks for Peace's model, without a streamRate,"
              + " +fraction=X, +file=FILE with another topology for Peace, +KEY=VALUE.")
  private List<String> configurations;

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "Also write the figures as Markdown, with what they were measured on.")
  private Path summary;

  @Mixin private Output output;

  @Option(
      names = "--calibrate",
      description =
          "Instead of bursts, run './peace calibrate' on one host, under the first configuration.")
  private boolean calibrate;

  @Option(
      names = "--clean",
      description = "Only remove what testbeds that were killed have left behind.")
  private boolean clean;

  /** Made by the command line. */
  public TestbedCommand() {}

  @Override
  public Integer call() throws CommandFailure, IOException, InterruptedException {
    try {
      List<String> missing = Requirements.missing();
      if (!missing.isEmpty()) {
        return output.tell(missing, ExitCodes.FAILED);
      }
      if (clean) {
        Site.clean().forEach(n -> output.say("removed " + n));
        return ExitCodes.FINE;
      }
      if (scenario != null) {
        return measureScenario();
      }
      int code = network.check(output);
      return code == ExitCodes.FINE ? measure() : code;
    } catch (TopologyException | ScenarioException | UnbuildableException e) {
      return output.tell(List.of(e.getMessage()), ExitCodes.BAD_INPUT);
    } catch (TestbedException | IllegalArgumentException e) {
      return output.tell(List.of(e.getMessage()), ExitCodes.FAILED);
    }
  }

  private int measure()
      throws CommandFailure,
          IOException,
          InterruptedException,
          TopologyException,
          TestbedException {
    List<String> problems = problems();
    List<TestbedConfiguration> parsed = parse(problems);
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    TestbedOptions options =
        new TestbedOptions(
            network.network(),
            grid(),
            new Replicas(network.replication(), ownDisk),
            parsed,
            rounds.measured(),
            rounds.warmUp(),
            network.queues(),
            network.seed(),
            network.out());
    problems.addAll(options.problems());
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    TestbedConfiguration.checkFiles(parsed);
    return run(options);
  }

  /** What is wrong with the options, whatever the network. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (figure10 && (isGiven("--writers") || isGiven("--chunks-per-writer"))) {
      problems.add(
          "--figure10 says itself how many write how much."
              + " Maybe leave out --writers and --chunks-per-writer.");
    }
    if (smallFileSize != null && smallFiles.isEmpty()) {
      problems.add("--small-file-size is of --small-files. Maybe add --small-files 200.");
    }
    if (summary != null) {
      OutputFile.problem("--summary", summary).ifPresent(problems::add);
    }
    return problems;
  }

  private List<TestbedConfiguration> parse(List<String> problems) {
    return Configurations.parse(configurations, TestbedConfiguration::parse, problems);
  }

  private int measureScenario()
      throws IOException,
          InterruptedException,
          ScenarioException,
          TopologyException,
          TestbedException {
    List<String> problems = new ArrayList<>();
    for (String option : SAID_BY_SCENARIO) {
      if (isGiven(option)) {
        problems.add(option + " is for bursts without a --scenario. Maybe leave it out.");
      }
    }
    List<TestbedConfiguration> parsed = parse(problems);
    if (!(network.scale() > 0)) {
      problems.add("--scale has to be more than 0. Maybe 1.");
    }
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    Workload workload = Workload.read(scenario, ScenarioOptions.LIMITS).scaled(network.scale());
    ScenarioOptions options =
        new ScenarioOptions(
            workload,
            ShapedTopology.of(workload),
            parsed,
            rounds.measured(),
            rounds.warmUp(),
            network.queues(),
            network.seed(),
            network.out());
    problems.addAll(options.problems());
    if (!problems.isEmpty()) {
      return output.tell(problems, ExitCodes.WRONG_USE);
    }
    TestbedConfiguration.checkFiles(parsed);
    return run(options);
  }

  private int run(ScenarioOptions options)
      throws IOException, InterruptedException, TestbedException {
    WorkloadResult result = new ScenarioRun(options, output.err()).run();
    String json = result.json(TestbedJson.options(options));
    Files.writeString(options.out().resolve("result.json"), json);
    output.print(output.isJson() ? json + "\n" : result.table());
    sayIfBusy(result.tooBusy());
    List<String> problems = result.problems();
    return output.tell(problems, problems.isEmpty() ? ExitCodes.FINE : ExitCodes.FAILED);
  }

  private void sayIfBusy(boolean tooBusy) {
    if (tooBusy) {
      output.say("The cores were more than 80 % busy, so the links may not have been the limit.");
      output.say("Maybe a smaller --scale and --chunk-size, or nothing else on the machine.");
    }
  }

  /** What the options ask to be written. */
  CellGrid grid() {
    ByteSize chunkSize = network.chunkSize();
    boolean onlySmall = smallFiles.isPresent() && !figure10 && !isGiven("--chunks-per-writer");
    return new CellGrid(
        figure10 ? CellGrid.FIGURE_10_WRITERS : writers,
        figure10 ? CellGrid.FIGURE_10_CHUNKS : onlySmall ? List.of() : chunksPerWriter,
        smallFiles,
        smallFileSize == null
            ? new ByteSize(Math.max(1, chunkSize.bytes() / SMALL_FILES_PER_CHUNK))
            : smallFileSize,
        chunkSize,
        threads);
  }

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private int run(TestbedOptions options)
      throws CommandFailure, IOException, InterruptedException, TestbedException {
    if (calibrate) {
      return new Testbed(options, output.err())
          .calibrate(options.out().resolve("calibrated.yaml"), output.isJson());
    }
    TestbedResult result = new Testbed(options, output.err()).run();
    String brief = TestbedJson.brief(result);
    Files.writeString(options.out().resolve("result.json"), brief);
    Path report = options.out().resolve("report.html");
    Files.writeString(
        report,
        ReportPage.render("Peace: testbed", TestbedCommand.class, TestbedJson.tree(result)));
    output.print(
        output.isJson() ? brief + "\n" : TestbedTable.render(result) + "Report: " + report + "\n");
    sayIfBusy(result.tooBusy());
    List<String> problems = new ArrayList<>(result.failures());
    result
        .brokenOff()
        .ifPresent(
            why ->
                problems.add(
                    "%s%nThe run broke off after %d of %s; the figures until then are in %s."
                        .formatted(
                            why,
                            result.rounds().size(),
                            Count.of(Turn.all(options).size(), "burst"),
                            options.out())));
    problems.forEach(output::say);
    if (summary != null) {
      OutputFile.write(summary, summaryOf(result));
    }
    return problems.isEmpty() ? ExitCodes.FINE : ExitCodes.FAILED;
  }

  private String summaryOf(TestbedResult result) throws IOException, InterruptedException {
    Optional<Path> home =
        Optional.ofNullable(System.getProperty("peace.home"))
            .map(path -> Path.of(path).toAbsolutePath().normalize());
    return TestbedSummary.render(
        result, Surroundings.here(home), spec.commandLine().getParseResult().expandedArgs(), home);
  }
}
