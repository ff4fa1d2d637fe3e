package org.peacescheduler.testbed;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A process on a host of the testbed that ends when its standard input does, and is spoken to by
 * lines unless it is silent.
 *
 * <p>Confined to one thread at a time; {@link #close} may be called from any.
 */
public final class LineProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 5;

  /** How long anything but a long burst may take. */
  static final double PATIENCE_SECONDS = 1800;

  private final String name;
  private final Path log;
  private final Process process;
  private final Writer in;

  /** Lines that nobody has received yet; after the last one comes nothing, an empty one. */
  private final BlockingQueue<Optional<String>> said = new LinkedBlockingQueue<>();

  /** What ended them, if it was not the end of the process. */
  private volatile Exception broken;

  private LineProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "lines of " + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(line -> said.add(Optional.of(line)));
    } catch (IOException | UncheckedIOException e) {
      broken = e;
    } finally {
      said.add(Optional.empty());
    }
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

  /** The next line that it says, which all but a burst takes minutes for at most. */
  public String receive() throws TestbedException {
    return receive(PATIENCE_SECONDS);
  }

  /** The next line that it says; one that comes later is no good. */
  String receive(double withinSeconds) throws TestbedException {
    try {
      Optional<String> line = said.poll(Math.round(1000 * withinSeconds), TimeUnit.MILLISECONDS);
      if (line == null) {
        throw new TestbedException(
            "%s has not answered within %.0f s. Maybe %s says why."
                .formatted(name, withinSeconds, log));
      }
      if (line.isEmpty()) {
        said.add(line); // So it is for whoever asks next.
        throw ended(broken);
      }
      return line.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("Nobody waits any more for what %s says.".formatted(name), e);
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
