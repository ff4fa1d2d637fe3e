package org.peacescheduler.testbed;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.peacescheduler.network.export.TopologyYaml;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.simulate.Workload;

/**
 * A topology file as a network to be built: the rate of every link, scaled.
 *
 * <p>Example: with {@code streamRate: 7.8125 Mbit/s}, {@code up: 15.625 Mbit/s} is that rate and
 * {@code up: 2} is 2 × 7.8125 Mbit/s; at scale 0.5 both are halved. Immutable.
 *
 * @param topology the file as Peace reads it
 * @param hosts in the file's order
 * @param trunks links between switches, parallel ones made one
 * @param text the file's text, scaled
 */
record ShapedTopology(Topology topology, List<Host> hosts, List<Trunk> trunks, String text) {
  private static final Pattern BANDWIDTH =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)( {0,8}[A-Za-z]{1,8}/s)");

  /** A server and its link's rates. */
  record Host(String name, String switchName, String rack, Rate up, Rate down) {
    Host times(double part) {
      return new Host(name, switchName, rack, up.times(part), down.times(part));
    }
  }

  /** A link between two switches; the rate holds in each direction. */
  record Trunk(String a, String b, Rate rate) {
    Trunk times(double part) {
      return new Trunk(a, b, rate.times(part));
    }
  }

  ShapedTopology {
    hosts = List.copyOf(hosts);
    trunks = List.copyOf(trunks);
  }

  /**
   * Reads a topology file.
   *
   * @param scale what all rates are multiplied by
   * @throws TopologyException if the file is bad
   * @throws UnbuildableException if it is good, but cannot be built
   */
  static ShapedTopology read(Path file, double scale)
      throws IOException, TopologyException, UnbuildableException {
    TopologyReader.read(file); // So that problems show the file's own numbers.
    return of(Files.readString(file), file.toString(), scale);
  }

  /**
   * Reads a topology's text.
   *
   * @param scale what all rates are multiplied by
   * @throws TopologyException if the file is bad
   * @throws UnbuildableException if it is good, but cannot be built
   */
  static ShapedTopology of(String text, String source, double scale)
      throws TopologyException, UnbuildableException {
    String scaled = scaled(text, scale);
    Topology topology = TopologyReader.parse(scaled, source);
    if (topology.streamBytesPerSecond().isEmpty()) {
      throw new UnbuildableException(
          source
              + " has no 'streamRate', so its capacities say nothing about bits per second.\n"
              + "Maybe add 'streamRate: 7.8125 Mbit/s' and write the links' bandwidths.");
    }
    return of(topology, scaled);
  }

  /**
   * The network of a scenario, as it is: slow hosts' links have a part of their rates, and links
   * between switches what others leave.
   *
   * @throws UnbuildableException if it cannot be built
   */
  static ShapedTopology of(Workload workload) throws UnbuildableException {
    ShapedTopology whole = of(workload.network(), TopologyYaml.yaml(workload.network()));
    return new ShapedTopology(
        whole.topology,
        whole.hosts.stream().map(host -> host.times(workload.part(host.name()))).toList(),
        whole.trunks.stream().map(trunk -> trunk.times(workload.partOfLinks())).toList(),
        whole.text);
  }

  private static ShapedTopology of(Topology topology, String text) throws UnbuildableException {
    double stream = Byte.SIZE * topology.streamBytesPerSecond().getAsDouble();
    List<Trunk> trunks = new ArrayList<>();
    for (LinkSpec link : topology.links()) {
      merge(trunks, new Trunk(link.a(), link.b(), rate(link.capacity(), stream)));
    }
    refuseLoops(topology, trunks);
    List<Host> hosts = topology.servers().stream().map(server -> host(server, stream)).toList();
    return new ShapedTopology(topology, hosts, trunks, text);
  }

  /** Peace is told the rates that are built, so that it knows how long bytes take. */
  private static String scaled(String text, double scale) {
    return scale == 1
        ? text
        : BANDWIDTH
            .matcher(text)
            .replaceAll(
                rate ->
                    new BigDecimal(rate.group(1))
                            .multiply(BigDecimal.valueOf(scale), MathContext.DECIMAL64)
                            .toPlainString()
                        + rate.group(2));
  }

  private static Host host(ServerSpec server, double stream) {
    return new Host(
        server.host(),
        server.switchName(),
        server.rack(),
        rate(server.capacities().up(), stream),
        rate(server.capacities().down(), stream));
  }

  private static Rate rate(Capacity capacity, double stream) {
    return new Rate(stream * capacity.streams().orElse(capacity.chunks()));
  }

  private static void merge(List<Trunk> trunks, Trunk trunk) {
    for (int i = 0; i < trunks.size(); i++) {
      Trunk other = trunks.get(i);
      if (joinsSame(other, trunk)) {
        trunks.set(i, new Trunk(other.a(), other.b(), other.rate().plus(trunk.rate())));
        return;
      }
    }
    trunks.add(trunk);
  }

  private static boolean joinsSame(Trunk one, Trunk other) {
    return (one.a().equals(other.a()) && one.b().equals(other.b()))
        || (one.a().equals(other.b()) && one.b().equals(other.a()));
  }

  /** Bridges forward along trees; a loop would need routing. */
  private static void refuseLoops(Topology topology, List<Trunk> trunks)
      throws UnbuildableException {
    Map<String, String> parents = new HashMap<>();
    for (Trunk trunk : trunks) {
      String a = root(parents, trunk.a());
      String b = root(parents, trunk.b());
      if (a.equals(b)) {
        throw new UnbuildableException(
            "%s: the link between '%s' and '%s' closes a loop of switches.\n"
                    .formatted(topology.source(), trunk.a(), trunk.b())
                + "Maybe leave it out, so that there is one path between any two switches; several"
                + " links between the same two are fine, they become one.");
      }
      parents.put(a, b);
    }
  }

  private static String root(Map<String, String> parents, String name) {
    String root = name;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return root;
  }

  /** The names of the switches. */
  List<String> switches() {
    return topology.switches().stream().map(SwitchSpec::name).toList();
  }

  /**
   * The first {@code count} writers' hosts, taken from the racks in turn, so that the racks have as
   * many writers each as they can.
   */
  List<Host> writers(int count) {
    List<String> racks = hosts.stream().map(Host::rack).distinct().toList();
    List<Host> chosen = new ArrayList<>();
    for (int turn = 0; chosen.size() < count && turn < hosts.size(); turn++) {
      for (String rack : racks) {
        List<Host> inRack = hosts.stream().filter(h -> h.rack().equals(rack)).toList();
        if (turn < inRack.size() && chosen.size() < count) {
          chosen.add(inRack.get(turn));
        }
      }
    }
    return chosen;
  }
}
