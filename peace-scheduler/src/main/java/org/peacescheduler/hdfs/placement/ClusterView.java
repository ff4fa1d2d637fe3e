package org.peacescheduler.hdfs.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * The topology file, or nothing, brought together with the datanodes that are registered.
 *
 * <p>A server of the file is the datanode whose host name or address it names ({@link FileHosts}
 * has the ways to write one). A datanode that the file does not name, or the second one on a host,
 * becomes a server with the default capacities behind its rack's switch. A rack without a switch
 * gets one, joined to the rest by a link that carries what its servers' do. Racks are those of the
 * NameNode, since HDFS judges replicas by them.
 *
 * <p>Example: no file, three datanodes on each of /r1 and /r2: switches /r1, /r2 and
 * unmodelled-core, all servers with up 2, down 2, and 6 between /r1 and unmodelled-core. Immutable.
 *
 * @param topology what the model is built from
 * @param nodes the registered datanode of each server's name
 * @param names the server's name of each datanode, by its id
 * @param strangers the datanodes' names that the file does not have; none without a file
 * @param remarks what an operator should know, each once
 */
public record ClusterView(
    Topology topology,
    Map<String, DatanodeInfo> nodes,
    Map<String, String> names,
    List<Stranger> strangers,
    List<String> remarks) {

  /**
   * A datanode that the file does not name.
   *
   * @param name of its server
   * @param rack of the NameNode
   * @param question which server of the file it might be, if one is near
   */
  record Stranger(String name, String rack, Optional<String> question) {}

  private static final Capacity TWO = new Capacity(2);
  private static final String CORE = "unmodelled-core";

  /** What is assumed of servers where nobody says anything: the paper's capacities. */
  static final ServerCapacities DEFAULTS = new ServerCapacities(TWO, TWO, Optional.empty());

  /** Copies the maps and the remarks. */
  public ClusterView {
    nodes = Map.copyOf(nodes);
    names = Map.copyOf(names);
    strangers = List.copyOf(strangers);
    remarks = List.copyOf(remarks);
  }

  /** The server's name of a datanode; of one that is not registered, what it says of itself. */
  public String name(DatanodeInfo node) {
    return names.getOrDefault(node.getDatanodeUuid(), node.getHostName());
  }

  Set<String> present() {
    return nodes.keySet();
  }

  /** Brings a topology file together with datanodes. */
  static ClusterView of(Optional<Topology> file, List<? extends DatanodeInfo> datanodes) {
    return new Builder(file).build(datanodes);
  }

  private static final class Builder {
    private final Optional<Topology> file;
    private final Map<String, SwitchSpec> switches = new LinkedHashMap<>();
    private final Map<String, String> switchOfRack = new HashMap<>();
    private final List<LinkSpec> links = new ArrayList<>();

    /** Switches of racks that the file does not name. */
    private final List<String> unmodelled = new ArrayList<>();

    private final Map<String, ServerSpec> servers = new LinkedHashMap<>();
    private final Map<String, DatanodeInfo> nodes = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final List<Stranger> strangers = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final ServerCapacities defaults;
    private FileHosts hosts = new FileHosts(List.of(), List.of());
    private String top;

    Builder(Optional<Topology> file) {
      this.file = file;
      this.defaults = file.map(Topology::defaults).orElse(DEFAULTS);
      file.ifPresent(this::addFile);
    }

    private void addFile(Topology topology) {
      Map<String, Integer> degree = new HashMap<>();
      for (SwitchSpec sw : topology.switches()) {
        switches.put(sw.name(), sw);
        switchOfRack.putIfAbsent(sw.rack(), sw.name());
        degree.put(sw.name(), 0);
      }
      for (LinkSpec link : topology.links()) {
        links.add(link);
        degree.merge(link.a(), 1, Integer::sum);
        degree.merge(link.b(), 1, Integer::sum);
      }
      for (SwitchSpec sw : topology.switches()) {
        if (top == null || degree.get(sw.name()) > degree.get(top)) {
          top = sw.name();
        }
      }
      for (ServerSpec server : topology.servers()) {
        servers.put(key(server.host()), server);
      }
    }

    ClusterView build(List<? extends DatanodeInfo> datanodes) {
      // In an order of their own, so that the same datanodes give the same model.
      Map<String, DatanodeInfo> inOrder = new TreeMap<>();
      for (DatanodeInfo node : datanodes) {
        inOrder.put(node.getHostName() + " " + node.getXferAddr(), node);
      }
      hosts = new FileHosts(List.copyOf(servers.values()), inOrder.values());
      inOrder.values().forEach(this::add);
      unmodelled.forEach(sw -> links.add(new LinkSpec(sw, top, whatServersCarry(sw))));
      Topology topology =
          new Topology(
              List.copyOf(switches.values()),
              links,
              List.copyOf(servers.values()),
              defaults,
              file.map(Topology::streamBytesPerSecond).orElse(OptionalDouble.empty()),
              file.flatMap(Topology::placement),
              file.map(Topology::source).orElse("the NameNode's rack map"),
              file.map(Topology::isStreamRateTold).orElse(false),
              file.map(Topology::parts).orElse(1));
      return new ClusterView(topology, nodes, names, strangers, remarks);
    }

    private void add(DatanodeInfo node) {
      String rack = node.getNetworkLocation();
      ServerSpec known = hosts.server(node).map(host -> servers.get(key(host))).orElse(null);
      if (known != null && !nodes.containsKey(known.host())) {
        if (!known.rack().equals(rack)) {
          remarks.add(
              "%s: server %s is in rack %s there, but in %s for the NameNode, which counts"
                  .formatted(
                      file.map(Topology::source).orElse(""), known.host(), known.rack(), rack));
        }
        put(new ServerSpec(known.host(), known.switchName(), rack, known.capacities()), node);
        return;
      }
      String name = freeName(node);
      if (file.isPresent()) {
        strangers.add(new Stranger(name, rack, hosts.question(node)));
      }
      put(new ServerSpec(name, switchOf(rack), rack, defaults), node);
    }

    /** Several datanodes may be on a host, or on hosts that all say the same of themselves. */
    private String freeName(DatanodeInfo node) {
      return Stream.of(
              node.getHostName(), node.getHostName() + ":" + node.getXferPort(), node.getXferAddr())
          .filter(name -> !servers.containsKey(key(name)))
          .findFirst()
          .orElse(node.getDatanodeUuid());
    }

    private void put(ServerSpec server, DatanodeInfo node) {
      servers.put(key(server.host()), server);
      nodes.put(server.host(), node);
      names.put(node.getDatanodeUuid(), server.host());
    }

    private Capacity whatServersCarry(String sw) {
      int chunks =
          servers.values().stream()
              .filter(server -> server.switchName().equals(sw))
              .mapToInt(server -> server.capacities().up().chunks())
              .sum();
      return new Capacity(Math.min(Capacity.MAX_CHUNKS, chunks));
    }

    private String switchOf(String rack) {
      return switchOfRack.computeIfAbsent(rack, this::addSwitch);
    }

    private String addSwitch(String rack) {
      if (top == null) {
        top = CORE;
        switches.put(CORE, new SwitchSpec(CORE, "/" + CORE));
      }
      String name = switches.containsKey(rack) ? rack + "-rack" : rack;
      switches.put(name, new SwitchSpec(name, rack));
      unmodelled.add(name);
      remarks.add(
          ("the link between rack %s and %s is not modelled: it is taken to carry what the rack's"
                  + " servers do, until more is seen")
              .formatted(rack, top));
      return name;
    }

    private static String key(String host) {
      return host.toLowerCase(Locale.ROOT);
    }
  }
}
