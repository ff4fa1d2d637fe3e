package org.peacescheduler.network;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * The cluster's network as a capacitated directed graph (the paper's figure 5), held in arrays.
 *
 * <p>Goals, in order: say exactly what the topology says; let a search touch only what it needs;
 * stay small (about 100 bytes a server).
 *
 * <p>Servers, switches and racks are numbered from 0 in the order of the topology. An edge is a
 * number too: {@code up(i)} is the chain SND → up → switch of server i, {@code down(i)} is switch →
 * dn → RCV, {@code disk(i)} is RCV → d, and {@code link(k)} is one direction of a link between two
 * switches. The chain of a server's physical edge (cost 1) and the internal edge behind it (cost 0)
 * carries the same flow, so one capacity stands for both; {@link
 * org.peacescheduler.network.graph.FigureFive} spells the vertices out for analysis and tests.
 *
 * <p>Example: svr1.1 and svr1.2 on tor1, svr2.1 on tor2, one link between the switches: 3 servers,
 * 2 switches, 9 server edges and 2 links.
 *
 * <p>Immutable.
 */
public final class NetworkModel {
  /** The capacity of an edge that nobody declared: never the bottleneck. */
  public static final int UNLIMITED = 1 << 30;

  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final Topology topology;
  private final String[] serverNames;
  private final int[] serverSwitch;
  private final int[] serverRack;
  private final String[] switchNames;
  private final int[] switchRack;
  private final String[] rackNames;
  private final int[] capacity;
  private final double[] streams;
  private final int[] linkFrom;
  private final int[] linkTo;
  private final int[][] linksOut;
  private final int[][] linksIn;
  private final int[][] serversOn;
  private final Map<String, Integer> serverIndex;
  private final Map<String, Integer> switchIndex;
  private final int[] onlySwitchOfRack;
  private final BitSet mixed = new BitSet();
  private final SwitchDistances distances;
  private final boolean uniqueRoutes;
  private final int[] serverKind;

  private NetworkModel(Topology topology) {
    this.topology = topology;
    List<ServerSpec> servers = topology.servers();
    List<SwitchSpec> switches = topology.switches();
    int n = servers.size();
    switchNames = new String[switches.size()];
    switchIndex = new HashMap<>();
    Map<String, Integer> racks = new LinkedHashMap<>();
    switchRack = new int[switches.size()];
    for (int u = 0; u < switchNames.length; u++) {
      switchNames[u] = switches.get(u).name();
      switchIndex.put(switchNames[u], u);
      switchRack[u] = racks.computeIfAbsent(switches.get(u).rack(), r -> racks.size());
    }
    serverNames = new String[n];
    serverSwitch = new int[n];
    serverRack = new int[n];
    serverIndex = new HashMap<>(n * 2);
    int[] onSwitch = new int[switchNames.length];
    for (int i = 0; i < n; i++) {
      ServerSpec server = servers.get(i);
      serverNames[i] = server.host();
      serverIndex.put(key(server.host()), i);
      serverSwitch[i] = requireSwitch(server.switchName());
      serverRack[i] = racks.computeIfAbsent(server.rack(), r -> racks.size());
      onSwitch[serverSwitch[i]]++;
    }
    rackNames = racks.keySet().toArray(String[]::new);
    serversOn = new int[switchNames.length][];
    Arrays.setAll(serversOn, u -> new int[onSwitch[u]]);
    Arrays.fill(onSwitch, 0);
    for (int i = 0; i < n; i++) {
      serversOn[serverSwitch[i]][onSwitch[serverSwitch[i]]++] = i;
    }
    List<LinkSpec> links = topology.links();
    linkFrom = new int[2 * links.size()];
    linkTo = new int[2 * links.size()];
    capacity = new int[3 * n + linkFrom.length];
    streams = new double[capacity.length];
    for (int i = 0; i < n; i++) {
      int server = i;
      ServerCapacities c = servers.get(i).capacities();
      carry(up(i), c.up());
      carry(down(i), c.down());
      capacity[disk(i)] = UNLIMITED;
      streams[disk(i)] = UNLIMITED;
      c.disk().ifPresent(carry -> carry(disk(server), carry));
    }
    for (int k = 0; k < links.size(); k++) {
      LinkSpec link = links.get(k);
      int a = requireSwitch(link.a());
      int b = requireSwitch(link.b());
      linkFrom[2 * k] = a;
      linkTo[2 * k] = b;
      linkFrom[2 * k + 1] = b;
      linkTo[2 * k + 1] = a;
      carry(3 * n + 2 * k, link.capacity());
      carry(3 * n + 2 * k + 1, link.capacity());
    }
    linksOut = grouped(linkFrom);
    linksIn = grouped(linkTo);
    onlySwitchOfRack = onlySwitches();
    distances = new SwitchDistances(this);
    uniqueRoutes = isForest();
    serverKind = kinds();
  }

