package org.peacescheduler.network.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads requests files: the write requests (w, r, k) that {@code peace plan} schedules (YAML;
 * conf/requests-figure5.yaml explains the format).
 *
 * <p>It is in this package because it reads as topology files are read: every problem at once, with
 * line, path, value and remedy; bounded time and memory whatever the file.
 *
 * <p>Example: {@code requests: [{writer: svr1.1, replication: 2, chunks: 1}]}. Without {@code
 * replication} it is 3, without {@code chunks} 1.
 *
 * <p>Cost: linear in the size of the file. Thread-safe: stateless.
 */
public final class RequestsReader {
  /** What HDFS allows by default (dfs.replication.max). */
  public static final int MAX_REPLICATION = 512;

  /** All requests together; more would be days of writing. */
  static final int MAX_CHUNKS = 10_000_000;

  static final int DEFAULT_REPLICATION = 3;
  static final int DEFAULT_CHUNKS = 1;

  private static final List<String> KEYS = List.of("writer", "replication", "chunks");
  private static final String EXAMPLE = "{writer: svr1.1, replication: 3, chunks: 1}";

  /** Enough for a hundred mistakes in a cluster of 10,000. */
  private static final long MAX_COMPARISONS = 1_000_000;

  private final Problems problems;
  private final boolean isTopologyKnown;
  private final Map<String, String> hosts = new LinkedHashMap<>();
  private final Map<String, Optional<String>> nearest = new HashMap<>();
  private long comparisons;
  private long chunks;

  private RequestsReader(Problems problems, Optional<Topology> topology) {
    this.problems = problems;
    this.isTopologyKnown = topology.isPresent();
    for (ServerSpec server : topology.map(Topology::servers).orElse(List.of())) {
      hosts.put(server.host().toLowerCase(Locale.ROOT), server.host());
    }
  }

  /**
   * Reads a file in UTF-8.
   *
   * @param topology whose servers are the writers
   * @throws RequestsException with every problem, if the file cannot be read or used
   */
  public static List<RequestSpec> read(Path file, Topology topology) throws RequestsException {
    Problems problems = new Problems(file.toString(), DocumentKind.REQUESTS);
    return parse(FileText.read(file, problems), Optional.of(topology), problems);
  }

  /**
   * Looks for problems in a file whose topology cannot be used, so that both are mended in one go.
   * Whether the writers exist is not known then.
   *
   * @throws RequestsException with every problem, if the file cannot be read or used
   */
  public static void check(Path file) throws RequestsException {
    Problems problems = new Problems(file.toString(), DocumentKind.REQUESTS);
    parse(FileText.read(file, problems), Optional.empty(), problems);
  }

  /**
   * Reads requests from text.
   *
   * @param sourceName what messages call the file
   * @throws RequestsException with every problem, if the text cannot be used
   */
  public static List<RequestSpec> parse(String yaml, String sourceName, Topology topology)
      throws RequestsException {
    return parse(
        Optional.of(yaml), Optional.of(topology), new Problems(sourceName, DocumentKind.REQUESTS));
  }

  private static List<RequestSpec> parse(
      Optional<String> yaml, Optional<Topology> topology, Problems problems)
      throws RequestsException {
    RequestsReader reader = new RequestsReader(problems, topology);
    List<RequestSpec> requests =
        yaml.flatMap(text -> FileText.check(text, problems))
            .flatMap(text -> YamlDocument.compose(text, problems))
            .map(reader::readDocument)
            .orElse(List.of());
    if (!problems.isEmpty()) {
      throw new RequestsException(problems.sorted());
    }
    return requests;
  }

