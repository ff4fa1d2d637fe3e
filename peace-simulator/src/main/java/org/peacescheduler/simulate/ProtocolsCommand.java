package org.peacescheduler.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.measure.Output;
import org.peacescheduler.report.ReportPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace protocols}: how long checkpoints take, by protocol and offered load. */
@Command(
    name = "protocols",
    mixinStandardHelpOptions = true,
    description = {
      "How long checkpoints take by protocol and offered load, in a model of the "
          + "network: with stock HDFS, with stock HDFS and random jitter, and with Peace.",
      "The periods are made such that checkpoints use that part of the bottleneck. "
          + "The same files and the same seed give the same figures; docs/protocols.md "
          + "explains them."
    })
public final class ProtocolsCommand implements CliCommand {
  private static final double LEAST_LOAD = 0.01;
  private static final double MOST_LOAD = 2;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE or DIR",
      arity = "0..*",
      description =
          "Scenarios with jobs that come periodically, or folders of them; default: the three"
              + " protocols on two networks.")
  private List<Path> paths = List.of();

  @Option(
      names = "--loads",
      paramLabel = "X,X",
      split = ",",
      defaultValue = "0.3,0.6,0.9",
      description = "Parts of the bottleneck's bandwidth; default: ${DEFAULT-VALUE}.")
  private List<Double> loads;

  @Option(
      names = "--jitter",
      paramLabel = "X",
      description =
          "How much earlier or later each checkpoint comes at most, of its period, where stock HDFS"
              + " has jitter; default: ${DEFAULT-VALUE}, any time.")
  private double jitter = 0.5;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the chart and the figures go; default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("target", "protocols");

  @Mixin private RunOptions options = new RunOptions();

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public ProtocolsCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    check();
    List<Scenario> scenarios = scenarios();
    List<LoadCurve> curves = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      try {
        LoadCurve curve =
            LoadCurve.of(
                scenario, loads, jitter, options.order(), options.rounds(), options.seed());
        curves.add(curve);
        if (!output.isJson()) {
          output.print(CurveTable.render(curve) + System.lineSeparator());
        }
      } catch (SimulationException e) {
        output.say(scenario.name() + ": " + e.getMessage());
      }
    }
    ObjectNode json = CurveJson.of(curves, jitter, options);
    if (output.isJson()) {
      output.print(JsonFigures.pretty(json) + System.lineSeparator());
    }
    write(json);
    return curves.size() == scenarios.size() ? ExitCodes.FINE : ExitCodes.FAILED;
  }

  private void check() {
    loads.stream()
        .filter(load -> !(load >= LEAST_LOAD && load <= MOST_LOAD))
        .findFirst()
        .ifPresent(load -> refuse("--loads has %s, which is not between 0.01 and 2.", load));
    if (!(jitter >= 0 && jitter <= 1)) {
      refuse("--jitter is %s, not between 0 and 1.", jitter);
    }
    options.rounds();
    options.order();
  }

  private void refuse(String message, double value) {
    throw new ParameterException(spec.commandLine(), message.formatted(value));
  }

  private List<Scenario> scenarios() throws CommandFailure {
    List<Scenario> scenarios =
        ScenarioFiles.read(paths, "protocols", spec).values().stream()
            .flatMap(List::stream)
            .toList();
    for (Scenario scenario : scenarios) {
      boolean hasCheckpoints =
          scenario.writers().stream()
              .anyMatch(group -> group.job().isPresent() && OfferedLoad.isPeriodic(group));
      if (!hasCheckpoints) {
        throw CommandFailure.badInput(
            "In scenario '%s' no job comes periodically.\n%s"
                .formatted(
                    scenario.name(),
                    "Maybe give writers 'job: a' and 'arrivals: {times: 8, every: 60}'."),
            null);
      }
    }
    return scenarios;
  }

  private void write(ObjectNode json) throws CommandFailure {
    try {
      Files.createDirectories(out);
      Files.writeString(
          out.resolve("protocols.json"), JsonFigures.pretty(json) + System.lineSeparator());
      if (ReportPage.isAvailable()) {
        Path report = out.resolve("report.html");
        Files.writeString(
            report, ReportPage.render("Peace: checkpoint protocols", ProtocolsCommand.class, json));
        output.say("Chart: " + report);
      } else {
        output.say("No chart, for Apache ECharts is not on the class path.");
        output.say("Maybe run it in a checkout of Peace.");
      }
    } catch (IOException e) {
      throw CommandFailure.failed(
          "'%s' cannot be written: %s\nMaybe name another folder with --out.".formatted(out, e));
    }
  }
}
