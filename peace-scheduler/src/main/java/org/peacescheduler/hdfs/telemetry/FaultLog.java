package org.peacescheduler.hdfs.telemetry;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes wrong in Peace, for the log: of each kind one with its stack a minute, the others
 * counted.
 *
 * <p>Goals, in order: it throws nothing, whatever has gone wrong; nobody waits for the disk under a
 * lock; a fault that comes with every chunk does not fill the log.
 *
 * <p>Faults are noted where they happen, which may be under the NameNode's lock, and written later
 * by {@link #write}. A kind is what was done and the class of what was thrown.
 *
 * <p>Example: a thousand chunks cannot be planned: one line with the stack, and a minute later
 * {@code Peace failed to place a chunk: 999 times more (java.lang.IllegalStateException)}.
 *
 * <p>Thread-safe.
 */
public final class FaultLog {
  static final long PERIOD_MILLIS = 60_000;

  /** Of more kinds nobody makes a sense anyway. */
  private static final int MOST_KINDS = 100;

  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.FaultLog");

  private final InstantSource clock;
  private final BiConsumer<String, Throwable> log;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /** So that who has nothing to write takes no lock. */
  private volatile boolean isEmpty = true;

  /** The faults of a kind since the last one that was written. */
  private static final class Kind {
    private final String task;
    private final String thrown;
    private Throwable toWrite;
    private String detail;
    private long written;
    private long more;

    Kind(String task, Throwable first, String detail) {
      this.task = task;
      this.thrown = first.getClass().getName();
      this.toWrite = first;
      this.detail = detail;
    }
  }

  /** The log of the NameNode. */
  public FaultLog(InstantSource clock) {
    this(clock, LOG::error);
  }

  /**
   * A log of faults.
   *
   * @param log takes a line, and a stack or null
   */
  public FaultLog(InstantSource clock, BiConsumer<String, Throwable> log) {
    this.clock = clock;
    this.log = log;
  }

  /** As {@link #note(String, String, Throwable)}, with nothing to add. */
  public void note(String task, Throwable fault) {
    note(task, "", fault);
  }

  /**
   * Something has gone wrong.
   *
   * @param task what was to be done: one of a few
   * @param detail of which file, for example
   */
  public void note(String task, String detail, Throwable fault) {
    try {
      synchronized (this) {
        String key = task + ' ' + fault.getClass().getName();
        Kind kind = kinds.get(key);
        if (kind != null) {
          kind.more++;
        } else if (kinds.size() < MOST_KINDS) {
          kinds.put(key, new Kind(task, fault, detail));
        }
      }
      isEmpty = false;
    } catch (Throwable t) {
      // There is no memory to tell that there is none.
    }
  }

  /** Does something; what goes wrong in it is noted, and its caller goes on. */
  public void guard(String task, Runnable work) {
    try {
      work.run();
    } catch (Throwable t) {
      note(task, t);
    }
  }

  /** Writes what was noted, as far as it is its time. To be called often, with no lock held. */
  public void write() {
    if (isEmpty) {
      return;
    }
    try {
      lines(clock.millis()).forEach(Runnable::run);
    } catch (Throwable t) {
      // The next call writes the next ones.
    }
  }

  private synchronized List<Runnable> lines(long now) {
    List<Runnable> lines = new ArrayList<>();
    for (Kind kind : List.copyOf(kinds.values())) {
      if (kind.toWrite != null) {
        Throwable fault = kind.toWrite;
        String line = "Peace failed to %s%s".formatted(kind.task, kind.detail);
        lines.add(() -> log.accept(line, fault));
        kind.toWrite = null;
        kind.written = now;
      } else if (now - kind.written >= PERIOD_MILLIS) {
        if (kind.more > 0) {
          String line =
              "Peace failed to %s: %d times more (%s)".formatted(kind.task, kind.more, kind.thrown);
          lines.add(() -> log.accept(line, null));
        }
        kinds.remove(kind.task + ' ' + kind.thrown);
      }
    }
    isEmpty = kinds.isEmpty();
    return lines;
  }
}
