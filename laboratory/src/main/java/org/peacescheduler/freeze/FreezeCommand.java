package org.peacescheduler.freeze;

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
import org.peacescheduler.measure.JsonFigures;
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
 * {@code ./peace freeze}: how long state is frozen, and how old what is written, by when the
 * snapshot is taken.
 *
 * <p>Exit codes: 0 fine, 1 a checkpoint failed or the testbed did, 2 wrong use, 3 the topology file
 * is bad.
 */
@Command(
    name = "freeze",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Units on the testbed's cluster of network namespaces submit a checkpoint at "
          + "the same moment, and go on updating their state while it waits and is written: "
          + "under stock HDFS; under Peace, the snapshot taken at submission; under Peace, "
          + "the snapshot taken at the unit's turn.",
      "Needs root on Linux, ip and tc. docs/checkpoints.md has more."
    })
public final class FreezeCommand implements CliCommand {
  @Mixin private NetworkOptions network = new NetworkOptions(Path.of("target", "freeze"));

  @Option(
      names = "--units",
      paramLabel = "N",
      description = "Units that write together, each on a host of its own.")
  private int units = 16;

  @Option(names = "--chunks", paramLabel = "N", description = "Chunks of each unit's state.")
  private int chunks = 8;

  @Option(
      names = "--page",
      paramLabel = "SIZE",
      defaultValue = "8KiB",
      converter = ByteSizeConverter.class,
      description = "Bytes of a page, which is copied if it is updated while it is frozen.")
  private ByteSize page;

  @Option(names = "--updates", paramLabel = "N", description = "Updates a second of each unit.")
  private int updates = 100;

  @Option(names = "--threads", paramLabel = "N", description = "That write a checkpoint.")
  private int threads = 4;

  @Mixin private Rounds rounds = new Rounds(3, 1);

  @Option(
      names = "--configurations",
      paramLabel = "C,C",
      split = ",",
      defaultValue = "stock,peace-patched,peace-patched+turns",
      description =
          "As for './peace testbed', snapshot at submission; with +turns, snapshot at the unit's"
              + " turn by Peace's request protocol; with +first-block, by the first block;"
              + " with +unreachable, the same after asking on a host that is gone.")
  private List<String> configurations;

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public FreezeCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      int code = network.check(output);
      if (code != ExitCodes.FINE) {
        return code;
      }
      List<String> problems = new ArrayList<>();
      FreezeOptions options = options(problems);
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
  private FreezeOptions options(List<String> problems) {
    List<FreezeConfiguration> parsed =
        Configurations.parse(configurations, FreezeConfiguration::parse, problems);
    return new FreezeOptions(
        network.shape(FreezeOptions.hdfs(parsed)),
        parsed,
        units,
        chunks,
        page,
        updates,
        threads,
        rounds.measured(),
        rounds.warmUp());
  }

  private int run(FreezeOptions options)
      throws IOException, TopologyException, TestbedException, InterruptedException {
    FreezeResult result = new FreezeLab(options, output.err()).run();
    String document = JsonFigures.pretty(result.json());
    Path out = options.shape().out();
    Files.writeString(out.resolve("result.json"), document);
    Path report = out.resolve("report.html");
    Files.writeString(
        report, ReportPage.render("Peace: frozen state", FreezeCommand.class, result.tree()));
    output.print(output.isJson() ? document + "\n" : result.table() + "Report: " + report + "\n");
    return result
        .brokenOff()
        .map(why -> output.tell(List.of(why), ExitCodes.FAILED))
        .orElse(ExitCodes.FINE);
  }
}
