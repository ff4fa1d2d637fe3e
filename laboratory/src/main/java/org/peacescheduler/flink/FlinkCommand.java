package org.peacescheduler.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.laboratory.Configurations;
import org.peacescheduler.laboratory.Rounds;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.measure.Count;
import org.peacescheduler.measure.Output;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.testbed.NetworkOptions;
import org.peacescheduler.testbed.TestbedException;
import org.peacescheduler.testbed.TestbedHdfs;
import org.peacescheduler.testbed.UnbuildableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ./peace flink}: how long checkpoints of Flink jobs take on the testbed.
 *
 * <p>Exit codes: 0 fine, 1 a checkpoint failed or the testbed did, 2 wrong use, 3 the topology file
 * is bad.
 */
@Command(
    name = "flink",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Runs Apache Flink on the testbed's cluster of network namespaces, lets several "
          + "jobs take checkpoints to HDFS at the same moment, under several configurations "
          + "in turn, and tells how long Flink says that they took.",
      "Needs root on Linux, ip and tc. docs/flink.md has more."
    })
public final class FlinkCommand implements CliCommand {
  @Mixin private NetworkOptions network = new NetworkOptions(Path.of("target", "flink"));

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs, each with a Flink cluster of its own.")
  private int jobs = 4;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks of each job, each on a task manager and host of its own.")
  private int tasks = 4;

  @Option(
      names = "--state",
      paramLabel = "SIZE",
      defaultValue = "4MiB",
      converter = ByteSizeConverter.class,
      description = "State of each task.")
  private ByteSize state;

  @Option(
      names = "--value",
      paramLabel = "SIZE",
      defaultValue = "64KiB",
      converter = ByteSizeConverter.class,
      description = "Of each value in the state.")
  private ByteSize value;

  @Option(
      names = "--turn",
      paramLabel = "SECONDS",
      description = "In which a job writes all its values anew.")
  private int turnSeconds = 5;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "hashmap",
      description = "hashmap, rocksdb (incremental) or changelog (of hashmap).")
  private StateBackend backend;

  @Option(names = "--unaligned", description = "Barriers overtake records.")
  private boolean unaligned;

  @Option(
      names = "--together",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "4,1",
      description = "Jobs that take a checkpoint at the same moment; each number is measured.")
  private List<Integer> together;

  @Option(
      names = "--checkpoints",
      paramLabel = "N",
      description = "Of each number, or of each job by Flink's timer, in each turn.")
  private int checkpoints = 2;

  @Mixin private Rounds rounds = new Rounds(3, 1);

  @Option(
      names = "--configurations",
      paramLabel = "C,C",
      split = ",",
      defaultValue = "stock,peace-patched",
      description =
          "As for './peace testbed', triggered together; with +interval=N by Flink's own timer,"
              + " each N seconds, the first at random within them; with +turns the jobs wait for their"
              + " turns (peace-flink), by Peace's request protocol; with +first-block, by the first"
              + " block; with +unreachable they first ask on a host that is gone.")
  private List<String> configurations;

  @Mixin private Output output;

  /** Made by the command line. */
  public FlinkCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      int code = network.check(output);
      if (code != ExitCodes.FINE) {
        return code;
      }
      List<String> problems = new ArrayList<>();
      FlinkOptions options = options(problems);
      problems.addAll(options.problems(TestbedHdfs.hosts(options.shape()).size()));
      if (!problems.isEmpty()) {
        return output.tell(problems, ExitCodes.WRONG_USE);
      }
      List<String> missing = TestbedHdfs.missing();
      return missing.isEmpty() ? run(options) : output.tell(missing, ExitCodes.FAILED);
    } catch (TopologyException | UnbuildableException e) {
      return output.tell(List.of(e.getMessage()), ExitCodes.BAD_INPUT);
    } catch (TestbedException e) {
      return output.tell(List.of(e.getMessage()), ExitCodes.FAILED);
    }
  }

  /** What was asked; configurations that cannot be read are left out, and told of. */
  private FlinkOptions options(List<String> problems) {
    List<FlinkConfiguration> parsed =
        Configurations.parse(configurations, FlinkConfiguration::parse, problems);
    return new FlinkOptions(
        network.shape(FlinkOptions.hdfs(parsed)),
        parsed,
        jobs,
        tasks,
        state,
        value,
        turnSeconds,
        backend,
        unaligned,
        together,
        checkpoints,
        rounds.measured(),
        rounds.warmUp());
  }

  private int run(FlinkOptions options)
      throws IOException, TopologyException, TestbedException, InterruptedException {
    Path module = Path.of(System.getProperty("peace.home", ".")).resolve("flink-job");
    FlinkResult result =
        new FlinkLab(options, module, output.err())
            .run(FlinkFiles.jar(module, "peace-flink-job-*.jar"));
    String document = FlinkJson.result(result);
    Files.writeString(options.shape().out().resolve("result.json"), document);
    Path report = options.shape().out().resolve("report.html");
    Files.writeString(
        report, ReportPage.render("Peace: Flink", FlinkCommand.class, FlinkJson.tree(result)));
    output.print(
        output.isJson() ? document + "\n" : FlinkTable.render(result) + "Report: " + report + "\n");
    List<String> problems = new ArrayList<>();
    result.brokenOff().ifPresent(problems::add);
    if (result.failed() > 0) {
      problems.add(
          "%s failed. Maybe the logs in %s say why."
              .formatted(
                  Count.of(result.failed(), "checkpoint"), options.shape().out().resolve("logs")));
    }
    return problems.isEmpty() ? ExitCodes.FINE : output.tell(problems, ExitCodes.FAILED);
  }
}
