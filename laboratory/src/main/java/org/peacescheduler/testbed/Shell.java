package org.peacescheduler.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs short commands. Thread-safe: stateless. */
final class Shell {
  private static final long PATIENCE_MILLIS = 60_000;

  private Shell() {}

  /**
   * How a command ended.
   *
   * @param output what it printed on standard output
   * @param errors the same on standard error, or why it did not run to its end
   */
  record Result(int exitCode, String output, String errors) {
    boolean fine() {
      return exitCode == 0;
    }

    /** All that it printed, for a message. */
    String said() {
      return (output.strip() + "\n" + errors.strip()).strip();
    }
  }

  /** Runs a command to its end, whatever that is. */
  static Result attempt(List<String> command) throws InterruptedException {
    return attempt(command, PATIENCE_MILLIS);
  }

  /** Runs a command to its end, or until so many milliseconds are over. */
  static Result attempt(List<String> command, long patienceMillis) throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      return new Result(-1, "", e.getMessage());
    }
    try {
      process.getOutputStream().close();
      FutureTask<String> output = read(process.getInputStream());
      FutureTask<String> errors = read(process.getErrorStream());
      if (!process.waitFor(patienceMillis, TimeUnit.MILLISECONDS)) {
        return late(patienceMillis);
      }
      return new Result(
          process.exitValue(),
          output.get(patienceMillis, TimeUnit.MILLISECONDS),
          errors.get(patienceMillis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) { // A process of its own has kept what it prints to.
      return late(patienceMillis);
    } catch (IOException | ExecutionException e) {
      return new Result(-1, "", e.toString());
    } finally {
      process.destroyForcibly();
    }
  }

  private static Result late(long patienceMillis) {
    return new Result(-1, "", "not done after %.0f s".formatted(patienceMillis / 1e3));
  }

  /** Reads all of a stream, in a thread of its own, so that neither stream fills up meanwhile. */
  private static FutureTask<String> read(InputStream stream) {
    FutureTask<String> text =
        new FutureTask<>(() -> new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    Thread reader = new Thread(text, "output of a command");
    reader.setDaemon(true);
    reader.start();
    return text;
  }

  /** Runs a command that has to succeed, and returns what it printed on standard output. */
  static String run(List<String> command) throws TestbedException, InterruptedException {
    Result result = attempt(command);
    if (!result.fine()) {
      throw new TestbedException(
          "'%s' failed: %s\nMaybe 'peace testbed --clean' helps, if an earlier run left something."
              .formatted(String.join(" ", command), result.said()));
    }
    return result.output();
  }
}
