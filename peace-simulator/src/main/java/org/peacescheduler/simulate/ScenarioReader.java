package org.peacescheduler.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.peacescheduler.network.topology.DocumentKind;
import org.peacescheduler.network.topology.HostList;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.Place;
import org.peacescheduler.network.topology.ProblemCode;
import org.peacescheduler.network.topology.Problems;
import org.peacescheduler.network.topology.Section;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Text;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.network.topology.YamlDocument;

/**
 * Reads scenarios (YAML; docs/simulator.md explains the format) as topology files are read: every
 * problem at once, with line, path, value and remedy.
 *
 * <p>Cost: linear in the size of the file. Thread-safe: stateless.
 */
final class ScenarioReader {
  private static final List<String> ROOT_KEYS =
      List.of(
          "version",
          "network",
          "told",
          "slow",
          "othersOnLinks",
          "loss",
          "delays",
          "bursts",
          "betweenBursts",
          "deferralMax",
          "clients",
          "writers");

  private static final List<String> WRITER_KEYS =
      List.of(
          "count",
          "hosts",
          "files",
          "byTurns",
          "turn",
          "chunks",
          "size",
          "sizes",
          "chunk",
          "rate",
          "writerRate",
          "log",
          "flushed",
          "ownDisk",
          "replication",
          "startAt",
          "startWithin",
          "pause",
          "job",
          "tellJob",
          "tellSize",
          "client",
          "group",
          "tellBytes",
          "user",
          "path",
          "arrivals");

  private static final List<String> ARRIVAL_KEYS =
      List.of("times", "every", "jitter", "poisson", "depth", "delay", "ownPhase", "messages");

  private static final String DELAYS_EXAMPLE = "{setUp: 0.008, report: 0.004, request: 0.0015}";
  private static final String PATH_EXAMPLE = "/checkpoint/{job}/{n}/{host}";
  private static final String ARRIVALS_EXAMPLE = "{times: 10, every: 30, jitter: 0.1}";
  private static final String WRITER_EXAMPLE = "{count: 16, files: 4, chunks: 2, chunk: 1 MiB}";
  private static final String TOLD_EXAMPLE =
      "same, nothing, {scaled: 2} or {numbers: {server: 2, links: 3}}";

  private static final String SIZES_EXAMPLE = "sizes: {lognormal: {median: 8 MiB, sigma: 1}}";

  private static final int MOST_WRITERS = 10_000;
  private static final int MOST_FILES = 1000;
  private static final int MOST_CHUNKS = 10_000;
  private static final int MOST_REPLICATION = 512;
  private static final int MOST_BURSTS = 100;
  private static final int MOST_TIMES = 1000;
  private static final double MOST_SIGMA = 4;
  private static final double MOST_SECONDS = 3600;
  private static final double MOST_DEPTH = 100;

  /** Scenarios made of traces are as long as these: ten days. */
  private static final double LATEST_START = 864_000;

  /** Of messages; closer ones are not told apart from ones that come at once. */
  private static final double LEAST_GAP = 0.001;

  private static final int STANDARD_REPLICATION = 3;
  private static final double STANDARD_LOSS = 0.05;
  private static final double STANDARD_DEFERRAL = 60;
  private static final double STANDARD_BETWEEN = 2;
  private static final double STANDARD_START_WITHIN = 0.3;
  private static final double STANDARD_SIGMA = 1;
  private static final double STANDARD_TURN = 4 * Transfer.PACKET_BYTES;

  private final String name;
  private final Limits limits;
  private final Problems problems;
  private Set<String> hosts = Set.of();
  private int servers = Integer.MAX_VALUE;

  private ScenarioReader(String name, Limits limits, Problems problems) {
    this.name = name;
    this.limits = limits;
    this.problems = problems;
  }

  /** Reads a file in UTF-8. */
  static Scenario read(Path file) throws ScenarioException {
    return read(file, Limits.NONE);
  }

  /** Reads a file in UTF-8 for a program that cannot do all. */
  static Scenario read(Path file, Limits limits) throws ScenarioException {
    Problems problems = new Problems(file.toString(), DocumentKind.SCENARIO);
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    return read(YamlDocument.read(file, problems), name, limits, problems);
  }

