package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which writers are slow by themselves, as far as that has been seen.
 *
 * <p>A writer is remembered when its files are closed, since it will write again. Confined to the
 * coordinator's lock.
 */
final class Writers {
  /** So many are remembered; of more, those that asked for nothing for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  private static final double NOT_SLOW = Double.MAX_VALUE;

  private final Map<String, Writer> writers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Writer> eldest) {
          return size() > REMEMBERED;
        }
      };

  private long believedSince = Long.MIN_VALUE;

  /** What is known of one, and what it waits for. */
  static final class Writer {
    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private double bytesPerSecond = NOT_SLOW;
    private long slowSince = Long.MIN_VALUE;

    /** One of its chunks waits, and somebody waits for it. */
    void waitsFor(Ticket ticket) {
      waiting.add(ticket);
    }

    /** One of its chunks waits no more, or nobody waits for it. */
    void waitsNoMoreFor(Ticket ticket) {
      waiting.remove(ticket);
    }
  }

  /** A writer by its name; a new one if it is not known. */
  Writer of(String name) {
    return writers.computeIfAbsent(name, key -> new Writer());
  }

  /**
   * It is slow by itself, and sends so many bytes a second at most.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> isSlow(Writer writer, double bytesPerSecond, long now) {
    writer.bytesPerSecond = bytesPerSecond;
    writer.slowSince = now;
    return new ArrayList<>(writer.waiting);
  }

  /** It kept up with the network in a chunk that began at a moment. */
  void keptUp(Writer writer, long begin) {
    if (begin >= writer.slowSince) {
      writer.bytesPerSecond = NOT_SLOW;
    }
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    believedSince = now;
  }

  /** What it sends at most, in bytes per second; a large number if it is not slow by itself. */
  double bytesPerSecond(Writer writer) {
    return writer.slowSince >= believedSince ? writer.bytesPerSecond : NOT_SLOW;
  }
}
