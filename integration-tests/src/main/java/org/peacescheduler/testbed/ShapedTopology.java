package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/**
 * A topology file as a network to be built: the rate of every link, scaled.
 *
 * <p>Example: with {@code streamRate: 7.8125 Mbit/s}, {@code up: 15.625 Mbit/s} is that rate and
 * {@code up: 2} is 2 × 7.8125 Mbit/s; at scale 0.5 both are halved.
 *
 * <p>A {@link Topology} holds chunks, bandwidths are divided already. So the file is read a second
 * time with a stream rate so small that what is divided by it is the bandwidth itself. Immutable.
 *
 * @param topology the file as Peace reads it
 * @param hosts in the file's order
 * @param trunks links between switches, parallel ones made one
 * @param text the file's text
 */
record ShapedTopology(Topology topology, List<Host> hosts, List<Trunk> trunks, String text) {
  private static final Pattern STREAM_RATE =
      Pattern.compile("(?m)^(streamRate:[ \\t]*)([^#\\r\\n]*?)([ \\t]*(?:#.*)?)$");

  /** Units tried in turn: a file's rates have to be less than a million of them. */
  private static final List<Unit> UNITS =
      List.of(new Unit("100 bit/s", 100), new Unit("10 kbit/s", 1e4), new Unit("1 Mbit/s", 1e6));

  private record Unit(String text, double bitsPerSecond) {}

  /** A server and its link's rates. */
  record Host(String name, String switchName, String rack, Rate up, Rate down) {}

  /** A link between two switches; the rate holds in each direction. */
  record Trunk(String a, String b, Rate rate) {}

  ShapedTopology {
    hosts = List.copyOf(hosts);
    trunks = List.copyOf(trunks);
  }

  /**
   * Reads a topology's text.
   *
   * @param scale what all rates are multiplied by
   * @throws TopologyException if the file is bad
   * @throws TestbedException if it is good, but cannot be built
   */
  static ShapedTopology of(String text, String source, double scale)
      throws TopologyException, TestbedException {
    Topology topology = TopologyReader.parse(text, source);
    Matcher matcher = STREAM_RATE.matcher(text);
    if (!matcher.find()) {
      throw new TestbedException(
          source
              + " has no 'streamRate', so its capacities say nothing about bits per second.\n"
              + "Maybe add 'streamRate: 7.8125 Mbit/s' and write the links' bandwidths.");
    }
    for (Unit unit : UNITS) {
      Optional<Topology> finer = reread(matcher.replaceFirst("$1" + unit.text() + "$3"), source);
      Optional<Double> stream = streamRate(matcher.group(2), unit, source);
      if (finer.isPresent() && stream.isPresent()) {
        return build(topology, finer.get(), text, stream.get(), unit, scale);
      }
    }
    throw new TestbedException(
        source + " has rates that cannot be built on one machine.\nMaybe lower them.");
  }

  private static Optional<Topology> reread(String text, String source) {
    try {
      return Optional.of(TopologyReader.parse(text, source));
    } catch (TopologyException e) {
      return Optional.empty(); // A capacity too large or too small for the unit.
    }
  }

  /** What the file's stream rate is, measured by the reader itself as a server's bandwidth. */
  private static Optional<Double> streamRate(String written, Unit unit, String source) {
    String probe =
        "version: 1\nstreamRate: %s\nswitches: [{name: s}]\n".formatted(unit.text())
            + "servers: [{hosts: h, switch: s, up: %s}]\n".formatted(written);
    return reread(probe, source)
        .map(t -> t.servers().get(0).capacities().up().chunks() * unit.bitsPerSecond());
  }

  private static ShapedTopology build(
      Topology coarse, Topology fine, String text, double stream, Unit unit, double scale)
      throws TestbedException {
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < coarse.servers().size(); i++) {
      ServerSpec server = coarse.servers().get(i);
      ServerSpec finer = fine.servers().get(i);
      hosts.add(
          new Host(
              server.host(),
              server.switchName(),
              server.rack(),
              rate(server.capacities().up(), finer.capacities().up(), stream, unit).times(scale),
              rate(server.capacities().down(), finer.capacities().down(), stream, unit)
                  .times(scale)));
    }
    List<Trunk> trunks = new ArrayList<>();
    for (int i = 0; i < coarse.links().size(); i++) {
      LinkSpec link = coarse.links().get(i);
      Rate rate = rate(link.capacity(), fine.links().get(i).capacity(), stream, unit);
      merge(trunks, new Trunk(link.a(), link.b(), rate.times(scale)));
    }
    refuseLoops(coarse, trunks);
    return new ShapedTopology(coarse, hosts, trunks, text);
  }

  private static Rate rate(Capacity coarse, Capacity fine, double stream, Unit unit) {
    return coarse.isBandwidth()
        ? new Rate(fine.chunks() * unit.bitsPerSecond())
        : new Rate(coarse.chunks() * stream);
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

  /** Bridges forward along a tree; a loop would need routing. */
  private static void refuseLoops(Topology topology, List<Trunk> trunks) throws TestbedException {
    if (trunks.size() != topology.switches().size() - 1) {
      throw new TestbedException(
          "%s has %d switches and %d links between them, which is no tree.\n"
                  .formatted(topology.source(), topology.switches().size(), trunks.size())
              + "Maybe leave out links until there is one path between any two switches; several"
              + " links between the same two are fine, they become one.");
    }
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
