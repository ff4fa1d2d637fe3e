package org.peacescheduler.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.peacescheduler.network.topology.Problem;
import org.peacescheduler.network.topology.RequestSpec;
import org.peacescheduler.network.topology.RequestsException;
import org.peacescheduler.network.topology.RequestsReader;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.network.topology.TopologyReader;

/** Reads what a command is given; every problem of a file becomes one failure. */
final class InputFiles {
  /** A topology and the requests on it. */
  record Inputs(Topology topology, List<RequestSpec> requests) {
    Inputs {
      requests = List.copyOf(requests);
    }
  }

  private InputFiles() {}

  static Topology topology(Path file) throws CommandFailure {
    return topologyFile(file).topology();
  }

  /** A topology with the warnings of its file. */
  static TopologyFile topologyFile(Path file) throws CommandFailure {
    try {
      return TopologyReader.load(file);
    } catch (TopologyException e) {
      throw failure(e.getMessage(), e.problems(), e);
    }
  }

  /** Reads a topology and requests on it; if both are wrong, the failure tells of both. */
  static Inputs topologyAndRequests(Path topologyFile, Path requestsFile) throws CommandFailure {
    Topology topology;
    try {
      topology = TopologyReader.read(topologyFile);
    } catch (TopologyException e) {
      throw failureOfTopology(e, requestsFile);
    }
    try {
      return new Inputs(topology, RequestsReader.read(requestsFile, topology));
    } catch (RequestsException e) {
      throw failure(e.getMessage(), e.problems(), e);
    }
  }

  private static CommandFailure failureOfTopology(TopologyException e, Path requestsFile) {
    try {
      RequestsReader.check(requestsFile);
      return failure(e.getMessage(), e.problems(), e);
    } catch (RequestsException also) {
      String message = e.getMessage() + System.lineSeparator() + also.getMessage();
      List<Problem> both = Stream.concat(e.problems().stream(), also.problems().stream()).toList();
      return failure(message, both, e);
    }
  }

  private static CommandFailure failure(String message, List<Problem> problems, Exception cause) {
    String count = problems.size() == 1 ? "1 problem found." : problems.size() + " problems found.";
    return CommandFailure.badInput(message + System.lineSeparator() + count, problems, cause);
  }
}
