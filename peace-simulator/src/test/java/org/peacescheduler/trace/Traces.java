package org.peacescheduler.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Traces as a NameNode writes them: bursts of files of two blocks of 10 MB, on four servers. */
public final class Traces {
  /** When the first burst begins. */
  public static final long BEGIN = 1_795_263_294_000L;

  /** The network on which they were written. */
  public static final String TOPOLOGY =
      """
      version: 1
      streamRate: 10 MB/s
      switches: [{name: tor}]
      servers: [{hosts: "s[1-4]", switch: tor, up: 10 MB/s, down: 10 MB/s}]
      """;

  private Traces() {}

  /** A line. */
  public static String line(
      long after, String event, String path, String host, int chunk, String more) {
    return String.format(
        Locale.ROOT,
        "{\"t\":%d,\"event\":\"%s\",\"path\":\"%s\",\"writer\":\"%s\",\"user\":\"ann\",\"chunk\":%d%s}",
        BEGIN + after,
        event,
        path,
        host,
        chunk,
        more);
  }

  private static String asked(String client) {
    return ",\"replication\":2,\"blockBytes\":10000000,\"client\":\"%s\"".formatted(client);
  }

  /** A chunk that stock HDFS places while Peace plans; of 10 MB, or the last one of 5. */
  public static List<String> shadow(
      String path, String host, int chunk, long from, long to, boolean deferred) {
    String client = asked("c-" + host);
    String target = host.equals("s2") ? "s3" : "s2";
    List<String> lines = new ArrayList<>();
    lines.add(line(from, "submitted", path, host, chunk, client));
    lines.add(
        deferred
            ? line(from, "deferred", path, host, chunk, ",\"blockedBy\":[\"tor->s2\"]")
            : line(from, "granted", path, host, chunk, ",\"nodes\":[\"s4\",\"s1\"],\"waited\":0"));
    lines.add(line(from, "released", path, host, chunk, ",\"reason\":\"shadow\""));
    lines.add(
        line(
            from,
            "placed",
            path,
            host,
            chunk,
            ",\"nodes\":[\"%s\",\"s4\"]%s".formatted(target, client)));
    lines.add(line(to, "replica", path, host, chunk, ",\"node\":\"" + target + "\""));
    lines.add(line(to, "replica", path, host, chunk, ",\"node\":\"s4\""));
    lines.add(
        line(
            to,
            "done",
            path,
            host,
            chunk,
            ",\"duration\":%d,\"bytes\":%d"
                .formatted(to - from, chunk == 1 ? 5_000_000 : 10_000_000)));
    return lines;
  }

  /** A chunk that Peace places when it has waited. */
  public static List<String> enforced(
      String path, String host, int chunk, long from, long granted, long to) {
    String target = host.equals("s2") ? "s3" : "s2";
    return List.of(
        line(from, "submitted", path, host, chunk, asked("c-" + host)),
        line(from, "deferred", path, host, chunk, ",\"blockedBy\":[\"tor->s2\"]"),
        line(
            granted,
            "granted",
            path,
            host,
            chunk,
            ",\"nodes\":[\"%s\",\"s4\"],\"waited\":%d".formatted(target, granted - from)),
        line(to, "done", path, host, chunk, ",\"duration\":%d".formatted(to - granted)),
        line(to, "measured", path, host, chunk, ",\"bytes\":7000000"));
  }

  /** Two bursts of three files each, a minute apart, in shadow mode. */
  public static List<String> twoBursts() {
    List<String> lines = new ArrayList<>();
    for (long at : new long[] {0, 60_000}) {
      for (String host : List.of("s1", "s2", "s3")) {
        String path = "/b" + at + "/" + host;
        lines.addAll(shadow(path, host, 0, at, at + 5000, !host.equals("s1")));
        lines.addAll(shadow(path, host, 1, at + 5000, at + 7500, false));
      }
    }
    return lines;
  }

  /** Writes lines to a file. */
  public static Path write(Path file, List<String> lines) throws IOException {
    return Files.write(file, lines);
  }
}
