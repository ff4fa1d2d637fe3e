package org.peacescheduler.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/** Networks for tests: by hand, of well-known shapes, and at random. */
public final class Networks {
  private final Map<String, SwitchSpec> switches = new LinkedHashMap<>();
  private final List<LinkSpec> links = new ArrayList<>();
  private final List<ServerSpec> servers = new ArrayList<>();
  private Optional<List<Constraint>> placement = Optional.empty();

  /** An empty network to add to. */
  public static Networks network() {
    return new Networks();
  }

  /** The paper's figure 5 with every capacity 1. */
  public static NetworkModel figureFive() {
    return network()
        .rack("tor1", 2, 1)
        .rack("tor2", 2, 1)
        .link("tor1", "tor2", 1)
        .placement(Constraint.SAME_RACK, Constraint.OTHER_RACK)
        .model();
  }

  /** Racks of the given sizes below one core switch; server links carry 2, uplinks plenty. */
  public static NetworkModel star(int... sizes) {
    Networks network = network().sw("core");
    for (int i = 0; i < sizes.length; i++) {
      network.rack("tor" + (i + 1), sizes[i], 2).link("tor" + (i + 1), "core", 1000);
    }
    return network.model();
  }

  /** A switch in the rack of its own name. */
  public Networks sw(String name) {
    switches.put(name, new SwitchSpec(name, "/" + name));
    return this;
  }

  /** A switch with servers {@code name.1} and so on, whose links carry {@code capacity}. */
  public Networks rack(String name, int size, int capacity) {
    sw(name);
    for (int i = 1; i <= size; i++) {
      server(name.replace("tor", "svr") + "." + i, name, capacity, capacity);
    }
    return this;
  }

  /** A link between two switches. */
  public Networks link(String a, String b, int capacity) {
    links.add(new LinkSpec(a, b, new Capacity(capacity)));
    return this;
  }

  /** A server without a disk, in the rack of its switch. */
  public Networks server(String host, String sw, int up, int down) {
    return server(host, sw, switches.get(sw).rack(), up, down, 0);
  }

  /** A server; disk 0 means that it is not modelled. */
  public Networks server(String host, String sw, String rack, int up, int down, int disk) {
    Optional<Capacity> onDisk = disk == 0 ? Optional.empty() : Optional.of(new Capacity(disk));
    ServerCapacities capacities =
        new ServerCapacities(new Capacity(up), new Capacity(down), onDisk);
    servers.add(new ServerSpec(host, sw, rack, capacities));
    return this;
  }

  /** The constraints of the replicas. */
  public Networks placement(Constraint... constraints) {
    placement = Optional.of(List.of(constraints));
    return this;
  }

  /** What was added, as a topology. */
  public Topology topology() {
    ServerCapacities defaults =
        new ServerCapacities(new Capacity(2), new Capacity(2), Optional.empty());
    return new Topology(
        List.copyOf(switches.values()),
        links,
        servers,
        defaults,
        OptionalDouble.empty(),
        placement,
        "test.yaml");
  }

  /** The model of what was added. */
  public NetworkModel model() {
    return NetworkModel.of(topology());
  }

  /**
   * A small random network: one switch, two, a star, tree, ring, grid, leaves and spines, three
   * levels or no order at all; parallel links, disks, switches with servers of several racks and
   * switches without servers occur.
   */
  public static NetworkModel random(SplittableRandom random) {
    Networks network = network();
    List<int[]> pairs = shape(random);
    int count = 1 + pairs.stream().flatMapToInt(Arrays::stream).max().orElse(0);
    for (int u = 0; u < count; u++) {
      network.sw("s" + u);
    }
    for (int[] pair : pairs) {
      int parallel = random.nextInt(6) == 0 ? 2 : 1;
      for (int i = 0; i < parallel; i++) {
        network.link("s" + pair[0], "s" + pair[1], 1 + random.nextInt(3));
      }
    }
    boolean mixed = random.nextInt(4) == 0;
    boolean disks = random.nextInt(3) == 0;
    for (int u = 0; u < count; u++) {
      int here = random.nextInt(5);
      for (int i = 0; i < here || (network.servers.size() < 2 && u == count - 1); i++) {
        int rack = mixed && random.nextInt(3) == 0 ? random.nextInt(count + 1) : u;
        int disk = disks ? random.nextInt(3) : 0;
        int up = 1 + random.nextInt(2);
        network.server("s" + u + "." + i, "s" + u, "/s" + rack, up, 1 + random.nextInt(2), disk);
      }
    }
    return network.model();
  }