  private void carry(int edge, Capacity what) {
    capacity[edge] = what.chunks();
    streams[edge] = what.asStreams();
  }

  private int[] onlySwitches() {
    for (int i = 0; i < serverNames.length; i++) {
      mixed.set(
          serverSwitch[i],
          mixed.get(serverSwitch[i]) || serverRack[i] != switchRack[serverSwitch[i]]);
    }
    int[] only = new int[rackNames.length];
    Arrays.fill(only, NONE);
    for (int i = 0; i < serverNames.length; i++) {
      int rack = serverRack[i];
      only[rack] = only[rack] == NONE || only[rack] == serverSwitch[i] ? serverSwitch[i] : SEVERAL;
    }
    return only;
  }

  private int[] kinds() {
    Map<Long, Integer> ids = new HashMap<>();
    int[] kinds = new int[serverNames.length];
    for (int i = 0; i < kinds.length; i++) {
      long place = (long) serverSwitch[i] << Integer.SIZE | serverRack[i];
      kinds[i] = ids.computeIfAbsent(place, p -> ids.size());
    }
    return kinds;
  }

  private boolean isForest() {
    int[] parent = new int[switchNames.length];
    Arrays.setAll(parent, u -> u);
    for (int k = 0; k < linkFrom.length; k += 2) {
      int a = root(parent, linkFrom[k]);
      int b = root(parent, linkTo[k]);
      if (a == b) {
        return false;
      }
      parent[a] = b;
    }
    return true;
  }

