package org.peacescheduler.client.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides a snapshot into few files of whole chunks.
 *
 * <p>Example: 10 MiB, chunks of 4 MiB, two threads: 3 chunks, so {@code part-0} gets two of them (8
 * MiB) and {@code part-1} the last one (2 MiB). With a header in the first file the file is as
 * long, and has that many bytes less of the snapshot.
 *
 * <p>The chunks are as few as one file would have, and no thread has more than one chunk more than
 * another. A pure function; costs nothing.
 */
final class Layout {
  private Layout() {}

  /**
   * A file's share.
   *
   * @param name of the file
   * @param header bytes before the share in the file
   * @param from first byte of the snapshot
   * @param to behind the last one
   */
  record Share(String name, int header, long from, long to) {}

  /**
   * The shares, in the snapshot's order; none if it is empty.
   *
   * @param bytes of the snapshot
   * @param header bytes that the first file has already
   */
  static List<Share> divide(long bytes, long chunk, int threads, int header) {
    if (bytes == 0) {
      return List.of();
    }
    long chunks = (bytes + header + chunk - 1) / chunk;
    int files = (int) Math.min(threads, chunks);
    List<Share> shares = new ArrayList<>(files);
    long from = 0;
    for (int i = 0; i < files; i++) {
      int before = i == 0 ? header : 0;
      long own = chunks / files + (i < chunks % files ? 1 : 0);
      long to = Math.min(bytes, from + own * chunk - before);
      shares.add(new Share(before > 0 ? PartsWriter.OF_TURN : "part-" + i, before, from, to));
      from = to;
    }
    return shares;
  }
}
