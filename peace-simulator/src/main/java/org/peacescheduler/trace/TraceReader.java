package org.peacescheduler.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.cli.CalibrateFolder;
import org.peacescheduler.status.Text;

/**
 * Reads what {@code dfs.namenode.peace.trace.file} has, with its full files {@code FILE.1}, {@code
 * FILE.2}, …, and HDFS's audit log.
 *
 * <p>Example: {@code TraceReader.read(Path.of("peace.jsonl"), assumed)} has {@code peace.jsonl.2},
 * then {@code peace.jsonl.1}, then {@code peace.jsonl}.
 *
 * <p>Cost: linear in the lines; what is kept grows with the chunks. Stateless.
 */
public final class TraceReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_FULL_FILES = 100;

  private TraceReader() {}

  /**
   * What is taken for what a recording does not say.
   *
   * @param blockBytes of a full block
   * @param fileBytes of a file of an audit log
   */
  public record Assumed(long blockBytes, long fileBytes) {}

  /**
   * Reads a trace or an audit log, whichever it is.
   *
   * @param mode whose files of a trace are wanted: {@code SHADOW} or {@code ENFORCE}; if empty, the
   *     mode in which more was written
   */
  public static Recording read(Path file, Assumed assumed, Optional<Recording.Kind> mode)
      throws TraceException {
    List<Path> files = withFullOnes(file);
    try {
      return isTrace(file)
          ? readTrace(file.toString(), files, new Assembly(assumed.blockBytes(), mode))
          : readAuditLog(file.toString(), files, assumed);
    } catch (MalformedInputException e) {
      throw new TraceException(
          "'%s' is no text in UTF-8.%nMaybe unpack it first.".formatted(file), e);
    } catch (NoSuchFileException e) {
      throw new TraceException(
          ("There is no file '%s'.%nMaybe name the file of 'dfs.namenode.peace.trace.file', or HDFS's"
                  + " audit log.")
              .formatted(file),
          e);
    } catch (IOException e) {
      throw new TraceException(
          "'%s' cannot be read: %s%nMaybe check its name and permissions; a trace is for the"
                  .formatted(file, e)
              + " NameNode's user and group only.",
          e);
    }
  }

  /** The oldest first. */
  private static List<Path> withFullOnes(Path file) {
    List<Path> files = new ArrayList<>();
    for (int number = MOST_FULL_FILES; number > 0; number--) {
      Path full = file.resolveSibling(file.getFileName() + "." + number);
      if (Files.isRegularFile(full)) {
        files.add(full);
      }
    }
    files.add(file);
    return files;
  }

  private static boolean isTrace(Path file) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      String first = in.readLine();
      return first != null && first.startsWith("{");
    }
  }

  private static Recording readTrace(String source, List<Path> files, Assembly assembly)
      throws IOException, TraceException {
    int wrong = 0;
    for (Path file : files) {
      try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          wrong += line.isBlank() || take(line, assembly) ? 0 : 1;
        }
      }
    }
    List<String> notes = new ArrayList<>(assembly.notes());
    if (wrong > 0) {
      notes.add("Left out: %s not of a trace.".formatted(Text.count(wrong, "line")));
    }
    List<RecordedFile> written = inOrder(withoutCalibrate(assembly.files(), notes));
    if (written.isEmpty()) {
      throw new TraceException(
          "'%s' has no file that was written from begin to end.%n%s"
              .formatted(
                  source,
                  notes.isEmpty()
                      ? "Maybe write something while the NameNode has"
                          + " 'dfs.namenode.peace.trace.file'."
                      : String.join(System.lineSeparator(), notes)));
    }
    return new Recording(source, assembly.kind(), written, notes);
  }

  /** Returns whether the line is one of a trace; the last one of a file may be torn. */
  private static boolean take(String line, Assembly assembly) {
    try {
      JsonNode event = JSON.readTree(line);
      boolean isEvent =
          event.path("t").isNumber()
              && event.path("event").isTextual()
              && event.path("path").isTextual();
      if (isEvent) {
        assembly.take(event);
      }
      return isEvent;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static Recording readAuditLog(String source, List<Path> files, Assumed assumed)
      throws IOException, TraceException {
    List<RecordedFile> created = new ArrayList<>();
    for (Path file : files) {
      try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          Optional<RecordedFile> one = AuditLine.created(line, assumed);
          one.ifPresent(created::add);
        }
      }
    }
    if (created.isEmpty()) {
      throw new TraceException(
          ("'%s' is neither a trace nor an audit log with a line 'cmd=create'.%nMaybe name the file"
                  + " of 'dfs.namenode.peace.trace.file'; each of its lines begins with"
                  + " '{\"t\":'.")
              .formatted(source));
    }
    List<String> notes = new ArrayList<>(AuditLine.notes(assumed));
    List<RecordedFile> written = inOrder(withoutCalibrate(created, notes));
    if (written.isEmpty()) {
      throw new TraceException(
          "'%s' has only files that 'peace calibrate' wrote.%nMaybe name the log of a day on which others wrote, too."
              .formatted(source));
    }
    return new Recording(source, Recording.Kind.AUDIT, written, notes);
  }

  /** What measured the network is no load of the cluster. */
  private static List<RecordedFile> withoutCalibrate(List<RecordedFile> all, List<String> notes) {
    List<RecordedFile> others =
        all.stream().filter(file -> !CalibrateFolder.holds(file.path())).toList();
    int left = all.size() - others.size();
    if (left > 0) {
      notes.add("Left out: %s that 'peace calibrate' wrote.".formatted(Text.count(left, "file")));
    }
    return others;
  }

  private static List<RecordedFile> inOrder(List<RecordedFile> files) {
    return files.stream().sorted(Comparator.comparingLong(RecordedFile::begins)).toList();
  }
}
