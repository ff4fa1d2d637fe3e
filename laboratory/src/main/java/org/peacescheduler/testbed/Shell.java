package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs short commands. Thread-safe: stateless. */
final class Shell {
  private static final long PATIENCE_SECONDS = 60;

  private Shell() {}

  /** What a command printed, on both channels, and how it ended. */
  record Result(int exitCode, String output) {
    boolean fine() {
      return exitCode == 0;
    }
  }

  /** Runs a command to its end, whatever that is. */
  static Result attempt(List<String> command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return new Result(-1, "not done after " + PATIENCE_SECONDS + " s");
      }
      return new Result(process.exitValue(), output);
    } catch (IOException e) {
      return new Result(-1, e.getMessage());
    }
  }

  /** Runs a command that has to succeed, and returns what it printed. */
  static String run(List<String> command) throws TestbedException, InterruptedException {
    Result result = attempt(command);
    if (!result.fine()) {
      throw new TestbedException(
          "'%s' failed: %s\nMaybe 'peace testbed --clean' helps, if an earlier run left something."
              .formatted(String.join(" ", command), result.output().strip()));
    }
    return result.output();
  }
}
