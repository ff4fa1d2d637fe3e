package org.peacescheduler.network.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From YAML nodes to a {@link Topology}, section by section.
 *
 * <p>Goals, in order: every problem is reported, each once, none that only follows from another;
 * then the records. So a broken entry is left out and reading goes on; the result counts only if no
 * problem was reported.
 *
 * <p>Cost: linear in the number of nodes and hosts. Confined to one call of {@link TopologyReader}.
 */
final class TopologyParser {

  /** What the paper measured for a server with one gigabit link (sections 6.2, tables 8 and 9). */
  static final Capacity PAPER_CAPACITY = new Capacity(2);

  private static final List<String> ROOT_KEYS =
      List.of("version", "streamRate", "defaults", "switches", "links", "servers", "placement");
  private static final String ROOT_EXAMPLE = "a mapping that starts with 'version: 1'";
  private static final String SERVER_EXAMPLE = "{hosts: \"svr1.[1-8]\", switch: tor1}";
  private static final String LINK_EXAMPLE = "{between: [tor1, tor2], capacity: 8}";
  private static final String PLACEMENT_EXAMPLE = "[same-rack, other-rack]";

  private final String source;
  private final Problems problems;
  private final SwitchTable switches;
  private final HostTable hosts;
  private final List<LinkSpec> links = new ArrayList<>();
  private final List<ServerSpec> servers = new ArrayList<>();
  private CapacityReader capacities;
  private ServerCapacities defaults =
      new ServerCapacities(PAPER_CAPACITY, PAPER_CAPACITY, Optional.empty());
  private boolean linkEndsKnown = true;
  private boolean switchesKnown = true;

  TopologyParser(String source, Problems problems) {
    this.source = source;
    this.problems = problems;
    this.switches = new SwitchTable(problems);
    this.hosts = new HostTable(switches, problems);
  }

  /** Reads the document. The result is complete only if no problem was reported. */
  Optional<Topology> parse(Place root) {
    Optional<Section> document = Section.read(root, ROOT_KEYS, ROOT_EXAMPLE, problems);
    if (document.isEmpty()) {
      return Optional.empty();
    }
    Section section = document.get();
    section.require("version", "version: 1").ifPresent(this::readVersion);
    capacities = new CapacityReader(section, problems);
    section.get("defaults").ifPresent(this::readDefaults);
    readSwitches(section);
    section.get("links").ifPresent(this::readLinks);
    linkEndsKnown &= !section.isRepeated("links");
    section.require("servers", "servers: [" + SERVER_EXAMPLE + "]").ifPresent(this::readServers);
    Optional<List<Constraint>> placement = section.get("placement").map(this::readPlacement);
    capacities.finish();
    hosts.finish();
    checkConnectivity();
    return Optional.of(
        new Topology(
            switches.specs(),
            links,
            servers,
            defaults,
            capacities.streamBytesPerSecond(),
            placement,
            source,
            capacities.isStreamRateTold(),
            1));
  }

