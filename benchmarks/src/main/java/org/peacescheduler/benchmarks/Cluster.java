package org.peacescheduler.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/**
 * The clusters that are measured, as a topology file for Peace and as racks for the stock policy.
 *
 * <p>Every server sends and receives 2 chunks at a time. The links out of a rack carry half a chunk
 * per server of it, so that the core is oversubscribed 4 to 1 and, with one replica in another rack
 * than the others, these links are what fills first.
 *
 * <p>Example: {@code RACKS_1000} has 25 racks of 40 servers, each joined to one core switch by a
 * link of 20 chunks; at most 500 chunks are in flight.
 */
public enum Cluster {
  /** The paper's testbed: 8 and 9 servers, one link of 4 chunks between the racks. */
  TWO_RACKS_17(0, 0),

  /** 25 racks of 40 below one core switch. */
  RACKS_1000(1, 25),

  /** 50 racks of 40 below one core switch. */
  RACKS_2000(1, 50),

  /** 250 racks of 40 below one core switch. */
  RACKS_10000(1, 250),

  /**
   * 25 pods of 10 racks of 40: each rack joined to the two aggregation switches of its pod, each of
   * these to two core switches.
   */
  PODS_10000(25, 10);

  private static final int RACK_SIZE = 40;
  private static final int RACK_LINK = 20;
  private static final int CORES = 2;
  private static final int AGGREGATIONS = 2;
  private static final int AGGREGATION_LINK = 50;

  private final int pods;
  private final int racksPerPod;

  Cluster(int pods, int racksPerPod) {
    this.pods = pods;
    this.racksPerPod = racksPerPod;
  }

  /**
   * Servers of one rack, called {@code name-01}, {@code name-02}, ….
   *
   * @param name the rack switch; {@code pod3.rack07} is at the network location /pod3/rack07
   * @param size how many
   */
  record Rack(String name, int size) {
    String location() {
      return "/" + name.replace('.', '/');
    }

    String server(int i) {
      return "%s-%02d".formatted(name, i + 1);
    }

    /** The network location of a server of any rack. */
    static String locationOf(String server) {
      return new Rack(server.substring(0, server.indexOf('-')), 0).location();
    }
  }

  /** The racks, in the order of the topology file. */
  List<Rack> racks() {
    List<Rack> racks = new ArrayList<>();
    if (this == TWO_RACKS_17) {
      racks.add(new Rack("rack1", 8));
      racks.add(new Rack("rack2", 9));
    }
    for (int pod = 0; pod < pods; pod++) {
      for (int i = 0; i < racksPerPod; i++) {
        String name = pods == 1 ? "rack%03d".formatted(i) : "pod%d.rack%02d".formatted(pod, i);
        racks.add(new Rack(name, RACK_SIZE));
      }
    }
    return racks;
  }

  /** The names of all servers, in the order of the topology file. */
  List<String> servers() {
    List<String> servers = new ArrayList<>();
    for (Rack rack : racks()) {
      for (int i = 0; i < rack.size(); i++) {
        servers.add(rack.server(i));
      }
    }
    return servers;
  }

  /**
   * The topology file.
   *
   * @param oneByOne whether each server has a line of its own, with capacities; otherwise one
   *     pattern a rack
   */
  String topologyFile(boolean oneByOne) {
    StringBuilder yaml = new StringBuilder("version: 1\nstreamRate: 60 MB/s\nswitches:\n");
    racks().forEach(r -> line(yaml, "name: %s, rack: %s".formatted(r.name(), r.location())));
    upperSwitches().forEach(name -> line(yaml, "name: " + name));
    yaml.append("links:\n");
    addLinks(yaml);
    yaml.append("servers:\n");
    for (Rack rack : racks()) {
      if (oneByOne) {
        for (int i = 0; i < rack.size(); i++) {
          String place = "hosts: %s, switch: %s".formatted(rack.server(i), rack.name());
          line(yaml, place + ", up: 1 Gbit/s, down: 1 Gbit/s");
        }
      } else {
        String hosts = "%s-[01-%02d]".formatted(rack.name(), rack.size());
        line(yaml, "hosts: \"%s\", switch: %s".formatted(hosts, rack.name()));
      }
    }
    return yaml.toString();
  }

  /** Peace's model of the cluster. */
  NetworkModel model() {
    try {
      return NetworkModel.of(TopologyReader.parse(topologyFile(false), name()));
    } catch (TopologyException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> upperSwitches() {
    List<String> names = new ArrayList<>();
    if (pods == 1) {
      names.add("core");
    } else if (pods > 1) {
      for (int core = 0; core < CORES; core++) {
        names.add("core" + core);
      }
      for (int pod = 0; pod < pods; pod++) {
        for (int a = 0; a < AGGREGATIONS; a++) {
          names.add(aggregation(pod, a));
        }
      }
    }
    return names;
  }

  private void addLinks(StringBuilder yaml) {
    if (this == TWO_RACKS_17) {
      link(yaml, "rack1", "rack2", 4);
    } else if (pods == 1) {
      racks().forEach(r -> link(yaml, r.name(), "core", RACK_LINK));
    } else {
      List<Rack> racks = racks();
      for (int i = 0; i < racks.size(); i++) {
        for (int a = 0; a < AGGREGATIONS; a++) {
          String above = aggregation(i / racksPerPod, a);
          link(yaml, racks.get(i).name(), above, RACK_LINK / AGGREGATIONS);
        }
      }
      for (int pod = 0; pod < pods; pod++) {
        for (int i = 0; i < AGGREGATIONS * CORES; i++) {
          link(yaml, aggregation(pod, i / CORES), "core" + i % CORES, AGGREGATION_LINK);
        }
      }
    }
  }

  private static String aggregation(int pod, int a) {
    return "pod%d.agg%d".formatted(pod, a);
  }

  private static void link(StringBuilder yaml, String a, String b, int capacity) {
    line(yaml, "between: [%s, %s], capacity: %d".formatted(a, b, capacity));
  }

  private static void line(StringBuilder yaml, String keys) {
    yaml.append("  - {").append(keys).append("}\n");
  }
}
