package org.peacescheduler.trace;

import java.nio.file.Path;
import java.util.Optional;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.NameNodeRecording;
import org.peacescheduler.cli.OutputFile;
import org.peacescheduler.hdfs.config.NamedShares;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.status.Text;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be said of any command that reads a recording. Made by the command line. */
public final class RecordingOptions {
  private static final int MOST_RACKS = 100;
  private static final double LEAST_TIMES = 0.01;
  private static final double MOST_TIMES = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description =
          "The topology file of the cluster. Without it one switch is taken for all, and "
              + "what servers were seen to carry.")
  private Optional<Path> topology = Optional.empty();

  /** The modes of a NameNode whose files a trace may have. */
  public enum Mode {
    /** Stock HDFS places. */
    SHADOW(Recording.Kind.SHADOW),
    /** Peace places. */
    ENFORCE(Recording.Kind.ENFORCE);

    private final Recording.Kind kind;

    Mode(Recording.Kind kind) {
      this.kind = kind;
    }
  }

  @Option(
      names = "--recorded",
      paramLabel = "MODE",
      description =
          "If the mode was changed: take the files that were written in this mode, shadow or "
              + "enforce. Default: the mode in which more was written.")
  private Optional<Mode> recorded = Optional.empty();

  @Option(
      names = "--more-racks",
      paramLabel = "N",
      description = "What if there were so many more racks like the largest one?")
  private int moreRacks;

  @Option(
      names = "--links-times",
      paramLabel = "X",
      description = "What if links between switches carried so many times as much?")
  private double linksTimes = 1;

  @Option(
      names = "--servers-times",
      paramLabel = "X",
      description = "What if servers' own links did?")
  private double serversTimes = 1;

  @Option(
      names = "--shares",
      paramLabel = "TEXT",
      description = "What if these were dfs.namenode.peace.shares?")
  private String shares = "";

  @Option(
      names = "--save-scenario",
      paramLabel = "FILE",
      description = "Write the recording as a scenario file, too.")
  private Optional<Path> saved = Optional.empty();

  @Option(
      names = "--assume-block",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Block size where the recording has none; default: 128 MiB.")
  private ByteSize block = ByteSize.parse("128 MiB");

  @Option(
      names = "--assume-file",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "Size of each file of an audit log; default: 128 MiB.")
  private ByteSize file = ByteSize.parse("128 MiB");

  /** The network of the NameNode that was asked, if one was. */
  private Optional<Topology> ofNameNode = Optional.empty();

  /** Made by the command line. */
  public RecordingOptions() {}

  /** Refuses numbers that make no sense. */
  public void check() {
    if (moreRacks < 0 || moreRacks > MOST_RACKS) {
      refuse("--more-racks is %d, not between 0 and %d.".formatted(moreRacks, MOST_RACKS));
    }
    check("--links-times", linksTimes);
    check("--servers-times", serversTimes);
    shares();
    saved.flatMap(to -> OutputFile.problem("--save-scenario", to)).ifPresent(this::refuse);
  }

  private void check(String option, double times) {
    if (!(times >= LEAST_TIMES && times <= MOST_TIMES)) {
      refuse("%s is %s, not between 0.01 and 100.".formatted(option, times));
    }
  }

  private void refuse(String message) {
    throw new ParameterException(spec.commandLine(), message);
  }

  /** What users and paths are due. */
  public NamedShares shares() {
    try {
      return shares.isBlank() ? NamedShares.NONE : NamedShares.parse(shares);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--shares: " + e.getMessage(), e);
    }
  }

  /** Reads a recording. */
  public Recording recording(Path trace) throws CommandFailure {
    Recording recording = read(trace, recorded.map(mode -> mode.kind));
    if (recorded.isPresent() && !recording.hasTimes()) {
      refuse(
          "--recorded is for traces, and '%s' is an audit log, which has no modes.%nMaybe leave --recorded out."
              .formatted(trace));
    }
    return recording;
  }

  /** Reads a trace of the other mode than a recording has. */
  public Recording recordingAgainst(Recording recording, Path trace) throws CommandFailure {
    return read(
        trace, recording.hasTimes() ? Optional.of(recording.kind().other()) : Optional.empty());
  }

  private Recording read(Path trace, Optional<Recording.Kind> mode) throws CommandFailure {
    try {
      return TraceReader.read(trace, new TraceReader.Assumed(block.bytes(), file.bytes()), mode);
    } catch (TraceException e) {
      throw CommandFailure.badInput(e.getMessage(), e);
    }
  }

  /**
   * Reads what a NameNode remembers; on its own network, unless a topology file is given.
   *
   * @param source what messages call it
   */
  public Recording recording(NameNodeRecording saved, String source) throws CommandFailure {
    Recording read = recording(saved.trace());
    if (topology.isEmpty()) {
      try {
        ofNameNode = Optional.of(TopologyReader.read(saved.topology()));
      } catch (TopologyException e) {
        throw CommandFailure.badInput(
            "The network of %s makes no topology file:%n%s%nMaybe give one: --topology."
                .formatted(source, e.getMessage()),
            e);
      }
    }
    return new Recording(source, read.kind(), read.files(), read.notes());
  }

  /** Whether something is to be changed. */
  public boolean isWhatIf() {
    return !whatIf().isNothing() || !shares.isBlank();
  }

  /** What is to be changed, in a few words; empty if nothing is. */
  public String whatIfText() {
    StringBuilder text = new StringBuilder();
    if (moreRacks > 0) {
      text.append(", ").append(Text.count(moreRacks, "more rack"));
    }
    if (linksTimes != 1) {
      text.append(", links times ").append(linksTimes);
    }
    if (serversTimes != 1) {
      text.append(", servers times ").append(serversTimes);
    }
    if (!shares.isBlank()) {
      text.append(", shares ").append(shares);
    }
    return text.isEmpty() ? "" : text.substring(2);
  }

  private WhatIf whatIf() {
    return new WhatIf(moreRacks, linksTimes, serversTimes);
  }

  /** The scenario of a recording as it was made. */
  public ScenarioText asRecorded(Recording recording) throws CommandFailure {
    return scenario(recording, WhatIf.NOTHING);
  }

  /** The scenario of a recording with what is to be changed; saved if that is asked for. */
  public ScenarioText changed(Recording recording) throws CommandFailure {
    ScenarioText scenario = scenario(recording, whatIf());
    if (saved.isPresent()) {
      OutputFile.write(saved.get(), scenario.yaml());
    }
    return scenario;
  }

  private ScenarioText scenario(Recording recording, WhatIf whatIf) throws CommandFailure {
    try {
      Optional<Topology> network =
          topology.isPresent() ? Optional.of(TopologyReader.read(topology.get())) : ofNameNode;
      return ScenarioText.of(recording, network, whatIf);
    } catch (TopologyException | TraceException e) {
      throw CommandFailure.badInput(e.getMessage(), e);
    }
  }
}
