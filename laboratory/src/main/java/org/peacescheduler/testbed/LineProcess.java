package org.peacescheduler.testbed;

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

/**
 * A process on a host of the testbed that ends when its standard input does, and is spoken to by
 * lines unless it is silent.
 *
 * <p>Confined to one thread at a time; {@link #close} may be called from any.
 */
public final class LineProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private LineProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts one that is spoken to by lines.
   *
   * @param log gets its standard error
   */
  public static LineProcess talking(String name, List<String> command, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new LineProcess(name, log, builder.start());
  }

  /** Starts one whose whole output is its log. */
  public static LineProcess silent(
      String name, List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new LineProcess(name, log, builder.start());
  }

  /** Says a line and does not wait for an answer. */
  public void send(String line) throws TestbedException {
    try {
      in.write(line);
      in.write('\n');
      in.flush();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** The next line that it says. */
  public String receive() throws TestbedException {
    try {
      String line = out.readLine();
      if (line == null) {
        throw ended(null);
      }
      return line;
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** What is wrong with something that it said. */
  TestbedException wrong(String said, Throwable cause) {
    return new TestbedException(
        "%s said '%s'. Maybe %s says more.".formatted(name, said, log), cause);
  }

  /** Checks that it has not ended. */
  public void requireAlive() throws TestbedException {
    if (!process.isAlive()) {
      throw ended(null);
    }
  }

  private TestbedException ended(Throwable cause) {
    return new TestbedException("%s has ended. Maybe %s says why.".formatted(name, log), cause);
  }

  /** Ends it: its input ends, which it obeys; then by force. */
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