  /** Reads the document of a file. The result is complete only if no problem was reported. */
  Optional<TopologyFile> parseFile(Place root) {
    return parse(root)
        .map(
            topology -> {
              boolean areBandwidths =
                  topology.links().stream().allMatch(link -> link.capacity().isBandwidth())
                      && topology.servers().stream().allMatch(s -> s.capacities().areBandwidths());
              return new TopologyFile(
                  topology,
                  problems.warnings(),
                  areBandwidths ? capacities.unit() : TopologyFile.Unit.CHUNKS);
            });
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

  private void readDefaults(Place place) {
    Section.read(place, List.of("server"), "defaults: {server: {up: 2, down: 2}}", problems)
        .flatMap(section -> section.get("server"))
        .flatMap(
            server ->
                Section.read(
                    server, List.of("up", "down", "disk"), "server: {up: 2, down: 2}", problems))
        .ifPresent(section -> defaults = readServerCapacities(section));
  }

  private ServerCapacities readServerCapacities(Section section) {
    return new ServerCapacities(
        section.get("up").flatMap(capacities::read).orElse(defaults.up()),
        section.get("down").flatMap(capacities::read).orElse(defaults.down()),
        section.get("disk").flatMap(capacities::read).or(defaults::disk));
  }

  private void readSwitches(Section document) {
    Optional<Place> place = document.require("switches", "switches: [{name: tor1}]");
    Optional<List<Place>> entries = place.flatMap(at -> readList(at, "- {name: tor1}"));
    if (entries.isEmpty() || entries.get().isEmpty() || document.isRepeated("switches")) {
      switches.setIncomplete();
    }
    if (entries.isPresent() && entries.get().isEmpty()) {
      reportEmpty(place.get(), "'switches' is empty.", "- {name: tor1, rack: /rack1}");
    }
    for (Place entry : entries.orElse(List.of())) {
      Section.read(entry, List.of("name", "rack"), "{name: tor1, rack: /rack1}", problems)
          .ifPresentOrElse(this::readSwitch, () -> declareSwitch(entry, Optional.empty()));
    }
  }

  private void readSwitch(Section section) {
    Optional<Place> name = section.require("name", "name: tor1");
    Optional<Place> rackPlace = section.get("rack");
    Optional<String> rack = rackPlace.flatMap(this::readRack);
    rack.flatMap(Names::checkRack).ifPresent(flaw -> report(flaw, rackPlace.get()));
    name.flatMap(place -> readText(place, "a name such as tor1"))
        .flatMap(Names::checkSwitch)
        .ifPresent(flaw -> report(flaw, name.get()));
    name.ifPresentOrElse(place -> declareSwitch(place, rack), () -> switchesKnown = false);
  }

  private Optional<String> readRack(Place place) {
    if (place.kind().isScalarButNotText()) {
      problems.add(
          ProblemCode.WRONG_TYPE,
          place,
          "text is expected, found " + place.describe() + ".",
          "Maybe write '/" + Text.shorten(place.scalar()) + "', as HDFS does.");
      return Optional.empty();
    }
    return readText(place, "a rack such as /rack1");
  }

  /** A switch with a wrong name is still a switch, so that its links and servers find it. */
  private void declareSwitch(Place namePlace, Optional<String> rack) {
    String name = namePlace.scalar();
    if (name.isEmpty()) {
      switchesKnown = false;
    } else {
      switches.declare(new SwitchSpec(name, rack.orElse("/" + name)), namePlace);
    }
  }

  private void readLinks(Place place) {
    Optional<List<Place>> entries = readList(place, "- " + LINK_EXAMPLE);
    linkEndsKnown &= entries.isPresent();
    for (Place entry : entries.orElse(List.of())) {
      Section.read(entry, List.of("between", "capacity"), LINK_EXAMPLE, problems)
          .ifPresentOrElse(this::readLink, () -> linkEndsKnown = false);
    }
  }

  private void readLink(Section section) {
    Optional<Capacity> capacity =
        section.require("capacity", "capacity: 8").flatMap(capacities::read);
    Optional<Place> between = section.require("between", "between: [tor1, tor2]");
    List<String> ends = between.map(this::readEnds).orElse(List.of());
    if (ends.size() != 2) {
      linkEndsKnown = false;
    } else if (ends.get(0).equals(ends.get(1))) {
      problems.add(
          ProblemCode.LINK_TO_ITSELF,
          between.get(),
          "switch " + Text.quote(ends.get(0)) + " is linked to itself.",
          "Maybe one of the two names is wrong.");
    } else {
      // A link of wrong capacity still connects; the capacity has been reported.
      links.add(new LinkSpec(ends.get(0), ends.get(1), capacity.orElse(PAPER_CAPACITY)));
    }
  }

  /** Returns two declared switches, or reports why not. */
  private List<String> readEnds(Place between) {
    Optional<List<Place>> places = readList(between, "[tor1, tor2]");
    if (places.isEmpty()) {
      return List.of();
    }
    if (places.get().size() != 2) {
      int found = places.get().size();
      problems.add(
          ProblemCode.BAD_LINK_ENDS,
          between,
          "a link is between 2 switches, found " + found + ".",
          "Maybe write it like 'between: [tor1, tor2]', one link for each pair.");
    }
    List<String> ends = new ArrayList<>();
    for (Place place : places.get()) {
      readText(place, "a switch such as tor1")
          .flatMap(name -> switches.resolve(name, place))
          .ifPresent(spec -> ends.add(spec.name()));
    }
    return places.get().size() == 2 ? ends : List.of();
  }

  private void readServers(Place place) {
    Optional<List<Place>> entries = readList(place, "- " + SERVER_EXAMPLE);
    if (entries.isPresent() && entries.get().isEmpty()) {
      problems.add(
          ProblemCode.NO_SERVERS,
          place,
          "'servers' is empty.",
          "Maybe add '- " + SERVER_EXAMPLE + "'.");
    }
    for (Place entry : entries.orElse(List.of())) {
      Section.read(
              entry, List.of("hosts", "switch", "up", "down", "disk"), SERVER_EXAMPLE, problems)
          .ifPresent(this::readServer);
    }
  }

  private void readServer(Section section) {
    ServerCapacities own = readServerCapacities(section);
    Optional<Place> switchPlace = section.require("switch", "switch: tor1");
    Optional<SwitchSpec> on =
        switchPlace
            .flatMap(place -> readText(place, "a switch such as tor1"))
            .flatMap(name -> switches.resolve(name, switchPlace.get()));
    List<String> names =
        section.require("hosts", "hosts: \"svr1.[1-8]\"").map(this::readHosts).orElse(List.of());
    if (on.isPresent()) {
      for (String name : names) {
        servers.add(new ServerSpec(name, on.get().name(), on.get().rack(), own));
      }
    }
  }

  private List<String> readHosts(Place place) {
    String example = "a host or a pattern such as \"svr1.[1-8]\"";
    if (place.kind() != Place.Kind.LIST) {
      return readText(place, example).map(text -> hosts.expand(text, place)).orElse(List.of());
    }
    List<String> names = new ArrayList<>();
    List<Place> entries = place.entries();
    if (entries.isEmpty()) {
      reportEmpty(place, "'hosts' is empty.", "[\"svr1.[1-8]\"]");
    }
    for (Place entry : entries) {
      readText(entry, example).ifPresent(text -> names.addAll(hosts.expand(text, entry)));
    }
    return names;
  }

  private List<Constraint> readPlacement(Place place) {
    List<Constraint> constraints = new ArrayList<>();
    Optional<List<Place>> entries = readList(place, PLACEMENT_EXAMPLE);
    if (entries.isPresent() && entries.get().isEmpty()) {
      reportEmpty(place, "'placement' is empty.", PLACEMENT_EXAMPLE);
    }
    boolean first = true;
    for (Place entry : entries.orElse(List.of())) {
      Optional<Constraint> constraint =
          readText(entry, "a constraint such as same-rack")
              .flatMap(text -> readConstraint(text, entry));
      if (!first && constraint.equals(Optional.of(Constraint.LOCAL))) {
        problems.add(
            ProblemCode.MISPLACED_LOCAL,
            entry,
            "'local' is only possible for the first replica.",
            "Maybe use 'same-rack'; every replica needs a datanode of its own.");
      }
      constraint.ifPresent(constraints::add);
      first = false;
    }
    return constraints;
  }

  private Optional<Constraint> readConstraint(String text, Place place) {
    List<String> known = new ArrayList<>();
    for (Constraint constraint : Constraint.words()) {
      if (constraint.text().equals(text)) {
        return Optional.of(constraint);
      }
      known.add(constraint.text());
    }
    problems.add(
        ProblemCode.UNKNOWN_CONSTRAINT,
        place,
        "constraint " + Text.quote(text) + " is not known.",
        Text.nearest(text, known).map(near -> "Maybe use '" + near + "'; known").orElse("Known")
            + " are "
            + Text.list(known)
            + ".");
    return Optional.empty();
  }

  private void checkConnectivity() {
    if (!linkEndsKnown || !switchesKnown || !switches.isComplete()) {
      return;
    }
    Map<String, Integer> serversBySwitch = new HashMap<>();
    servers.forEach(server -> serversBySwitch.merge(server.switchName(), 1, Integer::sum));
    List<Connectivity.Group> groups = Connectivity.groups(switches.specs(), links, serversBySwitch);
    if (groups.size() < 2) {
      return;
    }
    String there = firstWithServers(groups.get(0), serversBySwitch);
    String most = describe(groups.get(0));
    for (Connectivity.Group group : groups.subList(1, groups.size())) {
      String here = firstWithServers(group, serversBySwitch);
      problems.add(
          ProblemCode.UNREACHABLE_SERVERS,
          switches.place(here),
          "no links lead from " + describe(group) + " to " + most + ".",
          "Maybe add a link that joins them, such as '- {between: ["
              + Text.shorten(there)
              + ", "
              + Text.shorten(here)
              + "], capacity: 8}'.");
    }
  }

  private static String firstWithServers(Connectivity.Group group, Map<String, Integer> servers) {
    return group.switches().stream().filter(servers::containsKey).findFirst().orElseThrow();
  }

  /** Returns, for example, {@code the 9 servers of switches 'tor2' and 'tor3'}. */
  private static String describe(Connectivity.Group group) {
    return (group.servers() == 1 ? "the server of " : "the " + group.servers() + " servers of ")
        + (group.switches().size() == 1 ? "switch " : "switches ")
        + Text.list(group.switches());
  }

  private Optional<List<Place>> readList(Place place, String example) {
    if (place.kind() != Place.Kind.LIST) {
      problems.addWrongType(place, Place.LIST, "'" + example + "'");
      return Optional.empty();
    }
    return Optional.of(place.entries());
  }

  private Optional<String> readText(Place place, String example) {
    if (place.kind() != Place.Kind.TEXT) {
      problems.addWrongType(place, Place.TEXT, example);
      return Optional.empty();
    }
    return Optional.of(place.scalar());
  }

  private void report(Flaw flaw, Place place) {
    problems.add(flaw.code(), place, flaw.message(), flaw.remedy());
  }

  private void reportEmpty(Place place, String message, String example) {
    problems.add(ProblemCode.EMPTY_LIST, place, message, "Maybe write '" + example + "'.");
  }
}
