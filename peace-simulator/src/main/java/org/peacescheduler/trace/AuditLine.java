package org.peacescheduler.trace;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of HDFS's audit log. It says that a file was created: when, by whom, from which address.
 * It says nothing of its size, its blocks, its datanodes, and its end.
 *
 * <p>Example: {@code 2026-11-26 10:00:03,123 INFO FSNamesystem.audit: allowed=true ugi=ann
 * ip=/10.0.0.7 cmd=create src=/ckpt/7 dst=null perm=… proto=rpc}. Stateless.
 */
final class AuditLine {
  private static final Pattern TIME =
      Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})[,.]([0-9]{3})");

  private static final Pattern GROUP = Pattern.compile("peaceGroup:([^,\\s]+)");
  private static final Pattern BYTES = Pattern.compile("peaceBytes:([0-9]{1,18})");
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private static final int REPLICATION = 3;

  private AuditLine() {}

  /** What no audit log can tell. */
  static List<String> notes(TraceReader.Assumed assumed) {
    return List.of(
        "An audit log has no sizes: each file is taken to have %,d bytes, in blocks of %,d."
            .formatted(assumed.fileBytes(), assumed.blockBytes()),
        "It does not say when files ended, on which datanodes they are, or how often they are"
            + " replicated: 3 times is taken for that.",
        "It does not say which client of a host wrote: all files of a user on a host are taken for"
            + " one client's.");
  }

  /** The file that was created, if one was. */
  static Optional<RecordedFile> created(String line, TraceReader.Assumed assumed) {
    Matcher time = TIME.matcher(line);
    if (!line.contains("cmd=create")
        || !line.contains("allowed=true")
        || !"create".equals(field(line, "cmd"))
        || !time.find()) {
      return Optional.empty();
    }
    return at(time)
        .map(millis -> file(line, millis, assumed))
        .filter(file -> file.path().startsWith("/"));
  }

  private static Optional<Long> at(Matcher time) {
    try {
      LocalDateTime at = LocalDateTime.parse(time.group(1) + " " + time.group(2), CLOCK);
      return Optional.of(
          at.toInstant(ZoneOffset.UTC).toEpochMilli() + Long.parseLong(time.group(3)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static RecordedFile file(String line, long at, TraceReader.Assumed assumed) {
    Matcher group = GROUP.matcher(line);
    Matcher bytes = BYTES.matcher(line);
    long left = assumed.fileBytes();
    List<RecordedFile.RecordedChunk> chunk =
        List.of(new RecordedFile.RecordedChunk(at, at, at, left, List.of(), false, false));
    return new RecordedFile(
        field(line, "src"),
        field(line, "ip").replaceFirst("^[^/]*/", ""),
        field(line, "ugi"),
        "",
        group.find() ? group.group(1) : "",
        bytes.find() ? Long.parseLong(bytes.group(1)) : 0,
        assumed.blockBytes(),
        REPLICATION,
        chunk);
  }

  /** What stands after {@code NAME=}, up to a tab; before HDFS had tabs, up to a blank. */
  private static String field(String line, String name) {
    int tab = line.indexOf('\t' + name + '=');
    int at = tab >= 0 ? tab : line.indexOf(' ' + name + '=');
    if (at < 0) {
      return "";
    }
    int from = at + name.length() + 2;
    int end = line.indexOf(line.indexOf('\t') >= 0 ? '\t' : ' ', from);
    String value = end < 0 ? line.substring(from) : line.substring(from, end);
    int blank = name.equals("ugi") ? value.indexOf(' ') : -1;
    return blank < 0 ? value.strip() : value.substring(0, blank);
  }
}
