package org.peacescheduler.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * What a measurement has built and has to take down again: when this is closed, and also when the
 * process is interrupted. Last built, first taken down, each once.
 *
 * <p>Thread-safe: the shutdown hook takes down too, and whoever comes second waits for the first.
 */
public final class TakeDown implements AutoCloseable {
  private final List<Runnable> steps = new ArrayList<>();
  private final Thread hook = new Thread(this::run, "take-down");
  private volatile boolean begun;
  private boolean over;

  private TakeDown() {}

  /** Begins to listen for the end of the process; nothing is to be taken down yet. */
  public static TakeDown begin() {
    TakeDown takeDown = new TakeDown();
    Runtime.getRuntime().addShutdownHook(takeDown.hook);
    return takeDown;
  }

  /** Adds what takes down the part that was built last; at once if all else is down already. */
  public synchronized void add(Runnable step) {
    steps.add(0, step);
    if (over) {
      run();
    }
  }

  /** Whether it is being taken down: what fails from now on fails for that reason. */
  public boolean hasBegun() {
    return begun;
  }

  @Override
  public void close() {
    run();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already, and the hook runs or has run.
    }
  }

  private void run() {
    begun = true;
    runAll();
  }

  private synchronized void runAll() {
    steps.forEach(Runnable::run);
    steps.clear();
    over = true;
  }
}
