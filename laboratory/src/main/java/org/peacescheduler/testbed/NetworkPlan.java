package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A shaped topology as the commands that build it. Immutable.
 *
 * <p>Goals, in order: what limits a burst is the rates of the file and nothing else; nothing is
 * made outside of namespaces of our own.
 *
 * <p>Every server, every switch and the NameNode is a network namespace. A server's {@code eth0} is
 * one end of a pair whose other end is a port of its switch's bridge; two switches are joined by a
 * pair whose ends are ports of both bridges. An interface is shaped where packets leave it: {@code
 * eth0} at the server's up rate, its port at the down rate, both ends of a trunk at the trunk's
 * rate. The NameNode's pair is not shaped; it hangs on the switch with the most links.
 *
 * <p>Segmentation offload is off, since a packet of 64 KB would count as one in a queue of a few
 * packets.
 *
 * <p>Example, two servers on one switch: namespaces {@code peacetb-7-h0}, {@code peacetb-7-h1},
 * {@code peacetb-7-s0}, {@code peacetb-7-nn}.
 */
final class NetworkPlan {
  /** Names of namespaces that the testbed makes start so. */
  static final String PREFIX = "peacetb-";

  static final String NAME_NODE_ADDRESS = "10.77.0.1";

  /** An address of the network that no station has. */
  static final String NOBODYS_ADDRESS = "10.77.0.2";

  private static final int HOSTS_PER_BYTE = 250;
  private static final String HOST_DEVICE = "eth0";
  private static final String BRIDGE = "br0";

  private final String prefix;
  private final ShapedTopology shape;
  private final LinkQueues queues;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final List<List<String>> commands = new ArrayList<>();
  private final List<ShapedLink> links = new ArrayList<>();

  /**
   * One direction of a link.
   *
   * @param name as people read it: {@code svr1.1->tor1}
   * @param namespace where its sending device is
   */
  record ShapedLink(String name, String namespace, String device, Rate rate, Kind kind) {}

  /** What a direction of a link joins. */
  enum Kind {
    UP,
    DOWN,
    TRUNK
  }

  /**
   * Plans the network.
   *
   * @param id makes the names differ from those of another testbed on the machine
   * @param queues before each shaped link
   */
  NetworkPlan(String id, ShapedTopology shape, LinkQueues queues) {
    this.prefix = PREFIX + id + "-";
    this.shape = shape;
    this.queues = queues;
    namespaces().forEach(this::addNamespace);
    shape.switches().forEach(this::addBridge);
    for (int i = 0; i < shape.hosts().size(); i++) {
      addHost(i);
    }
    shape.trunks().forEach(this::addTrunk);
    addNameNode();
  }

  /** What is to be run, in order. */
  List<List<String>> commands() {
    return List.copyOf(commands);
  }

  /** All that has to be deleted in the end. */
  List<String> namespaces() {
    List<String> names = new ArrayList<>();
    shape.switches().forEach(s -> names.add(switchNamespace(s)));
    for (int i = 0; i < shape.hosts().size(); i++) {
      names.add(hostNamespace(i));
    }
    names.add(nameNodeNamespace());
    return names;
  }

  /** Every shaped direction. */
  List<ShapedLink> links() {
    return List.copyOf(links);
  }

  String hostNamespace(int host) {
    return prefix + "h" + host;
  }

  String hostNamespace(ShapedTopology.Host host) {
    return hostNamespace(shape.hosts().indexOf(host));
  }

  String nameNodeNamespace() {
    return prefix + "nn";
  }

  static String address(int host) {
    return "10.77.%d.%d".formatted(1 + host / HOSTS_PER_BYTE, 1 + host % HOSTS_PER_BYTE);
  }

  private String switchNamespace(String name) {
    return prefix + "s" + shape.switches().indexOf(name);
  }

  private void add(String... command) {
    commands.add(List.of(command));
  }

  private void inNamespace(String namespace, String... command) {
    List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
    whole.addAll(List.of(command));
    commands.add(whole);
  }

