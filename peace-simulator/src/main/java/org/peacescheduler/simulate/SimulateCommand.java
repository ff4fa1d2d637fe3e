package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.config.NamedShares;
import org.peacescheduler.measure.Output;
import org.peacescheduler.trace.Recording;
import org.peacescheduler.trace.RecordingOptions;
import org.peacescheduler.trace.ScenarioText;
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
      "Runs bursts of writes in a model of the network, as stock HDFS places them and "
          + "with Peace.",
      "The same files and the same seed give the same figures. docs/simulator.md "
          + "tells how to write a scenario, and what the model has not."
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
      description =
          "Instead: what each thing that the coordinator does is worth; each folder's "
              + "geometric means without one after the other; with --random N of all that are "
              + "drawn. With all scenarios some 10 minutes on two cores.")
  private boolean ablate;

  @Option(
      names = "--vary",
      description =
          "Instead: what each constant of the coordinator is worth; the same with each of "
              + "them two thirds and one and a half times as large (with these exponents, if a "
              + "factor). With all scenarios some half an hour on two cores; with --random N "
              + "those that are drawn.")
  private boolean vary;

  @Option(
      names = "--placement-seed",
      paramLabel = "N",
      description =
          "Seed of the chances by which Peace places, on the same load; default: ${DEFAULT-VALUE}.")
  private long placement;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "Compare with that file, as --write-baseline wrote it, and fail if a geometric "
              + "mean is more than 0.01 outside of those of the file's placement seeds, or a "
              + "scenario is more than 1.05 times as late as with the worst of them.")
  private Optional<Path> baseline = Optional.empty();

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      description = "Instead: write the ratios of each scenario with placement seeds 0 to 3.")
  private Optional<Path> newBaseline = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "TRACE",
      description =
          "Instead: what a NameNode's trace (dfs.namenode.peace.trace.file) or an audit "
              + "log has, with what-if options; './peace report TRACE' has it burst by burst.")
  private Optional<Path> from = Optional.empty();

  @Mixin private RecordingOptions recording = new RecordingOptions();

  @Mixin private RandomOptions random = new RandomOptions();

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
    Optional<String> problem =
        newBaseline
            .flatMap(file -> OutputFile.problem("--write-baseline", file))
            .or(random::problem);
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    PrintWriter out = spec.commandLine().getOut();
    boolean failed;
    if (from.isPresent()) {
      failed = compareRecording(from.get(), out);
    } else if (random.isAskedFor() && (ablate || vary)) {
      failed = run(random.folder(options.seed()), out);
    } else if (random.isAskedFor()) {
      failed = random.run(options, Variant.placedBy(placement), output, out);
    } else {
      failed = run(ScenarioFiles.read(paths, "", spec), out);
    }
    out.flush();
    return failed ? ExitCodes.FAILED : ExitCodes.FINE;
  }

  /** Returns whether something came to no end. */
  private boolean compareRecording(Path trace, PrintWriter out) throws CommandFailure {
    recording.check();
    Recording recorded = recording.recording(trace);
    Map<String, ScenarioText> texts = new LinkedHashMap<>();
    if (recording.isWhatIf()) {
      texts.put("as recorded", recording.asRecorded(recorded));
      texts.put(recording.whatIfText(), recording.changed(recorded));
    } else {
      texts.put("as recorded", recording.changed(recorded));
    }
    texts.get("as recorded").notes().forEach(output::say);
    boolean failed = false;
    try (ResultPrinter printer = output.isJson() ? new JsonResults(out) : new TextResults(out)) {
      printer.folder(String.valueOf(trace.getFileName()));
      for (Map.Entry<String, ScenarioText> text : texts.entrySet()) {
        NamedShares shares =
            text.getKey().equals("as recorded") ? NamedShares.NONE : recording.shares();
        try {
          Scenario scenario = ScenarioReader.parse(text.getValue().yaml(), text.getKey());
          Trial trial = new Trial(scenario, options.order(), Variant.placedBy(placement), shares);
          printer.scenario(
              scenario, Comparison.of(trial, options.rounds(), options.seed(), List.of()));
        } catch (ScenarioException e) {
          throw CommandFailure.badInput(e.getMessage(), e);
        } catch (SimulationException e) {
          failed = true;
          output.say(text.getKey() + ": " + e.getMessage());
        }
      }
    }
    return failed;
  }

  /** Returns whether something failed. */
  private boolean run(Map<String, List<Scenario>> folders, PrintWriter out) throws CommandFailure {
    boolean failed;
    if (newBaseline.isPresent()) {
      failed = writeBaseline(folders, newBaseline.get());
    } else if (ablate) {
      failed = ablate(folders, Variant.withoutEach(), out);
    } else if (vary) {
      failed = ablate(folders, Variant.withEachVaried(), out);
    } else {
      failed = simulate(folders, out);
    }
    return failed;
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
  private boolean writeBaseline(Map<String, List<Scenario>> folders, Path file)
      throws CommandFailure {
    String core = Checkout.own().coreCommit();
    try {
      Baseline.run(folders, options.order(), options.rounds(), options.seed())
          .write(
              file,
              List.of(
                  "core of commit " + core,
                  "./peace %s"
                      .formatted(
                          String.join(" ", spec.commandLine().getParseResult().originalArgs()))));
    } catch (SimulationException e) {
      output.say(e.getMessage());
      return true;
    }
    return false;
  }

  /** Returns whether something came to no end, or is worse than the baseline. */
  private boolean simulate(Map<String, List<Scenario>> folders, PrintWriter out)
      throws CommandFailure {
    int rounds = options.rounds();
    GroupOrder order = options.order();
    Variant variant = Variant.placedBy(placement);
    Optional<Baseline> before =
        baseline.isPresent() ? Optional.of(Baseline.read(baseline.get())) : Optional.empty();
    List<String> worse = new ArrayList<>();
    boolean failed = false;
    try (ResultPrinter printer = output.isJson() ? new JsonResults(out) : new TextResults(out)) {
      for (Map.Entry<String, List<Scenario>> folder : folders.entrySet()) {
        printer.folder(folder.getKey());
        Summary summary = new Summary();
        for (Scenario scenario : folder.getValue()) {
          try {
            List<Comparison> bursts =
                Comparison.of(scenario, order, variant, rounds, options.seed());
            summary.add(scenario, bursts);
            printer.scenario(scenario, bursts);
          } catch (SimulationException e) {
            failed = true;
            output.say(scenario.name() + ": " + e.getMessage());
          }
        }
        before.ifPresent(file -> worse.addAll(file.problems(folder.getKey(), summary)));
        printer.folderEnds();
      }
    }
    worse.forEach(output::say);
    return failed || !worse.isEmpty();
  }
}