  /**
   * Reads a scenario from text.
   *
   * @param source what messages call the file
   */
  static Scenario parse(String yaml, String source) throws ScenarioException {
    Problems problems = new Problems(source, DocumentKind.SCENARIO);
    return read(YamlDocument.parse(yaml, problems), source, Limits.NONE, problems);
  }

  private static Scenario read(Optional<Place> root, String name, Limits limits, Problems problems)
      throws ScenarioException {
    Optional<Scenario> scenario =
        root.flatMap(place -> new ScenarioReader(name, limits, problems).readDocument(place));
    if (!problems.isEmpty()) {
      throw new ScenarioException(problems.sorted());
    }
    return scenario.orElseThrow();
  }

  private Optional<Scenario> readDocument(Place root) {
    Optional<Section> section =
        Section.read(root, ROOT_KEYS, "a mapping that starts with 'version: 1'", problems);
    return section.flatMap(this::readSections);
  }

  private Optional<Scenario> readSections(Section section) {
    section.require("version", "version: 1").ifPresent(this::readVersion);
    limits.check(ROOT_KEYS, section::get, problems);
    Optional<Topology> network =
        section
            .require("network", "network: {version: 1, streamRate: …, switches: …, servers: …}")
            .flatMap(this::readNetwork);
    Set<String> clients = section.get("clients").map(this::readClients).orElse(Set.of());
    Told told = section.get("told").flatMap(this::readTold).orElseGet(Told.Same::new);
    Values values = new Values(section, problems);
    Scenario.Reality reality = readReality(values);
    int bursts = values.count("bursts", 1, MOST_BURSTS);
    double between = values.number("betweenBursts", STANDARD_BETWEEN, 0, MOST_SECONDS);
    double deferral = values.number("deferralMax", STANDARD_DEFERRAL, 1, MOST_SECONDS);
    List<WriterGroup> writers =
        section
            .require("writers", "writers: [" + WRITER_EXAMPLE + "]")
            .map(this::readWriters)
            .orElse(List.of());
    return network.map(
        topology ->
            new Scenario(
                name,
                topology,
                told,
                reality,
                bursts,
                between,
                Duration.ofMillis(Math.round(1000 * deferral)),
                clients,
                writers));
  }

  private void readVersion(Place place) {
    if (place.kind() != Place.Kind.INTEGER) {
      problems.addWrongType(place, "a version number", "1 without quotes");
    } else if (!place.scalar().equals("1")) {
      problems.add(
          ProblemCode.UNSUPPORTED_VERSION,
          place,
          "version " + Text.shorten(place.scalar()) + " is not supported.",
          "Maybe write 'version: 1', or use a release of Peace that knows this version.");
    }
  }

  private Optional<Topology> readNetwork(Place place) {
    int before = problems.sorted().size();
    Optional<Topology> topology = TopologyReader.parse(place, name, problems);
    if (topology.isEmpty() || problems.sorted().size() > before) {
      return Optional.empty();
    }
    Set<String> known = new LinkedHashSet<>();
    topology.get().servers().forEach(server -> known.add(key(server.host())));
    hosts = known;
    servers = known.size();
    requireBandwidths(topology.get(), place);
    limits.check(topology.get(), place, problems);
    return topology;
  }

  private void requireBandwidths(Topology topology, Place place) {
    Optional<String> number =
        topology.streamBytesPerSecond().isEmpty()
            ? Optional.of("there is no 'streamRate'")
            : Stream.of(
                    topology.servers().stream()
                        .filter(server -> !server.capacities().areBandwidths())
                        .map(ServerSpec::host)
                        .map(host -> "the link of " + Text.quote(host) + " is a number"),
                    topology.servers().stream()
                        .filter(ScenarioReader::hasDiskOfStreams)
                        .map(ServerSpec::host)
                        .map(host -> "the disk of " + Text.quote(host) + " is a number"),
                    topology.links().stream()
                        .filter(link -> !link.capacity().isBandwidth())
                        .map(ScenarioReader::ends)
                        .map(ends -> "the link between " + ends + " is a number"))
                .flatMap(each -> each)
                .findFirst();
    number.ifPresent(
        what ->
            problems.add(
                ScenarioCode.NO_BANDWIDTH.number(),
                place,
                "in a scenario all capacities are bandwidths, but " + what + ".",
                "Maybe write it like '1 Gbit/s'; what Peace is told is set by 'told'."));
  }

