package org.peacescheduler.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.peacescheduler.journal.Replay;
import org.peacescheduler.status.Text;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace replay}: whether a journal's decisions are made again, or the first that is not. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Makes all decisions of a journal (dfs.namenode.peace.journal.file) again, and "
          + "shows the first one that differs; then it ends with 1.",
      "So a bug report with a journal can be looked into without the cluster."
    })
public final class ReplayCommand implements CliCommand {
  private static final String ZIPPED = ".gz";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "JOURNAL",
      description = "Its files, the oldest first: JOURNAL.2 JOURNAL.1 JOURNAL. May end with .gz.")
  private List<Path> files;

  /** Made by the command line. */
  public ReplayCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    Replay.Result result = replayed();
    if (result instanceof Replay.Result.Refused refused) {
      throw unreadable(refused.reason(), null);
    }
    spec.commandLine().getOut().println(text(result));
    spec.commandLine().getOut().flush();
    return result instanceof Replay.Result.Same ? ExitCodes.FINE : ExitCodes.FAILED;
  }

  private Replay.Result replayed() throws CommandFailure {
    List<InputStream> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(open(file));
      }
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  new SequenceInputStream(Collections.enumeration(opened)),
                  StandardCharsets.UTF_8))) {
        return Replay.of(lines.lines().iterator());
      }
    } catch (NoSuchFileException e) {
      throw CommandFailure.badInput(
          "There is no file '%s'.%nMaybe name the files of 'dfs.namenode.peace.journal.file', the oldest first."
              .formatted(e.getMessage()),
          e);
    } catch (IOException e) {
      throw unreadable(e.toString(), e);
    } catch (UncheckedIOException e) {
      throw unreadable(e.getCause().toString(), e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return file.toString().endsWith(ZIPPED) ? new GZIPInputStream(in) : in;
  }

  private CommandFailure unreadable(String why, Throwable cause) {
    return CommandFailure.badInput(
        "%s cannot be replayed: %s%nMaybe name all files of one journal, the oldest first."
            .formatted(files, why),
        cause);
  }

  /** A result for a terminal. */
  private static String text(Replay.Result result) {
    if (result instanceof Replay.Result.Different different) {
      return "Line %d is decided otherwise.%n  call:    %s%n  journal: %s%n  replay:  %s"
          .formatted(different.line(), different.call(), different.journal(), different.replay());
    }
    Replay.Result.Same same = (Replay.Result.Same) result;
    return "%s, %s: all as in the journal.%s"
        .formatted(
            Text.count(same.calls(), "call"),
            Text.count(same.decisions(), "event"),
            same.thrown().map(e -> "%nA call threw %s.".formatted(e)).orElse(""));
  }
}
