package org.peacescheduler.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.ByteSizeConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code peace turn}: waits for a turn, and runs a command in it.
 *
 * <p>Exit codes: the command's own; 75 if {@code --or-not} and the turn did not come in time, 127
 * if the command cannot be started, 1 if no turn can be asked for, 2 wrong use, 3 a bad
 * configuration directory.
 */
@Command(
    name = "turn",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Waits until it is the turn of what a command is going to write to HDFS, and "
          + "runs the command.",
      "So the command takes what it writes when the links have room for it. On a "
          + "NameNode without Peace the turn comes at once. docs/turns.md has more."
    },
    footer = {
      "",
      "Exit codes: the command's own; 75 with --or-not if the turn did not come in time, 127 if"
          + " the",
      "command cannot be started, 1 if no turn can be asked for, 2 wrong use, 3 bad input file."
    })
final class TurnCommand implements CliCommand {
  /** The turn did not come in time; as sendmail's EX_TEMPFAIL: try again later. */
  static final int LATER = 75;

  /** As shells have it. */
  static final int NOT_FOUND = 127;

  @Option(
      names = "--prefix",
      required = true,
      paramLabel = "PATH",
      description = "The directory in HDFS below which the command writes.")
  private String prefix;

  @Option(
      names = "--bytes",
      required = true,
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "What it writes in all, such as 8GiB; a guess will do.")
  private ByteSize bytes;

  @Option(names = "--files", paramLabel = "N", description = "How many files at the same time.")
  private int files = 1;

  @Option(names = "--replication", paramLabel = "N", description = "0: the file system's default.")
  private int replication;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = TimeConverter.class,
      description =
          "How long to wait at most; then the command is run all the same. 0s asks whether it "
              + "is its turn now.")
  private Duration longest;

  @Option(
      names = "--or-not",
      description = "Do not run the command if the turn does not come in time.")
  private boolean orNot;

  @Mixin private HadoopOptions hadoop;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "After --, with its arguments.")
  private List<String> command;

  @picocli.CommandLine.Spec private picocli.CommandLine.Model.CommandSpec spec;

  /** A time with its unit. */
  static final class TimeConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
      Matcher matcher = TIME.matcher(text.trim().toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'%s' is no time. Maybe 500ms, 60s, 5m or 1h.".formatted(text));
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
  }

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    if (!PeaceCommand.isTraceWanted()) {
      HdfsClientLog.silence();
    }
    check();
    Request request =
        Request.of(path(prefix))
            .members(List.of(new Request.Member(Optional.empty(), bytes.bytes(), files)))
            .replication(replication);
    try (Turn turn = turn(Turns.of(hadoop.configuration()), request)) {
      say(turn);
      return !turn.inTime() && orNot ? LATER : run(turn);
    }
  }

  private void check() throws CommandFailure {
    if (files < 1) {
      throw CommandFailure.wrongUse(
          "--files is %d; it has to be at least 1.".formatted(files), null);
    }
    if (replication < 0) {
      throw CommandFailure.wrongUse(
          "--replication is %d; it has to be at least 0.".formatted(replication), null);
    }
  }

  private static Path path(String prefix) throws CommandFailure {
    try {
      return new Path(prefix);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUse(
          "--prefix '%s' is no path.%nMaybe /backup, or hdfs://nn1:8020/backup.".formatted(prefix),
          e);
    }
  }

  private Turn turn(Turns turns, Request request) throws CommandFailure, InterruptedException {
    try {
      return longest.isZero()
          ? turns.askNow(request).orElseGet(Turns::none)
          : await(turns.ask(request));
    } catch (IOException | IllegalArgumentException e) { // Hadoop's for a host that is unknown.
      throw notAsked(prefix, e);
    }
  }

  /** No turn can be asked for, so the command is not run. */
  static CommandFailure notAsked(String prefix, Exception e) {
    String problem =
        new HdfsProblem(e)
            .text(
                "Maybe this user cannot write there.",
                "Maybe the NameNode is down, or has another host or port: fs.defaultFS in the"
                    + " cluster's core-site.xml names them.");
    return CommandFailure.failed(
        "No turn can be asked for below %s: %s".formatted(prefix, problem), e);
  }

  private Turn await(PendingTurn pending) throws CommandFailure, IOException, InterruptedException {
    try (AtExit cancelling = new AtExit(pending::cancel)) {
      return pending.await(longest);
    } catch (CancellationException e) {
      throw CommandFailure.failed("peace turn: ended while it waited", e);
    }
  }

  /** Whoever ends this command, as Ctrl-C does, is to leave nothing behind. */
  private static final class AtExit implements AutoCloseable {
    private final Thread hook;

    AtExit(Runnable work) {
      hook = new Thread(work, "peace-turn-exit");
      Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // This process is being ended, and the hook runs.
      }
    }
  }

  private void say(Turn turn) {
    String said;
    if (turn.inTime()) {
      String way = turn.way().name().toLowerCase(Locale.ROOT).replace('_', '-');
      said = "after " + seconds(turn) + " (" + way + ")";
    } else {
      said =
          (longest.isZero() ? "no turn now" : "no turn within " + seconds(turn))
              + (orNot
                  ? ", so the command is not run (--or-not)"
                  : ", so the command runs without a turn");
    }
    spec.commandLine().getErr().println("peace turn: " + said);
  }

  private static String seconds(Turn turn) {
    return String.format(
        Locale.ROOT, "%.1f s", turn.waited().toMillis() / (double) TimeUnit.SECONDS.toMillis(1));
  }

  private int run(Turn turn) throws CommandFailure, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("PEACE_TURN", turn.inTime() ? turn.way().name() : "NONE");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      spec.commandLine().getErr().println("peace turn: " + e.getMessage());
      return NOT_FOUND;
    }
    Runnable end =
        () -> {
          process.destroy();
          turn.close();
        };
    try (AtExit ending = new AtExit(end)) {
      return process.waitFor();
    }
  }
}
