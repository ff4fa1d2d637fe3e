package org.peacescheduler.coordinate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The timestep of the paper that is now: it ends when the completion fraction of its chunks are
 * done, and their capacity comes back then. With fraction 0 every completion ends a timestep, and
 * capacity comes back at once.
 *
 * <p>Chunks still in flight at its end are chunks of the next one, too. Confined to the
 * coordinator's lock.
 */
final class Timestep {
  /** So that 0.55 of 20 chunks are 11. */
  private static final double ROUNDING = 1e-9;

  private final double fraction;

  /** What comes back at its end. */
  final List<Held> returned = new ArrayList<>();

  record Held(int edge, long bytesPerSecond) {}

  private LiveNetwork network;
  private long number;
  private long start;
  private int chunks;
  private int done;

  Timestep(double fraction, LiveNetwork network, long now) {
    this.fraction = fraction;
    this.network = network;
    this.start = now;
  }

  long number() {
    return number;
  }

  /** Whether capacity comes back as soon as a chunk has no need of it. */
  boolean isContinuous() {
    return fraction == 0;
  }

  /** One more chunk is in flight. */
  void chunkBegun() {
    chunks++;
  }

  /** A chunk in flight waits again. */
  void chunkWithdrawn() {
    chunks--;
  }

  /** A chunk in flight has ended. */
  void chunkEnded() {
    done++;
  }

  /** An edge is needed no more; it comes back at its end. */
  void hold(int edge, long bytesPerSecond) {
    returned.add(new Held(edge, bytesPerSecond));
  }

  /**
   * Begins the next one, if enough of this one's chunks are done or there is none to wait for.
   *
   * @param inFlight how many chunks are in flight
   */
  Optional<SchedulerEvent.TimestepEnded> endIfDone(int inFlight, long now) {
    boolean isDone = done > 0 && done >= fraction * chunks - ROUNDING;
    boolean nothingToWaitFor = inFlight == 0 && !returned.isEmpty();
    if (!isDone && !nothingToWaitFor) {
      return Optional.empty();
    }
    returned.forEach(held -> network.leases().take(held.edge(), -held.bytesPerSecond(), now));
    returned.clear();
    SchedulerEvent.TimestepEnded ended =
        new SchedulerEvent.TimestepEnded(now, number, now - start, done);
    number++;
    start = now;
    chunks = inFlight;
    done = 0;
    return Optional.of(ended);
  }

  /** Goes on with another network, on which nothing is held that chunks do not need. */
  void moveTo(LiveNetwork to) {
    network = to;
    returned.clear();
  }
}
