package org.peacescheduler.flink;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.peacescheduler.testbed.TestbedException;

/**
 * A process on a host of the testbed that ends when its standard input does.
 *
 * <p>Confined to one thread; {@link #close} may be called from any.
 */
final class LabProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private LabProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one that is spoken to by lines. */
  static LabProcess talking(String name, List<String> command, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new LabProcess(name, log, builder.start());
  }

  /** Starts one whose whole output is its log. */
  static LabProcess silent(
      String name, List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new LabProcess(name, log, builder.start());
  }

  /** Says a line and waits for the one that answers. */
  String ask(String line) throws TestbedException {
    try {
      in.write(line);
      in.write('\n');
      in.flush();
      String answer = out.readLine();
      if (answer == null) {
        throw ended(null);
      }
      return answer;
    } catch (IOException e) {
      throw ended(e);
    }
  }

  void requireAlive() throws TestbedException {
    if (!process.isAlive()) {
      throw ended(null);
    }
  }

  private TestbedException ended(IOException cause) {
    return new TestbedException("%s has ended. Maybe %s says why.".formatted(name, log), cause);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