  private List<RequestSpec> readDocument(Node root) {
    List<RequestSpec> requests = new ArrayList<>();
    Optional<Place> list =
        Section.read(
                new Place(root, ""), List.of("requests"), "requests: [" + EXAMPLE + "]", problems)
            .flatMap(section -> section.require("requests", "requests: [" + EXAMPLE + "]"));
    if (list.isEmpty()) {
      return requests;
    }
    Place place = list.get();
    if (place.kind() != Place.Kind.LIST) {
      problems.addWrongType(place, Place.LIST, "'- " + EXAMPLE + "'");
      return requests;
    }
    List<Place> entries = place.entries();
    if (entries.isEmpty()) {
      problems.add(
          ProblemCode.EMPTY_LIST,
          place,
          "'requests' is empty.",
          "Maybe write '- " + EXAMPLE + "'.");
    }
    for (Place entry : entries) {
      Section.read(entry, KEYS, EXAMPLE, problems)
          .flatMap(section -> readRequest(section, entry))
          .ifPresent(requests::add);
    }
    return requests;
  }

  private Optional<RequestSpec> readRequest(Section section, Place entry) {
    Optional<String> writer = section.require("writer", "writer: svr1.1").flatMap(this::readWriter);
    int replication = readCount(section, "replication", DEFAULT_REPLICATION, MAX_REPLICATION);
    int count = readCount(section, "chunks", DEFAULT_CHUNKS, MAX_CHUNKS);
    long before = chunks;
    chunks += count;
    if (before <= MAX_CHUNKS && chunks > MAX_CHUNKS) {
      problems.add(
          RequestCode.TOO_MANY_CHUNKS,
          section.get("chunks").orElse(entry),
          "with these chunks the requests have more than " + MAX_CHUNKS + " together.",
          "Maybe split the list, or leave requests out.");
    }
    return writer.map(host -> new RequestSpec(host, replication, count));
  }

  private Optional<String> readWriter(Place place) {
    if (place.kind() != Place.Kind.TEXT) {
      problems.addWrongType(place, Place.TEXT, "a server of the topology such as svr1.1");
      return Optional.empty();
    }
    String name = place.scalar();
    if (!isTopologyKnown) {
      return Optional.of(name);
    }
    String host = hosts.get(name.toLowerCase(Locale.ROOT));
    if (host == null) {
      problems.add(
          RequestCode.UNKNOWN_WRITER,
          place,
          "writer " + Text.quote(name) + " is no server of the topology.",
          nearest
              .computeIfAbsent(name, this::nearestHost)
              .map(near -> "Maybe use " + Text.quote(near) + ".")
              .orElse("Maybe add it to the topology, under 'servers'."));
    }
    return Optional.ofNullable(host);
  }

  private Optional<String> nearestHost(String name) {
    comparisons += hosts.size();
    return comparisons > MAX_COMPARISONS ? Optional.empty() : Text.nearest(name, hosts.values());
  }

  private int readCount(Section section, String key, int standard, int most) {
    Optional<Place> place = section.get(key);
    return place.isEmpty() ? standard : readCount(place.get(), standard, most);
  }

  private int readCount(Place place, int standard, int most) {
    String text = place.scalar();
    if (place.kind() != Place.Kind.INTEGER) {
      boolean onlyQuotes = place.kind() == Place.Kind.TEXT && text.matches("[1-9][0-9]{0,8}");
      String example = onlyQuotes ? text + " without quotes" : String.valueOf(standard);
      problems.addWrongType(place, "a whole number", example);
      return standard;
    }
    boolean positive = text.matches("\\+?0*[1-9][0-9]*");
    if (!positive) {
      problems.add(
          RequestCode.BAD_COUNT,
          place,
          "the number " + Text.shorten(text) + " is less than 1.",
          "Maybe write " + standard + ", or remove the request.");
      return standard;
    }
    String digits = text.replaceFirst("^\\+?0*", "");
    if (digits.length() > 9 || Integer.parseInt(digits) > most) {
      problems.add(
          RequestCode.ABSURD_COUNT,
          place,
          "the number " + Text.shorten(text) + " is more than " + most + ".",
          "Maybe it has a digit too many.");
      return standard;
    }
    return Integer.parseInt(digits);
  }
}