  private static List<int[]> shape(SplittableRandom random) {
    List<int[]> pairs = new ArrayList<>();
    int n = 3 + random.nextInt(5);
    switch (random.nextInt(9)) {
      case 0 -> {} // one switch
      case 1 -> pairs.add(new int[] {0, 1});
      case 2 -> star(n, pairs);
      case 3 -> tree(n, random, pairs);
      case 4 -> ring(n, pairs);
      case 5 -> grid(2 + random.nextInt(2), 2 + random.nextInt(3), pairs);
      case 6 -> leavesAndSpines(2 + random.nextInt(4), 2 + random.nextInt(2), pairs);
      case 7 -> threeLevels(2 + random.nextInt(2), pairs);
      default -> noOrder(n, random, pairs);
    }
    return pairs;
  }

  private static void star(int n, List<int[]> pairs) {
    for (int u = 1; u < n; u++) {
      pairs.add(new int[] {0, u});
    }
  }

  private static void tree(int n, SplittableRandom random, List<int[]> pairs) {
    for (int u = 1; u < n; u++) {
      pairs.add(new int[] {random.nextInt(u), u});
    }
  }

  private static void ring(int n, List<int[]> pairs) {
    for (int u = 0; u < n; u++) {
      pairs.add(new int[] {u, (u + 1) % n});
    }
  }

  private static void grid(int rows, int columns, List<int[]> pairs) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        if (c + 1 < columns) {
          pairs.add(new int[] {r * columns + c, r * columns + c + 1});
        }
        if (r + 1 < rows) {
          pairs.add(new int[] {r * columns + c, (r + 1) * columns + c});
        }
      }
    }
  }

  private static void leavesAndSpines(int leaves, int spines, List<int[]> pairs) {
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int spine = 0; spine < spines; spine++) {
        pairs.add(new int[] {leaf, leaves + spine});
      }
    }
  }

  /** Pods of two racks and two aggregation switches, below two cores. */
  private static void threeLevels(int pods, List<int[]> pairs) {
    for (int pod = 0; pod < pods; pod++) {
      int first = 4 * pod;
      for (int agg = 2; agg < 4; agg++) {
        pairs.add(new int[] {first, first + agg});
        pairs.add(new int[] {first + 1, first + agg});
        pairs.add(new int[] {first + agg, 4 * pods + agg - 2});
      }
    }
    pairs.add(new int[] {4 * pods, 4 * pods + 1});
  }

  private static void noOrder(int n, SplittableRandom random, List<int[]> pairs) {
    tree(n, random, pairs);
    for (int extra = random.nextInt(2 * n); extra > 0; extra--) {
      int a = random.nextInt(n);
      int b = random.nextInt(n);
      if (a != b) {
        pairs.add(new int[] {a, b});
      }
    }
  }

  /** Loads a network at random: idle, half full, nearly full, some edges beyond their capacity. */
  public static void load(ResidualNetwork residual, SplittableRandom random) {
    NetworkModel model = residual.model();
    int fullPercent = random.nextInt(4) * 25;
    for (int edge = 0; edge < model.edges(); edge++) {
      if (model.capacity(edge) == NetworkModel.UNLIMITED || random.nextInt(100) >= fullPercent) {
        continue;
      }
      int taken = random.nextInt(model.capacity(edge) + 2);
      for (int i = 0; i < taken; i++) {
        residual.take(edge);
      }
    }
    residual.commit();
    if (random.nextInt(3) == 0) {
      for (int server = 0; server < model.servers(); server++) {
        residual.setPresent(server, random.nextInt(4) != 0);
      }
    }
  }
}