  private static int root(int[] parent, int u) {
    int at = u;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Builds the model of a valid topology. Cost: linear in servers and links. */
  public static NetworkModel of(Topology topology) {
    return new NetworkModel(topology);
  }

  private int requireSwitch(String name) {
    Integer u = switchIndex.get(name);
    if (u == null) {
      throw new IllegalArgumentException("switch '" + name + "' is not in the topology");
    }
    return u;
  }

  private int[][] grouped(int[] endOfLink) {
    int[] count = new int[switchNames.length];
    for (int u : endOfLink) {
      count[u]++;
    }
    int[][] groups = new int[switchNames.length][];
    Arrays.setAll(groups, u -> new int[count[u]]);
    Arrays.fill(count, 0);
    for (int k = 0; k < endOfLink.length; k++) {
      int u = endOfLink[k];
      groups[u][count[u]++] = k;
    }
    return groups;
  }

  private static String key(String host) {
    return host.toLowerCase(Locale.ROOT);
  }

  /** The topology this model was built from. */
  public Topology topology() {
    return topology;
  }

  /** The number of servers. */
  public int servers() {
    return serverNames.length;
  }

  /** The number of switches. */
  public int switches() {
    return switchNames.length;
  }

  /** The number of racks. */
  public int racks() {
    return rackNames.length;
  }

  /** The number of directed links between switches. */
  public int links() {
    return linkFrom.length;
  }

  /** Whether there is only one way between any two switches: no parallel links, no cycles. */
  public boolean hasUniqueRoutes() {
    return uniqueRoutes;
  }

  /** The number of edges: three a server, then the links. */
  public int edges() {
    return capacity.length;
  }

  /** The server with this host name, in any case. */
  public OptionalInt server(String host) {
    Integer i = serverIndex.get(key(host));
    return i == null ? OptionalInt.empty() : OptionalInt.of(i);
  }

  /** The switch that HDFS network location {@code rack} hangs on, if there is exactly one. */
  public OptionalInt switchOfRack(String rack) {
    int found = -1;
    for (int u = 0; u < switchRack.length; u++) {
      if (rackNames[switchRack[u]].equals(rack)) {
        if (found >= 0) {
          return OptionalInt.empty();
        }
        found = u;
      }
    }
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /** The host name of a server. */
  public String serverName(int server) {
    return serverNames[server];
  }

  /** The name of a switch. */
  public String switchName(int sw) {
    return switchNames[sw];
  }

  /** The HDFS network location of a rack. */
  public String rackName(int rack) {
    return rackNames[rack];
  }

  /** The switch a server hangs on. */
  public int switchOf(int server) {
    return serverSwitch[server];
  }

  /** The rack of a server. */
  public int rackOf(int server) {
    return serverRack[server];
  }

  /** The rack of the servers of a switch. */
  public int rackOfSwitch(int sw) {
    return switchRack[sw];
  }

  /** The edge SND → up → switch of a server. */
  public int up(int server) {
    return server;
  }

  /** The edge switch → dn → RCV of a server. */
  public int down(int server) {
    return serverNames.length + server;
  }

  /** The edge RCV → d of a server: its disk. */
  public int disk(int server) {
    return 2 * serverNames.length + server;
  }

  /** The edge of a directed link between switches. */
  public int link(int k) {
    return 3 * serverNames.length + k;
  }

  /** The server whose link or disk an edge is that is no link between switches. */
  public int serverOf(int edge) {
    return edge % serverNames.length;
  }

  /** Whether an edge is a direction of the link between a server and its switch. */
  public boolean isServerLink(int edge) {
    return edge < 2 * serverNames.length;
  }

  /** Whether an edge is a link between switches. */
  public boolean isLink(int edge) {
    return edge >= 3 * serverNames.length;
  }

  /** The switch at which a directed link starts. */
  public int linkFrom(int k) {
    return linkFrom[k];
  }

  /** The switch at which a directed link ends. */
  public int linkTo(int k) {
    return linkTo[k];
  }

  /** The capacity of an edge in chunks per timestep; {@link #UNLIMITED} where none is declared. */
  public int capacity(int edge) {
    return capacity[edge];
  }

  /**
   * The capacity of an edge in streams of the topology's rate, also parts of one; {@link
   * #UNLIMITED} where none is declared.
   */
  public double streams(int edge) {
    return streams[edge];
  }

  /** How operators know an edge: {@code svr1.1->tor1}, {@code tor1->tor2}, {@code svr1.1->disk}. */
  public String edgeName(int edge) {
    int n = serverNames.length;
    if (edge < n) {
      return serverNames[edge] + "->" + switchNames[serverSwitch[edge]];
    }
    if (edge < 2 * n) {
      return switchNames[serverSwitch[edge - n]] + "->" + serverNames[edge - n];
    }
    if (edge < 3 * n) {
      return serverNames[edge - 2 * n] + "->disk";
    }
    return switchNames[linkFrom[edge - 3 * n]] + "->" + switchNames[linkTo[edge - 3 * n]];
  }

  /** The names of edges, in their order and without repetition (parallel links share a name). */
  public List<String> edgeNames(int... edges) {
    Set<String> names = new LinkedHashSet<>();
    for (int edge : edges) {
      names.add(edgeName(edge));
    }
    return List.copyOf(names);
  }

  /** The one switch that all servers of a rack hang on; negative if there is no such switch. */
  int onlySwitchOf(int rack) {
    return rack < 0 ? NONE : onlySwitchOfRack[rack];
  }

  /** Whether the servers of a switch are in several racks. */
  boolean isMixed(int sw) {
    return mixed.get(sw);
  }

  /** A number that servers of the same switch and rack share. */
  int kindOf(int server) {
    return serverKind[server];
  }

  int[] linksOut(int sw) {
    return linksOut[sw];
  }

  int[] linksIn(int sw) {
    return linksIn[sw];
  }

  int[] serversOn(int sw) {
    return serversOn[sw];
  }

  SwitchDistances distances() {
    return distances;
  }

  int[] capacities() {
    return capacity.clone();
  }
}
