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
 * <p>A writer is remembered when its files are closed, since it will write again. One of which
 * nothing has been seen is expected to be slow where many of its <em>kin</em> are: those that write
 * the same series of groups, or for the same user what belongs to none.
 *
 * <p>Example: 200 tasks of a job send 2 MB/s each over links of 100 MB/s. Until a few of them are
 * found to be slow each counts as 100 MB/s, and the rest wait; then all are let in. Confined to the
 * coordinator's lock.
 */
final class Writers {
  /** So many are remembered; of more, those that asked for nothing for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  /** Of the last writers of a kin, one of so many is many. */
  private static final int MANY = 4;

  /** So many more of a kin are taken to have kept up: one or two may be slow by accident. */
  private static final int BENEFIT = 4;

  private static final double NOT_SLOW = Double.MAX_VALUE;

  private final Map<String, Writer> writers = remembering();
  private final Map<String, Kin> kins = remembering();

  private long believedSince = Long.MIN_VALUE;

  private static <T> Map<String, T> remembering() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
        return size() > REMEMBERED;
      }
    };
  }

  /** What is known of writers that are taken to be alike. */
  private static final class Kin {
    /** A bit for each of the last ones of which something was seen: whether it was slow. */
    private int slow;

    private int seen;
    private long slowSince = Long.MIN_VALUE;

    /** Those with chunks that wait, of which nothing has been seen. */
    private final Set<Writer> unknown = new LinkedHashSet<>();

    private void see(boolean isSlow) {
      slow = slow << 1 | (isSlow ? 1 : 0);
      seen = Math.min(seen + 1, Integer.SIZE);
    }

    private boolean areManySlow() {
      return MANY * Integer.bitCount(slow) >= seen + BENEFIT;
    }
  }

  /** What is known of one, and what it waits for. */
  static final class Writer {
    private final Kin kin;
    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private boolean isSeen;
    private double bytesPerSecond = NOT_SLOW;
    private long slowSince = Long.MIN_VALUE;

    private Writer(Kin kin) {
      this.kin = kin;
    }

    /** One of its chunks waits, and somebody waits for it. */
    void waitsFor(Ticket ticket) {
      waiting.add(ticket);
      if (!isSeen) {
        kin.unknown.add(this);
      }
    }

    /** One of its chunks waits no more, or nobody waits for it. */
    void waitsNoMoreFor(Ticket ticket) {
      waiting.remove(ticket);
      if (waiting.isEmpty()) {
        kin.unknown.remove(this);
      }
    }

    private void see(boolean isSlow) {
      if (!isSeen) {
        isSeen = true;
        kin.unknown.remove(this);
        kin.see(isSlow);
      }
    }
  }

  /**
   * A writer by its name; a new one if it is not known.
   *
   * @param kin names those that are taken to be alike
   */
  Writer of(String name, String kin) {
    return writers.computeIfAbsent(
        name, key -> new Writer(kins.computeIfAbsent(kin, key2 -> new Kin())));
  }

  /**
   * It is slow by itself, and sends so many bytes a second at most.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> isSlow(Writer writer, double bytesPerSecond, long now) {
    writer.bytesPerSecond = bytesPerSecond;
    writer.slowSince = now;
    writer.kin.slowSince = now;
    writer.see(true);
    List<Ticket> inVain = new ArrayList<>(writer.waiting);
    if (writer.kin.areManySlow()) {
      writer.kin.unknown.forEach(unknown -> inVain.addAll(unknown.waiting));
    }
    return inVain;
  }

  /**
   * All its files stand still while one of them waits.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> standsStill(Writer writer, double bytesPerSecond, long now) {
    writer.bytesPerSecond = bytesPerSecond;
    writer.slowSince = now;
    return new ArrayList<>(writer.waiting);
  }

  /** It was as fast as the network in a chunk that began at a moment. */
  void keptUp(Writer writer, long begin) {
    if (begin >= writer.slowSince) {
      writer.bytesPerSecond = NOT_SLOW;
      writer.see(false);
    }
  }

  /** Whether nothing has been seen of it, but many like it are slow by themselves. */
  boolean isExpectedToBeSlow(Writer writer) {
    return !writer.isSeen && writer.kin.slowSince >= believedSince && writer.kin.areManySlow();
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