  private void addNamespace(String namespace) {
    add("ip", "netns", "add", namespace);
    add("ip", "-n", namespace, "link", "set", "lo", "up");
    inNamespace(
        namespace,
        "sysctl",
        "-q",
        "-w",
        "net.ipv6.conf.all.disable_ipv6=1",
        "net.ipv6.conf.default.disable_ipv6=1",
        "net.ipv4.tcp_congestion_control=cubic");
  }

  private void addBridge(String name) {
    String namespace = switchNamespace(name);
    add("ip", "-n", namespace, "link", "add", BRIDGE, "type", "bridge");
    add("ip", "-n", namespace, "link", "set", BRIDGE, "up");
  }

  private void addHost(int index) {
    ShapedTopology.Host host = shape.hosts().get(index);
    String namespace = hostNamespace(index);
    String port = addStation(namespace, host.switchName(), address(index));
    shape(host.name() + "->" + host.switchName(), namespace, HOST_DEVICE, host.up(), Kind.UP);
    shape(
        host.switchName() + "->" + host.name(),
        switchNamespace(host.switchName()),
        port,
        host.down(),
        Kind.DOWN);
  }

  private String addStation(String namespace, String switchName, String address) {
    String port = addPair(namespace, HOST_DEVICE, switchName);
    add("ip", "-n", namespace, "addr", "add", address + "/16", "dev", HOST_DEVICE);
    return port;
  }

  /** Joins a device of a namespace to a new port of a switch, whose name this returns. */
  private String addPair(String namespace, String device, String switchName) {
    String switchNamespace = switchNamespace(switchName);
    String port = "p" + (ports.merge(switchName, 1, Integer::sum) - 1);
    add(
        "ip",
        "link",
        "add",
        device,
        "netns",
        namespace,
        "type",
        "veth",
        "peer",
        "name",
        port,
        "netns",
        switchNamespace);
    setUp(namespace, device);
    add("ip", "-n", switchNamespace, "link", "set", port, "master", BRIDGE);
    setUp(switchNamespace, port);
    return port;
  }

  private void setUp(String namespace, String device) {
    add("ip", "-n", namespace, "link", "set", device, "gso_max_segs", "1", "up");
  }

  private void addTrunk(ShapedTopology.Trunk trunk) {
    String device = "p" + (ports.merge(trunk.a(), 1, Integer::sum) - 1);
    String namespace = switchNamespace(trunk.a());
    String port = addPair(namespace, device, trunk.b());
    add("ip", "-n", namespace, "link", "set", device, "master", BRIDGE);
    shape(trunk.a() + "->" + trunk.b(), namespace, device, trunk.rate(), Kind.TRUNK);
    shape(trunk.b() + "->" + trunk.a(), switchNamespace(trunk.b()), port, trunk.rate(), Kind.TRUNK);
  }

  private void addNameNode() {
    String best = shape.switches().get(0);
    for (String name : shape.switches()) {
      best = degree(name) > degree(best) ? name : best;
    }
    addStation(nameNodeNamespace(), best, NAME_NODE_ADDRESS);
  }

  private long degree(String name) {
    return shape.trunks().stream().filter(t -> t.a().equals(name) || t.b().equals(name)).count();
  }

  private void shape(String name, String namespace, String device, Rate rate, Kind kind) {
    String bits = rate.forTc();
    add(
        "tc", "-n", namespace, "qdisc", "add", "dev", device, "root", "handle", "1:", "htb",
        "default", "1");
    add(
        "tc",
        "-n",
        namespace,
        "class",
        "add",
        "dev",
        device,
        "parent",
        "1:",
        "classid",
        "1:1",
        "htb",
        "rate",
        bits,
        "ceil",
        bits,
        "burst",
        queues.burstForTc(),
        "cburst",
        queues.burstForTc(),
        "quantum",
        "1514");
    add(
        "tc",
        "-n",
        namespace,
        "qdisc",
        "add",
        "dev",
        device,
        "parent",
        "1:1",
        "handle",
        "10:",
        "pfifo",
        "limit",
        String.valueOf(queues.packets()));
    links.add(new ShapedLink(name, namespace, device, rate, kind));
  }
}
