package org.peacescheduler.freeze;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Goes on updating a state at random pages, evenly over time, and takes the time of each update.
 * One that is late is not made up for.
 *
 * <p>A thread of its own updates; another one begins and ends it.
 */
final class Updates {
  private static final int FIRST = 1024;

  private final PagedState state;
  private final long pauseNanos;
  private final RandomGenerator random;
  private final Thread thread = new Thread(this::update, "freeze-updates");
  private long[] times = new long[FIRST];
  private int count;
  private volatile boolean over;

  private Updates(PagedState state, int updatesPerSecond, RandomGenerator random) {
    this.state = state;
    this.pauseNanos = TimeUnit.SECONDS.toNanos(1) / updatesPerSecond;
    this.random = random;
  }

  static Updates begin(PagedState state, int updatesPerSecond, RandomGenerator random) {
    Updates updates = new Updates(state, updatesPerSecond, random);
    updates.thread.setDaemon(true);
    updates.thread.start();
    return updates;
  }

  private void update() {
    while (!over) {
      LockSupport.parkNanos(pauseNanos);
      int page = random.nextInt(state.pages());
      long began = System.nanoTime();
      state.update(page, 0, (byte) count);
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * times.length);
      }
      times[count++] = System.nanoTime() - began;
    }
  }

  /** Ends them; their times in microseconds. */
  List<Double> end() throws InterruptedException {
    over = true;
    thread.join();
    return Arrays.stream(times, 0, count).mapToObj(nanos -> nanos / 1e3).toList();
  }
}
