package org.peacescheduler.forecast;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.ExitCodes;
import org.peacescheduler.cli.NameNodeRecording;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.measure.JsonFigures;
import org.peacescheduler.measure.Output;
import org.peacescheduler.measure.WorkDirectory;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.SimulationException;
import org.peacescheduler.simulate.WriterTimes;
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

/** {@code peace report}: what Peace would have made of a trace, or has made of it. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "What Peace would have made of the bursts in a trace of shadow mode, or stock "
            + "HDFS of those in one of enforce, by the simulator on the recorded requests. "
            + "docs/forecast.md says how to get a trace, and how far off forecasts are.")
public final class ReportCommand implements CliCommand {
  private static final int MOST_ROUNDS = 100;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE|HOST:PORT",
      description =
          "The file of dfs.namenode.peace.trace.file; its full ones (.1, .2, ...) are "
              + "read with it. Or HDFS's audit log. Or a NameNode's web server: what it "
              + "remembers of the last hour, on the network that it has; for HDFS's superuser.")
  private String trace = "";

  @Option(
      names = "--against",
      paramLabel = "TRACE",
      description =
          "A trace of the same bursts in the other mode: shows how far off the forecast " + "was.")
  private Optional<Path> against = Optional.empty();

  @Option(names = "--out", paramLabel = "FILE", description = "Write the page with charts there.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Simulated rounds, of which medians are shown; default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random choices; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private RecordingOptions options = new RecordingOptions();

  @Mixin private Output output = new Output();

  /** Made by the command line. */
  public ReportCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    check();
    Recording recording = isAddress() ? ofNameNode() : options.recording(Path.of(trace));
    Optional<Recording> then =
        against.isPresent()
            ? Optional.of(options.recordingAgainst(recording, against.get()))
            : Optional.empty();
    ScenarioText scenario = options.changed(recording);
    Forecast forecast = Forecast.of(recording, scenario, simulate(scenario), options.isWhatIf());
    ObjectNode json = ForecastJson.tree(forecast, then);
    json.put("whatIf", options.whatIfText());
    output.print(
        output.isJson()
            ? JsonFigures.pretty(json) + System.lineSeparator()
            : ForecastText.render(forecast, then));
    if (out.isPresent()) {
      write(json, out.get());
    }
    return ExitCodes.FINE;
  }

  private void check() {
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      refuse("--rounds is %d, not between 1 and %d.".formatted(rounds, MOST_ROUNDS));
    }
    out.flatMap(file -> OutputFile.problem("--out", file)).ifPresent(this::refuse);
    options.check();
  }

  private boolean isAddress() {
    return NameNodeRecording.isAddress(trace) && !Files.exists(Path.of(trace));
  }

  /** What a NameNode remembers; on its own network if no file is given. */
  private Recording ofNameNode() throws CommandFailure {
    Path folder;
    try {
      folder = Files.createTempDirectory("peace-report");
    } catch (IOException e) {
      throw CommandFailure.failed("There is no room for the trace: " + e.getMessage(), e);
    }
    try {
      NameNodeRecording saved = NameNodeRecording.save(trace, folder);
      if (saved.isEmpty()) {
        throw CommandFailure.failed(
            "%s remembers no writes of the last hour.%nMaybe write something, from several hosts, and ask again."
                .formatted(trace));
      }
      return options.recording(saved, trace);
    } finally {
      WorkDirectory.delete(folder);
    }
  }

  private void refuse(String message) {
    throw new ParameterException(spec.commandLine(), message);
  }

  private WriterTimes simulate(ScenarioText scenario) throws CommandFailure {
    try {
      return WriterTimes.of(
          scenario.yaml(),
          trace,
          new WriterTimes.Settings(GroupOrder.FAIR_SOJOURN, options.shares(), rounds, seed));
    } catch (ScenarioException e) {
      throw CommandFailure.badInput(
          "The recording makes no scenario on this network:%n%s".formatted(e.getMessage()), e);
    } catch (SimulationException e) {
      throw CommandFailure.failed("The simulation comes to no end: " + e.getMessage(), e);
    }
  }

  private void write(ObjectNode json, Path file) throws CommandFailure {
    if (!ReportPage.isAvailable()) {
      output.say("No page, for Apache ECharts is not on the class path.");
      output.say("Maybe run it in a checkout of Peace.");
      return;
    }
    try {
      OutputFile.write(file, ReportPage.render("Peace: forecast", ReportCommand.class, json));
    } catch (IOException e) {
      throw CommandFailure.failed("The page cannot be made: " + e.getMessage(), e);
    }
    output.say("Page: " + file);
  }
}
