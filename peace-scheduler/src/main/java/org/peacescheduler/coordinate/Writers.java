package org.peacescheduler.coordinate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How fast writers send, as far as that has been seen: most as fast as the network takes it, some
 * are slow by themselves.
 *
 * <p>A writer is remembered when its files are closed, since it will write again. One that is not
 * known yet is expected to send what those that were new before it have sent on average. Example:
 * of a stream's 100 MB/s, the last newcomers but one sent all and the others 10: the next one
 * is expected to be between, and so its chunk takes less of its links. Confined to the
 * coordinator's lock.
 */
final class Writers {
  /** So many are remembered; of more, those that asked for nothing for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  /** What one newcomer counts beside all before it. */
  private static final double WEIGHT = 0.25;

  private static final double NOT_SLOW = Double.MAX_VALUE;

  private final Map<String, Writer> writers =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Writer> eldest) {
          return size() > REMEMBERED;
        }
      };

  private long believedSince = Long.MIN_VALUE;

  /** What newcomers have sent on average, as a part of what the network takes. */
  private double newcomers = 1;

  /** What is known of one. */
  static final class Writer {
    private double bytesPerSecond = NOT_SLOW;
    private long slowSince = Long.MIN_VALUE;
    private boolean isKnown;
  }

  /** A writer by its name; a new one if it is not known. */
  Writer of(String name) {
    return writers.computeIfAbsent(name, key -> new Writer());
  }

  /**
   * It is slow by itself, and sends so many bytes a second at most.
   *
   * @param stream what it could send if it kept up with the network
   */
  void isSlow(Writer writer, double bytesPerSecond, double stream, long now) {
    writer.bytesPerSecond = bytesPerSecond;
    writer.slowSince = now;
    meet(writer, Math.min(1, bytesPerSecond / stream));
  }

  /** It kept up with the network in a chunk that began at a moment. */
  void keptUp(Writer writer, long begin) {
    if (begin >= writer.slowSince) {
      writer.bytesPerSecond = NOT_SLOW;
    }
    meet(writer, 1);
  }

  private void meet(Writer writer, double part) {
    if (!writer.isKnown) {
      writer.isKnown = true;
      newcomers += WEIGHT * (part - newcomers);
    }
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    believedSince = now;
    newcomers = 1;
  }

  /** What it sends at most, in bytes per second; a large number if it is not slow by itself. */
  double bytesPerSecond(Writer writer) {
    return writer.slowSince >= believedSince ? writer.bytesPerSecond : NOT_SLOW;
  }

  /** What it is expected to send of what the network takes, 0 to 1. */
  double expected(Writer writer) {
    return writer.isKnown ? 1 : newcomers;
  }
}
