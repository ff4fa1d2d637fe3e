package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

  @Option(
      names = "--ablate",
      description = {
        "Instead: what each thing that the coordinator does is worth; each folder's geometric",
        "means without one after the other. With all scenarios some 10 minutes on two cores."
      })
  private boolean ablate;

  @Option(
      names = "--vary",
      description = {
        "Instead: what each constant of the coordinator is worth; the same with each of them two",
        "thirds and one and a half times as large (with these exponents, if a factor). With all",
        "scenarios some half an hour on two cores."
      })
  private boolean vary;

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public SimulateCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (ablate && vary) {
      throw new ParameterException(
          spec.commandLine(),
          "--ablate and --vary exclude each other. Maybe run one after the other.");
    }
    Map<String, List<Scenario>> folders = ScenarioFiles.read(paths, "", spec);
    PrintWriter out = spec.commandLine().getOut();
    boolean failed;
    if (ablate) {
      failed = ablate(folders, Variant.withoutEach(), out);
    } else if (vary) {
      failed = ablate(folders, Variant.withEachVaried(), out);
    } else {
      failed = simulate(folders, out);
    }
    out.flush();
    return failed ? ExitCodes.FAILED : ExitCodes.FINE;
  }

  /** Returns whether something came to no end. */
  private boolean ablate(
      Map<String, List<Scenario>> folders, List<Variant> variants, PrintWriter out) {
    Map<String, Ablation> ablations = new LinkedHashMap<>();
    boolean failed = false;
    for (Map.Entry<String, List<Scenario>> folder : folders.entrySet()) {
      try {
        ablations.put(
            folder.getKey(),
            Ablation.of(
                folder.getValue(),
                variants,
                options.order(),
                options.rounds(),
                options.seed(),
                (done, of) -> output.say("%s: %d of %d".formatted(folder.getKey(), done, of))));
      } catch (SimulationException e) {
        failed = true;
        output.say(e.getMessage());
      }
    }
    if (output.isJson()) {
      AblationPrinter.json(ablations, out);
    } else {
      AblationPrinter.text(ablations, out);
    }
    return failed;
  }

  /** Returns whether something came to no end. */
  private boolean simulate(Map<String, List<Scenario>> folders, PrintWriter out) {
    int rounds = options.rounds();
    GroupOrder order = options.order();
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
    return failed;
  }
}
