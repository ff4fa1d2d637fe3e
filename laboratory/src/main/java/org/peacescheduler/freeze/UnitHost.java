package org.peacescheduler.freeze;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.peacescheduler.testbed.LineProcess;
import org.peacescheduler.testbed.TestbedException;
import org.peacescheduler.testbed.TestbedHdfs;

/** A {@link UnitProcess} on its host, seen from the lab. Confined to one thread. */
record UnitHost(String name, LineProcess process) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmn32m");

  /** Heap beside the state and the copies of its pages, in MiB. */
  private static final long HEAP_MIB = 96;

  static UnitHost start(TestbedHdfs hdfs, FreezeOptions options, String host, String name)
      throws IOException {
    Path logs = options.shape().out().resolve("logs");
    long stateMib = ((options.chunks() * options.shape().chunkSize().bytes()) >> 20) + 1;
    List<String> command = hdfs.java(host);
    command.addAll(JVM);
    command.add("-Xmx%dm".formatted(HEAP_MIB + 2 * stateMib));
    command.add("-Dlog4j.configuration=" + logs.resolve("log4j.properties").toUri());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(UnitProcess.class.getName(), hdfs.clientSite().toString(), name));
    command.add(String.valueOf(options.pages()));
    command.add(String.valueOf(options.page().bytes()));
    command.add(String.valueOf(options.updates()));
    command.add(String.valueOf(options.threads()));
    return new UnitHost(name, LineProcess.talking(name, command, logs.resolve(name + ".log")));
  }

  /** Gives an order and does not wait for the answer. */
  void send(UnitOrder order) throws TestbedException {
    try {
      process.send(MAPPER.writeValueAsString(order));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An order could not be written as JSON.", e);
    }
  }

  /** The answer to the last order. */
  UnitReply receive() throws TestbedException {
    String line = process.receive();
    UnitReply reply;
    try {
      reply = MAPPER.readValue(line, UnitReply.class);
    } catch (JsonProcessingException e) {
      throw new TestbedException("%s said '%s'.".formatted(name, line), e);
    }
    if (!reply.failure().isEmpty()) {
      throw new TestbedException(
          "%s: %s Maybe its log says more.".formatted(name, reply.failure()));
    }
    return reply;
  }
}
