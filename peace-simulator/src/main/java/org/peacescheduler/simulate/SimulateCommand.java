package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace simulate}: what Peace makes of scenarios, beside all chunks at once. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs bursts of writes in a model of the network, as stock HDFS places them and with Peace.",
      "The same files and the same seed give the same figures.",
      "docs/simulator.md tells how to write a scenario, and what the model has not."
    })
public final class SimulateCommand implements CliCommand {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE or DIR",
      arity = "0..*",
      description = "Scenarios, or folders of them; default: those that come with Peace.")
  private List<Path> paths = List.of();

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public SimulateCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    int rounds = options.rounds();
    GroupOrder order = options.order();
    Map<String, List<Scenario>> folders = ScenarioFiles.read(paths, "", spec);
    PrintWriter out = spec.commandLine().getOut();
    boolean failed = false;
    try (ResultPrinter printer = output.isJson() ? new JsonResults(out) : new TextResults(out)) {
      for (Map.Entry<String, List<Scenario>> folder : folders.entrySet()) {
        printer.folder(folder.getKey());
        for (Scenario scenario : folder.getValue()) {
          try {
            printer.scenario(scenario, Comparison.of(scenario, order, rounds, options.seed()));
          } catch (SimulationException e) {
            failed = true;
            output.say(scenario.name() + ": " + e.getMessage());
          }
        }
        printer.folderEnds();
      }
    }
    out.flush();
    return failed ? ExitCodes.FAILED : ExitCodes.FINE;
  }
}
