package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Files that were written one beside the other: from a moment in which nothing was written for a
 * second to the next one. Immutable.
 *
 * <p>Example: files from 0 to 4 s, from 3 to 9 s and from 12 to 13 s are two bursts.
 *
 * @param files in the order in which they began, at least one
 */
public record Burst(List<RecordedFile> files) {
  /** Two bursts are so far apart, in milliseconds. */
  private static final long APART = 1000;

  /** Copies the files. */
  public Burst {
    files = List.copyOf(files);
  }

  /** The bursts of a recording, in their order. */
  public static List<Burst> of(Recording recording) {
    List<Burst> bursts = new ArrayList<>();
    List<RecordedFile> open = new ArrayList<>();
    long until = Long.MIN_VALUE;
    for (RecordedFile file : inOrder(recording.files())) {
      if (!open.isEmpty() && file.begins() > until + APART) {
        bursts.add(new Burst(open));
        open.clear();
      }
      open.add(file);
      until = Math.max(until, file.ends());
    }
    if (!open.isEmpty()) {
      bursts.add(new Burst(open));
    }
    return bursts;
  }

  private static List<RecordedFile> inOrder(List<RecordedFile> files) {
    return files.stream().sorted(Comparator.comparingLong(RecordedFile::begins)).toList();
  }

  /** When the first file began, in milliseconds since 1970. */
  public long begins() {
    return files.get(0).begins();
  }

  /** When the last file ended, in milliseconds since 1970. */
  public long ends() {
    return files.stream().mapToLong(RecordedFile::ends).max().orElseThrow();
  }

  /** What all files have. */
  public long bytes() {
    return files.stream().mapToLong(RecordedFile::bytes).sum();
  }
}
