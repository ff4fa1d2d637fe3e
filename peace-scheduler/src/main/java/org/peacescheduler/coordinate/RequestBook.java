package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which write request a file belongs to: the paper's (w, r, k), found out as files arrive.
 *
 * <p>A checkpoint is several files that one writer opens at the same time, one a thread; it is
 * complete when all are. So the files that a writer begins within {@value #GATHER_MILLIS} ms of
 * each other are one request, and their chunks are kept together. A file begun later is a new
 * request, so that a writer which never pauses does not keep its place for ever.
 *
 * <p>Example: w1 begins a, b at 0 and 5 ms: request 0. w2 begins c at 3 ms: request 1. w1 begins d
 * at 9 s: request 2. Confined to the coordinator's lock.
 */
final class RequestBook {
  private static final long GATHER_MILLIS = 1000;

  private static final long BUSY = Long.MAX_VALUE;
  private static final double NOT_SLOW = Double.MAX_VALUE;

  private final Map<String, File> files = new HashMap<>();
  private final Map<String, Standing> latestOf = new HashMap<>();
  private final Writers writers = new Writers();
  private long believedSince = Long.MIN_VALUE;
  private long next;

  private static final class File {
    final Standing standing;
    final Writers.Writer writer;
    int nextChunk;
    double bytesPerSecond = NOT_SLOW;
    long slowSince = Long.MIN_VALUE;
    long idleSince = BUSY;
    List<String> nodes = List.of();

    File(Standing standing, Writers.Writer writer) {
      this.standing = standing;
      this.writer = writer;
    }
  }

  /** A request with the number of its open files. */
  private static final class Standing {
    final RequestOrder.Standing request;
    final String writer;
    int files;

    Standing(RequestOrder.Standing request, String writer) {
      this.request = request;
      this.writer = writer;
    }
  }

  /** The request of a file; a file not seen before joins or begins one. */
  RequestOrder.Standing standingOf(ChunkRequest chunk, long now) {
    File file = files.computeIfAbsent(chunk.file(), key -> begin(chunk, now));
    file.idleSince = BUSY;
    return file.standing.request;
  }

  /**
   * Of the hosts where the file's last chunk was to go, those that its client excludes now: it
   * could not write to them. What it excludes besides may be its opinion.
   */
  Set<String> failed(ChunkRequest chunk) {
    Set<String> failed = new HashSet<>(chunk.excluded());
    failed.retainAll(files.get(chunk.file()).nodes);
    return failed;
  }

  /** Where a chunk of the file is to go. */
  void goes(String key, List<String> nodes) {
    File file = files.get(key);
    if (file != null) {
      file.nodes = nodes;
    }
  }

  /**
   * The file's writer is slow by itself, and sends so many bytes a second at most. So it is taken
   * to be for its other files that begin a chunk from now on.
   *
   * @return the file's request, if it is known
   */
  Optional<RequestOrder.Standing> isSlow(String key, double bytesPerSecond, long now) {
    File file = files.get(key);
    if (file == null) {
      return Optional.empty();
    }
    file.bytesPerSecond = bytesPerSecond;
    file.slowSince = now;
    writers.isSlow(file.writer, bytesPerSecond, now);
    return Optional.of(file.standing.request);
  }

  /** The file's writer kept up with the network in a chunk that began at a moment. */
  void keptUp(String key, long begin) {
    File file = files.get(key);
    if (file != null) {
      file.bytesPerSecond = begin >= file.slowSince ? NOT_SLOW : file.bytesPerSecond;
      writers.keptUp(file.writer, begin);
    }
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    believedSince = now;
    writers.believeNobodyIsSlow(now);
  }

  /** What the file's writer sends at most, in bytes per second. */
  double bytesPerSecond(String key) {
    File file = files.get(key);
    double own = file != null && file.slowSince >= believedSince ? file.bytesPerSecond : NOT_SLOW;
    return file != null ? Math.min(own, writers.bytesPerSecond(file.writer)) : own;
  }

  /** The number of the file's chunk that is asked for now. */
  int chunkNumber(String key) {
    return files.get(key).nextChunk;
  }

  /** The file's chunk is written, the next one has the next number. */
  void advance(String key) {
    File file = files.get(key);
    if (file != null) {
      file.nextChunk++;
    }
  }

  /** The file has no chunk in the scheduler now; it may ask for another one. */
  void pause(String key, long now) {
    File file = files.get(key);
    if (file != null) {
      file.idleSince = now;
    }
  }

  /** Forgets files that have asked for nothing since a moment. */
  void forgetIdleSince(long moment) {
    files.entrySet().stream()
        .filter(e -> e.getValue().idleSince <= moment)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::forget);
  }

  /** The file asks for no more chunks. */
  void forget(String key) {
    File file = files.remove(key);
    if (file == null) {
      return;
    }
    if (--file.standing.files == 0) {
      latestOf.remove(file.standing.writer, file.standing);
    }
  }

  int files() {
    return files.size();
  }

  private File begin(ChunkRequest chunk, long now) {
    String writer = chunk.writer().orElse(chunk.file());
    Standing standing = latestOf.get(writer);
    if (standing == null || now - standing.request.submitted() > GATHER_MILLIS) {
      standing = new Standing(new RequestOrder.Standing(next++, now), writer);
      latestOf.put(writer, standing);
    }
    standing.files++;
    return new File(standing, writers.of(writer));
  }
}
