package org.peacescheduler.status;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * What happened of late, to be explained: all but single replicas and timesteps, of one hour at
 * most.
 *
 * <p>Example: 100 chunks a second with paths of 100 characters, some 900 bytes each: six minutes
 * are in 32 MiB.
 *
 * <p>Bound: so many bytes by estimate; the oldest is forgotten first. Of what clients call
 * themselves, a number is kept that tells them apart, and texts are cut after {@value
 * #LONGEST_TEXT} characters. Cost: some 100 ns an event. Thread-safe.
 */
public final class History implements Consumer<SchedulerEvent> {
  private static final long MOST_MILLIS = 3_600_000;
  private static final long OBJECT = 64;
  private static final int LONGEST_TEXT = 1024;

  private final long mostBytes;
  private final ArrayDeque<SchedulerEvent> events = new ArrayDeque<>();
  private long bytes;

  /** Nothing has happened. */
  public History(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public void accept(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.TimestepEnded
        || event instanceof SchedulerEvent.ReplicaDone) {
      return;
    }
    add(slim(event));
  }

  private synchronized void add(SchedulerEvent event) {
    events.add(event);
    bytes += bytes(event);
    while (!events.isEmpty()
        && (bytes > mostBytes || events.getFirst().time() < event.time() - MOST_MILLIS)) {
      bytes -= bytes(events.removeFirst());
    }
  }

  private static SchedulerEvent slim(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted e) {
      return new SchedulerEvent.Submitted(e.time(), e.chunk(), slim(e.asked()));
    } else if (event instanceof SchedulerEvent.Placed e) {
      return new SchedulerEvent.Placed(e.time(), e.chunk(), slim(e.asked()), e.nodes(), e.exempt());
    } else if (event instanceof SchedulerEvent.Fallback e && e.detail().length() > LONGEST_TEXT) {
      return new SchedulerEvent.Fallback(
          e.time(), e.chunk(), e.reason(), e.detail().substring(0, LONGEST_TEXT));
    }
    return event;
  }

  private static SchedulerEvent.Asked slim(SchedulerEvent.Asked asked) {
    String group = asked.group();
    return new SchedulerEvent.Asked(
        asked.replication(),
        asked.fullBytes(),
        asked.client().isEmpty() ? "" : Integer.toHexString(asked.client().hashCode()),
        group.length() <= LONGEST_TEXT ? group : group.substring(0, LONGEST_TEXT),
        asked.groupBytes());
  }

  /** All that is known, the oldest first. Cost: a reference each, while events have to wait. */
  public synchronized List<SchedulerEvent> events() {
    return new ArrayList<>(events);
  }

  /** What happened since a moment, the oldest first; of more than so many the last ones. */
  public synchronized List<SchedulerEvent> since(long time, int most) {
    ArrayDeque<SchedulerEvent> last = new ArrayDeque<>();
    Iterator<SchedulerEvent> back = events.descendingIterator();
    while (back.hasNext() && last.size() < most) {
      SchedulerEvent event = back.next();
      if (event.time() < time) {
        break;
      }
      last.addFirst(event);
    }
    return List.copyOf(last);
  }

  /** How many bytes it takes, by estimate. */
  synchronized long bytes() {
    return bytes;
  }

  private static long bytes(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted e) {
      return 2 * OBJECT + bytes(e.chunk()) + bytes(e.asked());
    } else if (event instanceof SchedulerEvent.Placed e) {
      return 2 * OBJECT + bytes(e.chunk()) + bytes(e.asked()) + bytes(e.nodes());
    } else if (event instanceof SchedulerEvent.Granted e) {
      return 2 * OBJECT + bytes(e.nodes()) + bytes(e.way().via());
    } else if (event instanceof SchedulerEvent.Deferred e) {
      return OBJECT + bytes(e.blockedBy());
    } else if (event instanceof SchedulerEvent.Refused e) {
      return OBJECT + bytes(e.nodes());
    } else if (event instanceof SchedulerEvent.Fallback e) {
      return OBJECT + bytes(e.detail());
    }
    return OBJECT;
  }

  private static long bytes(Chunk chunk) {
    return OBJECT + bytes(chunk.path()) + bytes(chunk.writer()) + bytes(chunk.user());
  }

  private static long bytes(SchedulerEvent.Asked asked) {
    return OBJECT + bytes(asked.client()) + bytes(asked.group());
  }

  private static long bytes(String text) {
    return OBJECT + 2L * text.length();
  }

  private static long bytes(List<String> texts) {
    return texts.stream().mapToLong(History::bytes).sum();
  }
}