  private static boolean hasDiskOfStreams(ServerSpec server) {
    return server.capacities().disk().filter(disk -> !disk.isBandwidth()).isPresent();
  }

  private static String ends(LinkSpec link) {
    return Text.quote(link.a()) + " and " + Text.quote(link.b());
  }

  private static String key(String host) {
    return host.toLowerCase(Locale.ROOT);
  }

  private Optional<Told> readTold(Place place) {
    if (place.kind() == Place.Kind.TEXT) {
      return switch (place.scalar()) {
        case "same" -> Optional.of(new Told.Same());
        case "nothing" -> Optional.of(new Told.Nothing());
        default -> unknownTold(place);
      };
    }
    if (place.kind() != Place.Kind.MAPPING) {
      return unknownTold(place);
    }
    return Section.read(place, List.of("scaled", "numbers"), TOLD_EXAMPLE, problems)
        .flatMap(section -> readTold(section, place));
  }

  private Optional<Told> readTold(Section section, Place place) {
    Optional<Place> scaled = section.get("scaled");
    Optional<Place> numbers = section.get("numbers");
    if (scaled.isPresent() == numbers.isPresent()) {
      return unknownTold(place);
    }
    Values values = new Values(section, problems);
    if (scaled.isPresent()) {
      return Optional.of(new Told.Scaled(values.number("scaled", 2, 0.01, 100)));
    }
    return Section.read(
            numbers.get(), List.of("server", "links"), "{server: 2, links: 3}", problems)
        .map(section2 -> new Values(section2, problems))
        .map(each -> new Told.Numbers(each.count("server", 2, 1000), each.count("links", 3, 1000)));
  }

  private Optional<Told> unknownTold(Place place) {
    problems.add(
        ScenarioCode.UNKNOWN_TOLD.number(),
        place,
        place.describe() + " is nothing that Peace could be told.",
        "Maybe write " + TOLD_EXAMPLE + ".");
    return Optional.empty();
  }

  private Scenario.Reality readReality(Values values) {
    double loss = values.number("loss", STANDARD_LOSS, 0, 0.9);
    double others = values.number("othersOnLinks", 0, 0, 0.95);
    Set<String> slow = new HashSet<>();
    double factor =
        values
            .get("slow")
            .flatMap(
                place ->
                    Section.read(
                        place,
                        List.of("hosts", "factor"),
                        "slow: {hosts: [svr1.1], factor: 0.4}",
                        problems))
            .map(
                section -> {
                  section
                      .require("hosts", "hosts: [svr1.1]")
                      .ifPresent(place -> slow.addAll(readHosts(place)));
                  section.require("factor", "factor: 0.4");
                  return new Values(section, problems).number("factor", 0.4, 0.01, 1);
                })
            .orElse(1.0);
    return new Scenario.Reality(slow, factor, others, loss, readDelays(values));
  }

  private Scenario.Delays readDelays(Values values) {
    Scenario.Delays standard = Scenario.Delays.TESTBED;
    return values
        .get("delays")
        .flatMap(
            place ->
                Section.read(
                    place, List.of("setUp", "report", "request"), DELAYS_EXAMPLE, problems))
        .map(section -> new Values(section, problems))
        .map(
            each ->
                new Scenario.Delays(
                    each.number("setUp", standard.setUp(), 0, MOST_SECONDS),
                    each.number("report", standard.report(), 0, MOST_SECONDS),
                    each.number("request", standard.request(), 0, MOST_SECONDS)))
        .orElse(standard);
  }

