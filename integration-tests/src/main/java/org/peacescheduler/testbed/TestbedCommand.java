package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.ReportPage;
import org.peacescheduler.network.topology.TopologyException;
import picocli.CommandLine.Command;
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
      "Builds a cluster of network namespaces from a topology file, with links shaped to its"
          + " bandwidths, and lets bursts of writes run on real daemons under several"
          + " configurations in turn.",
      "Needs root on Linux, ip and tc. docs/testbed.md has more."
    })
public final class TestbedCommand implements CliCommand {
  private static final long SMALL_FILES_PER_CHUNK = 4;

  @Spec private CommandSpec spec;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "The network to build; also what Peace is told of it.")
  private Path topology;

  @Option(
      names = "--scale",
      paramLabel = "X",
      description = "What all its rates are multiplied by.")
  private double scale = 1;

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
      names = "--chunk-size",
      paramLabel = "SIZE",
      defaultValue = "1MiB",
      converter = ByteSizeConverter.class,
      description = "Such as 1MiB or 512KiB.")
  private ByteSize chunkSize;

  @Option(names = "--replication", paramLabel = "N", description = "Replicas of each chunk.")
  private int replication = 3;

  @Option(
      names = "--own-disk",
      description =
          "The first replica goes to the writer's own disk, as HDFS has it unless a client says"
              + " otherwise. Without this none does.")
  private boolean ownDisk;

  @Option(names = "--rounds", paramLabel = "N", description = "Measured bursts of each.")
  private int rounds = 5;

  @Option(names = "--warm-up", paramLabel = "N", description = "Bursts before them.")
  private int warmUp = 2;

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
      names = "--queue",
      paramLabel = "N",
      description = "Packets that wait at most before a shaped link.")
  private int queue = 28;

  @Option(names = "--seed", paramLabel = "N", description = "Of Peace and of random starts.")
  private long seed = 1;

  @Option(names = "--out", paramLabel = "DIR", description = "Where results and logs go.")
  private Path out = Path.of("target", "testbed");

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "Also write the figures as Markdown, with what they were measured on.")
  private Path summary;

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

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
  public Integer call() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try {
      List<String> missing = Requirements.missing();
      if (!missing.isEmpty()) {
        return tell(missing, ExitCodes.FAILED);
      }
      if (clean) {
        TestNetwork.clean().forEach(n -> err.println("removed " + n));
        err.flush();
        return ExitCodes.FINE;
      }
      if (topology == null) {
        return tell(
            List.of(
                "--topology is missing. Maybe --topology"
                    + " integration-tests/testbed/two-rack.yaml"),
            ExitCodes.WRONG_USE);
      }
      return measure(err);
    } catch (TopologyException | UnbuildableException e) {
      return tell(List.of(e.getMessage()), ExitCodes.BAD_INPUT);
    } catch (TestbedException | IllegalArgumentException e) {
      return tell(List.of(e.getMessage()), ExitCodes.FAILED);
    }
  }

  private int measure(PrintWriter err)
      throws IOException, InterruptedException, TopologyException, TestbedException {
    List<String> problems = new ArrayList<>();
    List<TestbedConfiguration> parsed = new ArrayList<>();
    for (String configuration : configurations) {
      try {
        parsed.add(TestbedConfiguration.parse(configuration));
      } catch (IllegalArgumentException e) {
        problems.add(e.getMessage());
      }
    }
    if (!(scale > 0)) {
      problems.add("--scale has to be more than 0. Maybe 1.");
    }
    if (!Files.isReadable(topology)) {
      return tell(
          List.of(topology + " cannot be read. Maybe the path is wrong."), ExitCodes.BAD_INPUT);
    }
    if (!problems.isEmpty()) {
      return tell(problems, ExitCodes.WRONG_USE);
    }
    if (figure10 && (isGiven("--writers") || isGiven("--chunks-per-writer"))) {
      return tell(
          List.of(
              "--figure10 says itself how many write how much."
                  + " Maybe leave out --writers and --chunks-per-writer."),
          ExitCodes.WRONG_USE);
    }
    TestbedOptions options =
        new TestbedOptions(
            ShapedTopology.of(Files.readString(topology), topology.toString(), scale),
            grid(),
            new Replicas(replication, ownDisk),
            parsed,
            rounds,
            warmUp,
            queue,
            seed,
            out.toAbsolutePath());
    problems.addAll(options.problems());
    return problems.isEmpty() ? run(options, err) : tell(problems, ExitCodes.WRONG_USE);
  }

  /** What the options ask to be written. */
  CellGrid grid() {
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

  private int run(TestbedOptions options, PrintWriter err)
      throws IOException, InterruptedException, TestbedException {
    if (calibrate) {
      return new Testbed(options, err).calibrate(options.out().resolve("calibrated.yaml"), json);
    }
    TestbedResult result = new Testbed(options, err).run();
    String brief = TestbedJson.brief(result);
    Files.writeString(options.out().resolve("result.json"), brief);
    Path report = options.out().resolve("report.html");
    Files.writeString(
        report,
        ReportPage.render("Peace: testbed", TestbedCommand.class, TestbedJson.tree(result)));
    if (summary != null) {
      Files.writeString(summary, summaryOf(result));
    }
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(json ? brief + "\n" : TestbedTable.render(result) + "Report: " + report + "\n");
    stdout.flush();
    if (result.tooBusy()) {
      err.println("The cores were more than 80 % busy, so the links may not have been the limit.");
      err.println("Maybe a smaller --scale and --chunk-size, or nothing else on the machine.");
    }
    err.flush();
    List<String> problems = new ArrayList<>(result.failures());
    result
        .brokenOff()
        .ifPresent(
            why ->
                problems.add(
                    "%s%nThe run broke off after %d of %d bursts; their figures are in %s."
                        .formatted(
                            why, result.rounds().size(), Turn.all(options).size(), options.out())));
    return problems.isEmpty() ? ExitCodes.FINE : tell(problems, ExitCodes.FAILED);
  }

  private String summaryOf(TestbedResult result) throws IOException, InterruptedException {
    Optional<Path> home =
        Optional.ofNullable(System.getProperty("peace.home"))
            .map(path -> Path.of(path).toAbsolutePath().normalize());
    return TestbedSummary.render(
        result, Surroundings.here(home), spec.commandLine().getParseResult().expandedArgs(), home);
  }

  private int tell(List<String> messages, int code) {
    PrintWriter err = spec.commandLine().getErr();
    messages.forEach(err::println);
    err.flush();
    return code;
  }
}
