package org.peacescheduler.schedule;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/** Networks for tests, written as topology files. */
public final class TestNetworks {
  private TestNetworks() {}

  /** The model of a topology given as text. */
  public static NetworkModel parse(String yaml) {
    try {
      return NetworkModel.of(TopologyReader.parse(yaml, "test.yaml"));
    } catch (TopologyException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }

  /** The paper's figure 5 with every capacity 1, from the file that the project ships. */
  public static NetworkModel figureFive() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("conf/topology-figure5.yaml"))) {
      here = here.getParent();
    }
    try {
      return NetworkModel.of(TopologyReader.read(here.resolve("conf/topology-figure5.yaml")));
    } catch (TopologyException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Racks below one switch.
   *
   * @param servers of each rack, named {@code svr1.1} and so on
   * @param server capacity of each server's link, both directions
   * @param uplink capacity of each rack's link
   */
  public static NetworkModel star(int racks, int servers, int server, int uplink) {
    return parse("version: 1\n" + racks(equal(racks, servers), "" + server, "" + uplink, true));
  }

  /**
   * Racks below one switch, or two joined by a link. All rates in Mbit/s.
   *
   * @param servers of each rack, named {@code svr1.1} and so on
   * @param server of each server's link, both directions
   * @param uplink of each rack's link
   * @param stream what one chunk takes
   */
  public static NetworkModel shaped(
      int racks, int servers, double server, double uplink, double stream) {
    return shaped(equal(racks, servers), server, uplink, stream);
  }

  /** As above, with so many servers in each rack, as in {@code 3 6}. */
  public static NetworkModel shaped(String servers, double server, double uplink, double stream) {
    int[] racks = Stream.of(servers.split(" ")).mapToInt(Integer::parseInt).toArray();
    return shaped(racks, server, uplink, stream);
  }

  private static NetworkModel shaped(int[] servers, double server, double uplink, double stream) {
    return parse(
        "version: 1\nstreamRate: %s Mbit/s\n".formatted(stream)
            + racks(servers, server + " Mbit/s", uplink + " Mbit/s", servers.length > 2));
  }

  private static int[] equal(int racks, int servers) {
    int[] all = new int[racks];
    Arrays.fill(all, servers);
    return all;
  }

  private static String racks(int[] servers, String server, String uplink, boolean withCore) {
    StringBuilder yaml =
        new StringBuilder(
            "defaults: {server: {up: %s, down: %s}}\nswitches:\n".formatted(server, server));
    StringBuilder links = new StringBuilder("links:\n");
    StringBuilder hosts = new StringBuilder("servers:\n");
    if (withCore) {
      yaml.append("- {name: core}\n");
    }
    for (int r = 1; r <= servers.length; r++) {
      yaml.append("- {name: tor%d}\n".formatted(r));
      if (withCore || r > 1) {
        String above = withCore ? "core" : "tor1";
        links.append("- {between: [tor%d, %s], capacity: %s}\n".formatted(r, above, uplink));
      }
      hosts.append("- {hosts: \"svr%d.[1-%d]\", switch: tor%d}\n".formatted(r, servers[r - 1], r));
    }
    return yaml.append(links).append(hosts).toString();
  }

  /** A small random network: one to three levels; disks, parallel links and shared racks occur. */
  public static NetworkModel random(SplittableRandom random) {
    return random(random, random.nextInt(3) > 0);
  }

  /** As above; with {@code tree} there is only one way between any two switches. */
  public static NetworkModel random(SplittableRandom random, boolean tree) {
    int tors = 1 + random.nextInt(4);
    StringBuilder switches = new StringBuilder("switches:\n");
    StringBuilder links = new StringBuilder("links:");
    boolean sharedRacks = random.nextInt(4) == 0;
    for (int t = 0; t < tors; t++) {
      int rack = sharedRacks ? random.nextInt(tors) : t;
      switches.append("- {name: tor%d, rack: /r%d}\n".formatted(t, rack));
    }
    if (tors > 1) {
      links.append('\n');
      if (tree) {
        tree(tors, random, switches, links);
      } else {
        mesh(tors, random, switches, links);
      }
    } else {
      links.append(" []\n");
    }
    StringBuilder servers = new StringBuilder("servers:\n");
    boolean disks = random.nextInt(3) == 0;
    int most = 3;
    for (int t = 0; t < tors; t++) {
      int count = (t == 0 ? 1 : 0) + random.nextInt(most + 1);
      for (int i = 1; i <= count; i++) {
        servers.append(
            "- {hosts: svr%d.%d, switch: tor%d, up: %d, down: %d%s}\n"
                .formatted(
                    t,
                    i,
                    t,
                    1 + random.nextInt(2),
                    1 + random.nextInt(2),
                    disks && random.nextBoolean() ? ", disk: " + (1 + random.nextInt(2)) : ""));
      }
    }
    return parse("version: 1\n" + switches + links + servers);
  }

  private static void tree(
      int tors, SplittableRandom random, StringBuilder switches, StringBuilder links) {
    boolean core = random.nextBoolean();
    if (core) {
      switches.append("- {name: core}\n");
    }
    for (int t = core ? 0 : 1; t < tors; t++) {
      String above = core ? "core" : "tor" + random.nextInt(t);
      link("tor" + t, above, random, links);
    }
  }

  /** Two aggregation switches, maybe cores above them, and some parallel links. */
  private static void mesh(
      int tors, SplittableRandom random, StringBuilder switches, StringBuilder links) {
    switches.append("- {name: agg0}\n- {name: agg1}\n");
    for (int t = 0; t < tors; t++) {
      link("tor" + t, "agg0", random, links);
      if (random.nextInt(3) > 0) {
        link("tor" + t, "agg1", random, links);
      }
      if (random.nextInt(4) == 0) {
        link("tor" + t, "agg0", random, links);
      }
    }
    if (random.nextBoolean()) {
      switches.append("- {name: core}\n");
      link("agg0", "core", random, links);
      link("agg1", "core", random, links);
    } else {
      link("agg0", "agg1", random, links);
    }
  }

  private static void link(String a, String b, SplittableRandom random, StringBuilder links) {
    links.append("- {between: [%s, %s], capacity: %d}\n".formatted(a, b, 1 + random.nextInt(3)));
  }
}
