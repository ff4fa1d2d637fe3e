package org.peacescheduler.hdfs.binding;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.waiting.Wait;

/**
 * The calls that ask for a chunk and have no block yet: the latest one of each file.
 *
 * <p>Goals, in order: a chunk is given back by the call that it is for, and by no other; a client
 * whose answer got lost, and who asks again, gets the same chunk.
 *
 * <p>Example: the call of file 7 is parked; its client's connection breaks, and it asks once more:
 * the second call takes the place of the first one, and the end of the first one's connection
 * releases nothing.
 *
 * <p>What is kept is an entry for each call that is under way. Thread-safe.
 */
public final class Asks {
  private final Coordinator coordinator;
  private final Map<Long, Ask> latest = new ConcurrentHashMap<>();

  /** Nobody asks. */
  public Asks(Coordinator coordinator) {
    this.coordinator = coordinator;
  }

  /** A call submits its chunk. If another one asks for the same chunk, this one takes its place. */
  public void submit(Ask ask, ChunkRequest request) {
    Wait wait = ask.held();
    if (ask.file() == 0) {
      wait.ticket(coordinator.submit(request, wait::accept));
      return;
    }
    // The later of two calls for a file waits until the earlier one has its ticket.
    synchronized (ask) {
      Ask before = latest.put(ask.file(), ask);
      try {
        wait.ticket(
            before != null && before.isRepeatedBy(ask)
                ? coordinator.resubmit(before.ticket(), request, wait::accept)
                : coordinator.submit(request, wait::accept));
      } catch (RuntimeException | Error e) {
        latest.remove(ask.file(), ask);
        throw e;
      }
    }
  }

  /** A call runs again, and goes on with its wait, unless another one has taken its place. */
  public void goesOn(Ask ask) {
    latest.computeIfPresent(
        ask.file(), (file, before) -> before.held() == ask.held() ? ask : before);
  }

  /** A call asks that is not Peace's to schedule. */
  public void begin(Ask ask) {
    if (ask.file() != 0) {
      latest.put(ask.file(), ask);
    }
  }

  /**
   * A run of a call asks no more.
   *
   * @return whether it was the latest of its file, so that the chunk was its own
   */
  public boolean leave(Ask ask) {
    return ask.file() == 0 || latest.remove(ask.file(), ask);
  }

  /**
   * The call with this wait does not come back.
   *
   * @return whether it was the latest of its file, so that the chunk was its own
   */
  public boolean leave(long file, Wait wait) {
    Ask ask = latest.get(file);
    return file == 0 || (ask != null && ask.held() == wait && latest.remove(file, ask));
  }

  /** Whether a file's client asks for its next chunk. */
  public boolean isAsking(long file) {
    return latest.containsKey(file);
  }

  /**
   * Whoever has a ticket by now asks no more. A call that is about to get its ticket goes on: what
   * that holds is to be given back by its end.
   */
  public void clear() {
    latest.values().removeIf(ask -> ask.held().ticket() != null);
  }
}
