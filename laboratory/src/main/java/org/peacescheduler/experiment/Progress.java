package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Tells a person how far the experiment is: a bar on a terminal, plain lines elsewhere.
 *
 * <p>Thread-safe.
 */
final class Progress implements AutoCloseable {
  private static final int REFRESH_MILLIS = 200;
  private static final int WIDTH = 100;

  private final PrintStream out;
  private final ProgressBar bar;

  private Progress(PrintStream out, ProgressBar bar) {
    this.out = out;
    this.bar = bar;
  }

  /**
   * Begins, and shows nothing yet of {@code replicas}, all that will be written.
   *
   * @param out where a person looks: standard error
   */
  static Progress start(PrintStream out, long replicas) {
    return new Progress(out, isTerminal() ? bar(out, replicas) : null);
  }

  private static ProgressBar bar(PrintStream out, long replicas) {
    return new ProgressBarBuilder()
        .setTaskName("Experiment")
        .setInitialMax(replicas)
        .setUnit(" replicas", 1)
        .setStyle(ProgressBarStyle.COLORFUL_UNICODE_BLOCK)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .setMaxRenderedLength(WIDTH)
        .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
        .build();
  }

  /**
   * Java cannot be asked whether standard error is a terminal; on Linux its target tells, and
   * elsewhere lines are fine.
   */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** What is going on now. */
  void doing(String what) {
    if (bar != null) {
      bar.setExtraMessage(" " + what);
    } else {
      out.println(what);
    }
  }

  /** What is done; shown in lines only, since a bar moved on. */
  void done(String what) {
    if (bar == null) {
      out.println(what);
    }
  }

  /** One more replica was written. */
  void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
