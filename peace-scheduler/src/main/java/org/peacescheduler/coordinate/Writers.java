package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peacescheduler.schedule.Constant;

/**
 * Which writers are slow by themselves, as far as that has been seen.
 *
 * <p>A writer is remembered when its files are closed, since it will write again. One of which
 * nothing has been seen is taken to be slow where the last four of its <em>kin</em> were, each in
 * its first chunk, and nobody of them has kept up since: kin are those that write the same series
 * of groups, or for the same user what belongs to none. One that keeps up is enough for newcomers
 * to wait again, as it is when links are full and explain all.
 *
 * <p>Example: 200 tasks of a job send 2 MB/s each over links of 100 MB/s. Until four of them are
 * found to be slow each counts as 100 MB/s, and the rest wait; then all are let in.
 *
 * <p>Bounds: {@value #REMEMBERED} writers and as many kins, with names as {@link Names} keeps them;
 * {@value #MOST_DIRECTORIES} directories of a writer, the same. What kin are told by each other is
 * of one user. Confined to the coordinator's lock.
 */
final class Writers {
  /** So many are remembered; of more, those that asked for nothing for longest are forgotten. */
  private static final int REMEMBERED = 10_000;

  /** So many are remembered of each, those where it kept a log last. */
  private static final int MOST_DIRECTORIES = 16;

  static final double NOT_SLOW = Double.MAX_VALUE;

  private final Map<String, Writer> writers = Remembered.byUse(REMEMBERED);
  private final Map<String, Kin> kins = Remembered.byUse(REMEMBERED);

  private final SchedulerSettings settings;
  private final int inARow;
  private final double noise;

  /** What was slow before was not slow by itself. */
  long believedSince = Long.MIN_VALUE;

  Writers(SchedulerSettings settings) {
    this.settings = settings;
    inARow = settings.countOf(Constant.IN_A_ROW);
    noise = settings.of(Constant.NOISE);
  }

  /** What is known of writers that are taken to be alike. */
  private static final class Kin {
    private int openFiles;

    /** How many newcomers in a row have been slow, while any file was open. */
    private int slowInRow;

    /** What the quickest of them sent, in bytes per second. */
    private double quickest;

    private long slowSince = Long.MIN_VALUE;

    /** Of those of which nothing has been seen, the chunks that wait. */
    private final Set<Ticket> waiting = new LinkedHashSet<>();
  }

  /** What is known of one, and what it waits for. */
  static final class Writer {
    private final Kin kin;
    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private final Independence files;
    private boolean isSeen;

    /** So many slow chunks in a row, and it is taken to be slow wherever they go. */
    private int slowUntilItCannot;

    private double bytesPerSecond = NOT_SLOW;
    private long slowSince = Long.MIN_VALUE;

    /** Directories where it writes files and flushes them before they are full. */
    private final Set<String> logDirectories =
        Collections.newSetFromMap(Remembered.byUse(MOST_DIRECTORIES));

    private Writer(Kin kin, double noise) {
      this.kin = kin;
      this.files = new Independence(noise);
    }

    /** Whether its files go on by themselves. */
    Independence files() {
      return files;
    }

    /** Whether it kept up with the network in one of its last few chunks. */
    boolean canKeepUp() {
      return slowUntilItCannot > 0;
    }

    /** Its chunks that wait. */
    Set<Ticket> waiting() {
      return waiting;
    }

    void keepsLogsIn(String directory) {
      logDirectories.add(directory);
    }

    void keepsNoLogsIn(String directory) {
      logDirectories.remove(directory);
    }

    boolean hasLogsIn(String directory) {
      return logDirectories.contains(directory);
    }

    /** One of its chunks waits, and somebody waits for it. */
    void waitsFor(Ticket ticket) {
      waiting.add(ticket);
      if (!isSeen) {
        kin.waiting.add(ticket);
      }
    }

    /** One of its chunks waits no more, or nobody waits for it. */
    void waitsNoMoreFor(Ticket ticket) {
      waiting.remove(ticket);
      kin.waiting.remove(ticket);
    }
  }

  /**
   * A writer by its name; a new one if it is not known.
   *
   * @param kin names those that are taken to be alike
   */
  Writer of(String name, String kin) {
    return writers.computeIfAbsent(
        Names.kept(name),
        key -> new Writer(kins.computeIfAbsent(Names.kept(kin), key2 -> new Kin()), noise));
  }

  /** It begins a file. */
  void begins(Writer writer) {
    writer.kin.openFiles++;
  }

  /** One of its files has ended; what comes after the last one of its kin may be something else. */
  void ends(Writer writer) {
    writer.kin.openFiles--;
    if (writer.kin.openFiles == 0) {
      writer.kin.slowInRow = 0;
    }
  }

  /**
   * It is slow by itself, and sends so many bytes a second at most.
   *
   * @return the chunks that need not wait any more
   */
  List<Ticket> isSlow(Writer writer, double bytesPerSecond, long now) {
    writer.bytesPerSecond = bytesPerSecond;
    writer.slowSince = now;
    writer.slowUntilItCannot--;
    List<Ticket> inVain = new ArrayList<>(writer.waiting);
    if (!writer.isSeen) {
      see(writer);
      Kin kin = writer.kin;
      kin.quickest = kin.slowInRow == 0 ? bytesPerSecond : Math.max(kin.quickest, bytesPerSecond);
      kin.slowInRow++;
      kin.slowSince = now;
      if (kin.slowInRow == inARow) {
        inVain.addAll(kin.waiting);
      }
    }
    return inVain;
  }

  private static void see(Writer writer) {
    if (!writer.isSeen) {
      writer.isSeen = true;
      writer.kin.waiting.removeAll(writer.waiting);
    }
  }

  /** It kept up with the network in a chunk that began at a moment. */
  void keptUp(Writer writer, long begin) {
    if (begin >= writer.slowSince) {
      writer.bytesPerSecond = NOT_SLOW;
      writer.slowUntilItCannot = inARow;
      see(writer);
      writer.kin.slowInRow = 0;
    }
  }

  /** Whether nothing has been seen of it, and all that came before it were slow. */
  boolean isTakenToBeSlow(Writer writer) {
    Kin kin = writer.kin;
    return !writer.isSeen
        && kin.slowInRow >= inARow
        && kin.slowSince >= believedSince
        && settings.has(Mechanism.SLOW_KIN);
  }

  /** Edges carry less than was thought: that explains why writers seemed to be slow until now. */
  void believeNobodyIsSlow(long now) {
    believedSince = now;
  }

  /** What it sends at most, in bytes per second; a large number if it is not slow by itself. */
  double bytesPerSecond(Writer writer) {
    if (isTakenToBeSlow(writer)) {
      return writer.kin.quickest;
    }
    return writer.slowSince >= believedSince ? writer.bytesPerSecond : NOT_SLOW;
  }
}
