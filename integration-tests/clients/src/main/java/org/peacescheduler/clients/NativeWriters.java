package org.peacescheduler.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Writers with hdfs-native, a client in Rust that asks for a block once: a process of Python that
 * writes all files of a round at once. Thread-safe: it has no state.
 */
final class NativeWriters {
  private static final int WRITERS = 30;
  private static final int BLOCKS = 3;

  private NativeWriters() {}

  /**
   * One round, in a folder of its own.
   *
   * @param python the interpreter that has hdfs-native
   * @param script {@code native_writers.py}
   */
  static void round(String python, String script, String url, String folder, Times times)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                python,
                script,
                url,
                folder,
                String.valueOf(WRITERS),
                String.valueOf(BLOCKS),
                String.valueOf(TestCluster.BLOCK))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(line -> read(line, times));
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(script + " has ended with " + status);
    }
  }

  private static void read(String line, Times times) {
    if (line.startsWith("failed")) {
      times.failed(line);
    } else {
      times.took(Double.parseDouble(line));
    }
  }
}