  /** The folder of a group's files. */
  private Optional<String> readPath(Values values) {
    Optional<String> path = values.text("path", PATH_EXAMPLE);
    String names = String.join("|", WriterGroup.NAMES);
    path.filter(text -> !text.matches("(/([^/{}]|\\{(" + names + ")\\})+)+"))
        .ifPresent(
            text ->
                problems.add(
                    ScenarioCode.BAD_PATH.number(),
                    values.get("path").orElseThrow(),
                    Text.quote(text) + " is no folder.",
                    "Maybe write it like '%s'; braces can have %s."
                        .formatted(PATH_EXAMPLE, String.join(", ", WriterGroup.NAMES))));
    return path;
  }

  private List<String> readHosts(Place place) {
    List<String> named = HostList.read(place, problems);
    if (hosts.isEmpty()) {
      return named; // What is wrong with the network has been reported.
    }
    named.stream()
        .filter(host -> !hosts.contains(key(host)))
        .forEach(
            host ->
                problems.add(
                    ScenarioCode.UNKNOWN_HOST.number(),
                    place,
                    "host " + Text.quote(host) + " is not in the network.",
                    Text.nearest(host, hosts)
                        .map(near -> "Maybe use " + Text.quote(near) + ".")
                        .orElse("Maybe add it under 'servers'.")));
    return named;
  }

  /** Hosts that write and take no replicas. */
  private Set<String> readClients(Place place) {
    Set<String> clients = new HashSet<>();
    readHosts(place).forEach(host -> clients.add(key(host)));
    servers -= clients.size();
    return clients;
  }

  private List<WriterGroup> readWriters(Place place) {
    List<WriterGroup> groups = new ArrayList<>();
    if (place.kind() != Place.Kind.LIST) {
      problems.addWrongType(place, Place.LIST, "'- " + WRITER_EXAMPLE + "'");
      return groups;
    }
    boolean complete = true;
    for (Place entry : place.entries()) {
      Optional<Section> section = Section.read(entry, WRITER_KEYS, WRITER_EXAMPLE, problems);
      section.ifPresent(values -> groups.add(readGroup(new Values(values, problems), entry)));
      complete &= section.isPresent();
    }
    if (complete && groups.stream().allMatch(WriterGroup::log)) {
      problems.add(
          ScenarioCode.NOBODY_ENDS.number(),
          place,
          "there is no group of writers that ends.",
          "Maybe add '- " + WRITER_EXAMPLE + "'.");
    }
    return groups;
  }

  private WriterGroup readGroup(Values values, Place place) {
    limits.check(WRITER_KEYS, values::get, problems);
    double chunk = values.size("chunk").orElse(Transfer.PACKET_BYTES * 16);
    limits.checkChunk(chunk, values.get("chunk").orElse(place), problems);
    WriterGroup group =
        new WriterGroup(
            values.count("count", 1, MOST_WRITERS),
            values.get("hosts").map(this::readHosts).orElse(List.of()),
            values.count("files", 1, MOST_FILES),
            values.flag("byTurns"),
            values.size("turn").orElse(STANDARD_TURN),
            readSizes(values, place, chunk),
            chunk,
            values.rate("rate"),
            values.rate("writerRate"),
            values.flag("log"),
            values.flag("flushed"),
            values.flag("ownDisk"),
            values.count("replication", STANDARD_REPLICATION, MOST_REPLICATION),
            values.number("startAt", 0, 0, LATEST_START),
            values.number("startWithin", STANDARD_START_WITHIN, 0, MOST_SECONDS),
            values.number("pause", 0, 0, MOST_SECONDS),
            values.text("job", "a name such as a"),
            values.flag("tellJob", values.get("path").isEmpty()),
            values.flag("tellSize"),
            new WriterGroup.Says(
                values.text("client", "a name such as c1"),
                values.text("group", "a name such as ckpt-7"),
                values.size("tellBytes")),
            values.text("user", "a name such as ann"),
            readPath(values),
            readArrivals(values));
    int targets = group.ownDisk() ? servers : servers - 1;
    if (group.replication() > targets) {
      problems.add(
          ScenarioCode.TOO_FEW_SERVERS.number(),
          values.get("replication").orElse(place),
          "%d replicas do not fit on the %d servers that may have one."
              .formatted(group.replication(), targets),
          "Maybe write fewer, or 'ownDisk: true' where the writer's own server may have one.");
    }
    if (group.log() && group.byTurns()) {
      problems.add(
          ScenarioCode.CONTRADICTION.number(),
          place,
          "a log is not written by turns.",
          "Maybe make two groups of it.");
    }
    return group;
  }

