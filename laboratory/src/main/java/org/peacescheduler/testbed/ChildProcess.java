package org.peacescheduler.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link HostProcess} in a namespace, seen from the testbed.
 *
 * <p>Confined to one thread at a time; {@link #close} may be called from any.
 */
final class ChildProcess implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LineProcess process;

  private ChildProcess(LineProcess process) {
    this.process = process;
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
    return new ChildProcess(LineProcess.talking(role + " in " + namespace, command, log));
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
    String line = process.receive();
    if (!HostProcess.READY.equals(line)) {
      throw process.wrong(line, null);
    }
  }

  /** Gives an order and does not wait for the answer. */
  void send(WriteOrder order) throws TestbedException {
    try {
      process.send(MAPPER.writeValueAsString(order));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An order could not be written as JSON.", e);
    }
  }

  /** The answer to the last order. */
  WriteReply receive() throws TestbedException {
    return reply(process.receive());
  }

  /** The answer to the last order, which is no good later. */
  WriteReply receive(double withinSeconds) throws TestbedException {
    return reply(process.receive(withinSeconds));
  }

  private WriteReply reply(String line) throws TestbedException {
    try {
      return MAPPER.readValue(line, WriteReply.class);
    } catch (JsonProcessingException e) {
      throw process.wrong(line, e);
    }
  }

  /** An order whose failure is the testbed's. */
  WriteReply ask(WriteOrder order) throws TestbedException {
    send(order);
    WriteReply reply = receive();
    if (!reply.failure().isEmpty()) {
      throw process.wrong(order.op() + ": " + reply.failure(), null);
    }
    return reply;
  }

  /** Checks that it has not ended. */
  void requireAlive() throws TestbedException {
    process.requireAlive();
  }

  @Override
  public void close() {
    process.close();
  }
}
