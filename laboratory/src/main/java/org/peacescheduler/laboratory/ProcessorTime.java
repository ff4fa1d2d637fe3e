package org.peacescheduler.laboratory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What all cores of the machine have done since it started, in ticks. Immutable.
 *
 * @param busy everything but idling and waiting for disks
 * @param all with it
 */
public record ProcessorTime(long busy, long all) {
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int KINDS = 8;

  /** Those of this moment. */
  public static ProcessorTime now() throws IOException {
    return parse(Files.readString(Path.of("/proc/stat")));
  }

  /** Reads the first line of {@code /proc/stat}. */
  static ProcessorTime parse(String stat) {
    String[] fields = stat.lines().findFirst().orElse("").trim().split("\\s+", -1);
    long busy = 0;
    long all = 0;
    for (int kind = 0; kind < KINDS && kind + 1 < fields.length; kind++) {
      long ticks = Long.parseLong(fields[kind + 1]);
      all += ticks;
      busy += kind == IDLE || kind == IO_WAIT ? 0 : ticks;
    }
    return new ProcessorTime(busy, all);
  }

  /** The busy share between an earlier moment and this one. */
  public double shareSince(ProcessorTime earlier) {
    return (double) (busy - earlier.busy) / Math.max(1, all - earlier.all);
  }
}