  private FileSizes readSizes(Values values, Place place, double chunk) {
    OptionalDouble size = values.size("size");
    List<Integer> chunks = values.counts("chunks", MOST_CHUNKS);
    Optional<FileSizes> drawn = values.get("sizes").flatMap(this::readDrawn);
    List<String> said =
        Stream.of("chunks", "size", "sizes").filter(key -> values.get(key).isPresent()).toList();
    if (said.size() > 1) {
      problems.add(
          ScenarioCode.CONTRADICTION.number(),
          place,
          "'%s' and '%s' both say how large a file is.".formatted(said.get(0), said.get(1)),
          "Maybe remove one of the two.");
    }
    if (drawn.isPresent()) {
      return drawn.get();
    }
    if (size.isPresent()) {
      return new FileSizes.Listed(List.of(size.getAsDouble()));
    }
    return new FileSizes.Listed(
        chunks.isEmpty() ? List.of(chunk) : chunks.stream().map(count -> count * chunk).toList());
  }

  private Optional<FileSizes> readDrawn(Place place) {
    return Section.read(place, List.of("lognormal"), SIZES_EXAMPLE, problems)
        .flatMap(section -> section.require("lognormal", SIZES_EXAMPLE))
        .flatMap(
            each -> Section.read(each, List.of("median", "sigma"), "{median: 8 MiB}", problems))
        .map(
            section -> {
              section.require("median", "median: 8 MiB");
              Values values = new Values(section, problems);
              double sigma = values.number("sigma", STANDARD_SIGMA, 0, MOST_SIGMA);
              return new FileSizes.LogNormal(values.size("median").orElse(1), sigma);
            });
  }

  private Arrivals readArrivals(Values values) {
    return values
        .get("arrivals")
        .flatMap(place -> Section.read(place, ARRIVAL_KEYS, ARRIVALS_EXAMPLE, problems))
        .map(this::readArrivals)
        .orElse(Arrivals.ONCE);
  }

  private Arrivals readArrivals(Section section) {
    section.require("times", "times: 10");
    section.require("every", "every: 30");
    Values values = new Values(section, problems);
    OptionalDouble messages =
        section.get("messages").isPresent()
            ? OptionalDouble.of(values.number("messages", 1, LEAST_GAP, MOST_SECONDS))
            : OptionalDouble.empty();
    Arrivals arrivals =
        new Arrivals(
            values.count("times", 1, MOST_TIMES),
            values.number("every", 1, 0, MOST_SECONDS),
            values.number("jitter", 0, 0, 1),
            values.flag("poisson"),
            values.number("depth", 0, 0, MOST_DEPTH) * values.number("delay", 0, 0, MOST_SECONDS),
            messages.isPresent() || values.flag("ownPhase"),
            messages);
    if (section.get("depth").isPresent()) {
      section.require("delay", "delay: 0.5");
    }
    if (arrivals.poisson()) {
      String at = "with 'poisson' there is no time that a writer could be ";
      refuse(section, "jitter", at + "late for.", "Maybe remove 'jitter' or 'poisson'.");
      refuse(section, "messages", at + "forced before.", "Maybe remove 'messages' or 'poisson'.");
    }
    if (arrivals.ownPhase()) {
      refuse(
          section,
          "depth",
          "a writer with a phase of its own waits for no barrier.",
          "Maybe remove 'depth' and 'delay', or 'ownPhase' and 'messages'.");
    }
    return arrivals;
  }

  private void refuse(Section section, String key, String message, String remedy) {
    section
        .get(key)
        .ifPresent(
            place -> problems.add(ScenarioCode.CONTRADICTION.number(), place, message, remedy));
  }
}
