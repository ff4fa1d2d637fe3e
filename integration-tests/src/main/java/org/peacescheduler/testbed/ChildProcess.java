package org.peacescheduler.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A {@link HostProcess} in a namespace, seen from the testbed.
 *
 * <p>Confined to one thread at a time; {@link #close} may be called from any.
 */
final class ChildProcess implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long STOP_SECONDS = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private ChildProcess(String name, Path log, Process process) {
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
   * Starts one, and does not wait until it is ready.
   *
   * @param role first argument of {@link HostProcess}
   * @param site its site file
   * @param first goes before the testbed's own class path
   * @param jvm options of its JVM
   * @param log gets what it logs
   */
  static ChildProcess start(
      String namespace, String role, Path site, Optional<Path> first, List<String> jvm, Path log)
      throws IOException {
    List<String> command = java(namespace);
    command.addAll(jvm);
    String classPath = System.getProperty("java.class.path");
    command.add("-cp");
    command.add(first.map(jar -> jar + File.pathSeparator + classPath).orElse(classPath));
    command.addAll(List.of(HostProcess.class.getName(), role, site.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new ChildProcess(role + " in " + namespace, log, process);
  }

  /** How the command line of this Java in a namespace begins; what is added to it comes next. */
  static List<String> java(String namespace) {
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(a -> a.startsWith("--add-opens="))
        .forEach(command::add);
    return command;
  }

  /** Waits until it says that it is ready. */
  void awaitReady() throws TestbedException {
    String line = readLine();
    if (!HostProcess.READY.equals(line)) {
      throw new TestbedException("%s said '%s'. Maybe %s says more.".formatted(name, line, log));
    }
  }

  /** Gives an order and does not wait for the answer. */
  void send(WriteOrder order) throws TestbedException {
    try {
      in.write(MAPPER.writeValueAsString(order));
      in.write('\n');
      in.flush();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  /** The answer to the last order. */
  WriteReply receive() throws TestbedException {
    String line = readLine();
    try {
      return MAPPER.readValue(line, WriteReply.class);
    } catch (JsonProcessingException e) {
      throw new TestbedException("%s said '%s'. Maybe %s says more.".formatted(name, line, log), e);
    }
  }

  /** An order whose failure is the testbed's. */
  WriteReply ask(WriteOrder order) throws TestbedException {
    send(order);
    WriteReply reply = receive();
    if (!reply.failure().isEmpty()) {
      throw new TestbedException(
          "%s: %s: %s. Maybe %s says more.".formatted(name, order.op(), reply.failure(), log));
    }
    return reply;
  }

  private String readLine() throws TestbedException {
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

  private TestbedException ended(IOException cause) {
    return new TestbedException("%s has ended. Maybe %s says why.".formatted(name, log), cause);
  }

  /** Checks that it has not ended. */
  void requireAlive() throws TestbedException {
    if (!process.isAlive()) {
      throw ended(null);
    }
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
