package org.peacescheduler.trace;

import java.util.IdentityHashMap;
import java.util.OptionalDouble;

/**
 * Which files were written slowly though their links had room: their writers, or what these ran,
 * were the limit.
 *
 * <p>A chunk is slow by itself if it took 2.5 times what its links explain: its bytes over its part
 * of the fullest one, and 0.1 s to be set up. A file is if all its chunks are; then its fastest one
 * says what its writer sends. Example: a chunk of 100 MB took 10 s, alone on a link of 100 MB/s.
 *
 * <p>Cost: that of {@link RecordedLinks}. Confined to one thread.
 */
final class SlowWriters {
  /** So many times what the links explain is not their doing. */
  private static final double SLOW = 2.5;

  /** What a chunk takes besides its bytes, in seconds. */
  private static final double SET_UP = 0.1;

  private final RecordedLinks links;

  /** Of the files that have been asked for. */
  private final IdentityHashMap<RecordedFile, OptionalDouble> rates = new IdentityHashMap<>();

  SlowWriters(RecordedLinks links) {
    this.links = links;
  }

  /** What a file's writer sends at most, in bytes/s; empty if its links were the limit. */
  OptionalDouble rate(RecordedFile file) {
    return rates.computeIfAbsent(file, this::look);
  }

  private OptionalDouble look(RecordedFile file) {
    double fastest = 0;
    for (int i = 0; i < file.chunks().size(); i++) {
      RecordedFile.RecordedChunk chunk = file.chunks().get(i);
      OptionalDouble part = links.part(file, i);
      if (part.isEmpty()
          || chunk.seconds() < SLOW * (chunk.bytes() / part.getAsDouble() + SET_UP)) {
        return OptionalDouble.empty();
      }
      fastest = Math.max(fastest, chunk.bytesPerSecond());
    }
    return OptionalDouble.of(Math.max(1, fastest));
  }
}
