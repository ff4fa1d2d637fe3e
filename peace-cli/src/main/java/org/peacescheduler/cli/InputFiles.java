package org.peacescheduler.cli;

import java.nio.file.Path;
import java.util.List;
import org.peacescheduler.network.topology.RequestSpec;
import org.peacescheduler.network.topology.RequestsException;
import org.peacescheduler.network.topology.RequestsReader;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/** Reads what a command is given; every problem of a file becomes one failure. */
final class InputFiles {
  private InputFiles() {}

  static Topology topology(Path file) throws CommandFailure {
    try {
      return TopologyReader.read(file);
    } catch (TopologyException e) {
      throw failure(e.getMessage(), e.problems().size(), e);
    }
  }

  static List<RequestSpec> requests(Path file, Topology topology) throws CommandFailure {
    try {
      return RequestsReader.read(file, topology);
    } catch (RequestsException e) {
      throw failure(e.getMessage(), e.problems().size(), e);
    }
  }

  private static CommandFailure failure(String message, int problems, Exception cause) {
    String count = problems == 1 ? "1 problem found." : problems + " problems found.";
    return CommandFailure.badInput(message + System.lineSeparator() + count, cause);
  }
}
