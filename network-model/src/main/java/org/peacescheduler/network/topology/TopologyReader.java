package org.peacescheduler.network.topology;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads topology files (YAML; conf/topology-two-rack.yaml explains the format).
 *
 * <p>Goals, in order: a file that is accepted is right in itself, so that nothing later has to
 * check it again (see the promises of {@link Topology}); of a file that is refused every problem is
 * told at once, with line, path, value and remedy; no file, however broken or hostile, makes
 * anything but a {@link TopologyException} or costs unbounded time or memory.
 *
 * <p>Example:
 *
 * <pre>
 * version: 1
 * switches: [{name: tor1}]
 * servers: [{hosts: "svr1.[1-2]", switch: tor1}]
 * </pre>
 *
 * has one switch in rack {@code /tor1} and two servers that send and receive 2 chunks per timestep,
 * the capacity that the paper measured, which holds wherever neither the server nor {@code
 * defaults} says another.
 *
 * <p>Cost: linear in the size of the file and the number of hosts, of which there are at most
 * 100,000.
 *
 * <p>Thread-safe: stateless.
 */
public final class TopologyReader {

  private TopologyReader() {}

  /**
   * Reads a file in UTF-8.
   *
   * @throws TopologyException with every problem, if the file cannot be read or used
   */
  public static Topology read(Path file) throws TopologyException {
    return load(file).topology();
  }

  /**
   * Reads a file in UTF-8, and tells what its author hardly meant.
   *
   * @throws TopologyException with every problem, if the file cannot be read or used
   */
  public static TopologyFile load(Path file) throws TopologyException {
    Problems problems = new Problems(file.toString());
    return parse(FileText.read(file, problems), file.toString(), problems);
  }

  /**
   * Reads a topology from text.
   *
   * @param sourceName what messages call the file
   * @throws TopologyException with every problem, if the text cannot be used
   */
  public static Topology parse(String yaml, String sourceName) throws TopologyException {
    return load(yaml, sourceName).topology();
  }

  /** As {@link #load(Path)}, of text. */
  static TopologyFile load(String yaml, String sourceName) throws TopologyException {
    return parse(Optional.of(yaml), sourceName, new Problems(sourceName));
  }

  /**
   * Reads a topology that is part of another document.
   *
   * @param sourceName what messages of the network call it
   * @param problems gets every problem; if it gets one, the result is of no use
   */
  public static Optional<Topology> parse(Place place, String sourceName, Problems problems) {
    return new TopologyParser(sourceName, problems).parse(place);
  }

  private static TopologyFile parse(Optional<String> yaml, String source, Problems problems)
      throws TopologyException {
    Optional<TopologyFile> file =
        yaml.flatMap(text -> FileText.check(text, problems))
            .flatMap(text -> OtherFormat.refuse(text, problems))
            .flatMap(text -> YamlDocument.compose(text, problems))
            .flatMap(root -> new TopologyParser(source, problems).parseFile(new Place(root, "")));
    if (!problems.isEmpty()) {
      throw problems.toException();
    }
    return file.orElseThrow();
  }
}
