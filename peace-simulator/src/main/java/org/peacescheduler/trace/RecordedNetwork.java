package org.peacescheduler.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerCapacities;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * The network on which a recording was made, all capacities as bandwidths: that of a topology file,
 * or what the recording shows of it.
 *
 * <p>Example: without a file, two servers of which the busiest took in 80 MB/s at a time are two
 * servers with 80 MB/s each way behind one switch. Cost: chunks times their logarithm. Immutable.
 *
 * @param topology with a server for each host that only writes, too
 * @param clients hosts that write and have no datanode
 * @param notes what was taken for what is not known
 */
record RecordedNetwork(Topology topology, Set<String> clients, List<String> notes) {
  private static final String SWITCH = "all-seen";
  private static final double MILLIS = 1000;

  /** What 19 of 20 chunks take at most, of a network whose file has numbers of streams. */
  private static final double QUICK = 0.95;

  RecordedNetwork {
    clients = Set.copyOf(clients);
    notes = List.copyOf(notes);
  }

  /** The network of a recording. */
  static RecordedNetwork of(Recording recording, Optional<Topology> file) throws TraceException {
    List<String> notes = new ArrayList<>();
    Topology network =
        file.isPresent() ? inBandwidths(file.get(), recording, notes) : seen(recording, notes);
    return withClients(network, recording, notes);
  }

  private static String key(String host) {
    return host.toLowerCase(Locale.ROOT);
  }

  private static Topology inBandwidths(Topology file, Recording recording, List<String> notes)
      throws TraceException {
    if (file.streamBytesPerSecond().isPresent()
        && file.servers().stream().allMatch(server -> server.capacities().areBandwidths())
        && file.links().stream().allMatch(link -> link.capacity().isBandwidth())) {
      return file;
    }
    double stream = file.streamBytesPerSecond().orElseGet(() -> quickChunk(recording));
    if (stream <= 0) {
      throw new TraceException(
          ("'%s' has capacities in numbers of streams, and '%s' does not say what a stream"
                  + " takes.%nMaybe write bandwidths; './peace calibrate' measures them.")
              .formatted(file.source(), recording.source()));
    }
    notes.add(
        "%s has numbers of streams; a stream is taken to be %.1f MB/s, as quick chunks were."
            .formatted(file.source(), stream / 1e6));
    return new Topology(
        file.switches(),
        file.links().stream()
            .map(link -> new LinkSpec(link.a(), link.b(), asBandwidth(link.capacity())))
            .toList(),
        file.servers().stream()
            .map(
                server ->
                    new ServerSpec(
                        server.host(),
                        server.switchName(),
                        server.rack(),
                        asBandwidths(server.capacities())))
            .toList(),
        asBandwidths(file.defaults()),
        OptionalDouble.of(stream),
        file.placement(),
        file.source());
  }

  private static ServerCapacities asBandwidths(ServerCapacities each) {
    return new ServerCapacities(
        asBandwidth(each.up()),
        asBandwidth(each.down()),
        each.disk().map(RecordedNetwork::asBandwidth));
  }

  private static Capacity asBandwidth(Capacity capacity) {
    return capacity.isBandwidth()
        ? capacity
        : new Capacity(capacity.chunks(), OptionalDouble.of(capacity.chunks()));
  }

  private static double quickChunk(Recording recording) {
    double[] rates =
        recording.hasTimes()
            ? recording.files().stream()
                .flatMap(file -> file.chunks().stream())
                .mapToDouble(RecordedFile.RecordedChunk::bytesPerSecond)
                .sorted()
                .toArray()
            : new double[0];
    return rates.length == 0 ? 0 : rates[(int) (QUICK * (rates.length - 1))];
  }

  /** One switch, and each server as fast as the busiest one was seen. */
  private static Topology seen(Recording recording, List<String> notes) throws TraceException {
    Set<String> hosts = new LinkedHashSet<>();
    recording.files().forEach(f -> f.chunks().forEach(c -> hosts.addAll(c.nodes())));
    if (hosts.isEmpty()) {
      throw new TraceException(
          "'%s' does not say which datanodes there are.%nMaybe name the topology file with --topology."
              .formatted(recording.source()));
    }
    double most = busiest(recording);
    notes.add(
        ("No topology file: one switch for all is taken, and %.1f MB/s for each server's link, the"
                + " most that one was seen to carry. So nothing of racks is in the forecast.")
            .formatted(most / 1e6));
    ServerCapacities each =
        new ServerCapacities(
            new Capacity(1, OptionalDouble.of(1)),
            new Capacity(1, OptionalDouble.of(1)),
            Optional.empty());
    String rack = "/" + SWITCH;
    return new Topology(
        List.of(new SwitchSpec(SWITCH, rack)),
        List.of(),
        hosts.stream().sorted().map(host -> new ServerSpec(host, SWITCH, rack, each)).toList(),
        each,
        OptionalDouble.of(most),
        Optional.empty(),
        "the trace");
  }

  /** The most that a server took in, or sent, at a time; in bytes/s. */
  private static double busiest(Recording recording) {
    Map<String, List<double[]>> changes = new HashMap<>();
    for (RecordedFile file : recording.files()) {
      for (RecordedFile.RecordedChunk chunk : file.chunks()) {
        String sender = file.host();
        for (String node : chunk.nodes()) {
          if (!node.equals(sender)) {
            flow(changes, "from " + sender, chunk);
            flow(changes, "to " + node, chunk);
          }
          sender = node;
        }
      }
    }
    return changes.values().stream().mapToDouble(RecordedNetwork::most).max().orElse(1e6);
  }

  private static void flow(
      Map<String, List<double[]>> changes, String link, RecordedFile.RecordedChunk chunk) {
    List<double[]> own = changes.computeIfAbsent(link, name -> new ArrayList<>());
    double rate = chunk.bytesPerSecond();
    own.add(new double[] {chunk.begun() / MILLIS, rate});
    own.add(new double[] {Math.max(chunk.ended(), chunk.begun() + 1) / MILLIS, -rate});
  }

  private static double most(List<double[]> changes) {
    double[][] sorted = changes.toArray(new double[0][]);
    Arrays.sort(
        sorted, (a, b) -> a[0] == b[0] ? Double.compare(a[1], b[1]) : Double.compare(a[0], b[0]));
    double now = 0;
    double most = 0;
    for (double[] change : sorted) {
      now += change[1];
      most = Math.max(most, now);
    }
    return most;
  }

  /** Hosts that write and are no server of the network, each with as fast a link as the fastest. */
  private static RecordedNetwork withClients(
      Topology network, Recording recording, List<String> notes) {
    Set<String> known = new LinkedHashSet<>();
    network.servers().forEach(server -> known.add(key(server.host())));
    Set<String> clients = new LinkedHashSet<>();
    for (RecordedFile file : recording.files()) {
      if (!known.contains(key(file.host()))) {
        clients.add(name(file.host()));
      }
    }
    if (clients.isEmpty()) {
      return new RecordedNetwork(network, clients, notes);
    }
    ServerSpec fastest =
        network.servers().stream()
            .max((a, b) -> Double.compare(up(a), up(b)))
            .orElse(network.servers().get(0));
    String at = middle(network);
    String rack =
        network.switches().stream()
            .filter(sw -> sw.name().equals(at))
            .map(SwitchSpec::rack)
            .findFirst()
            .orElseThrow();
    List<ServerSpec> servers = new ArrayList<>(network.servers());
    clients.forEach(host -> servers.add(new ServerSpec(host, at, rack, fastest.capacities())));
    notes.add(
        (clients.size() == 1
                ? "1 host that writes is no server of the network (%s). It is"
                : clients.size() + " hosts that write are no servers of the network (%s). They are")
            .concat(" taken to be at switch %s, with a link like the fastest server's.")
            .formatted(String.join(", ", clients.stream().limit(3).toList()), at));
    return new RecordedNetwork(with(network, network.links(), servers), clients, notes);
  }

  /** What a host is called of which nobody knows the name. */
  static String name(String host) {
    return host.isEmpty() ? "unknown-client" : host;
  }

  private static double up(ServerSpec server) {
    return server.capacities().up().asStreams();
  }

  /** The switch with the most links to others. */
  private static String middle(Topology network) {
    Map<String, Integer> links = new HashMap<>();
    network
        .links()
        .forEach(
            link -> {
              links.merge(link.a(), 1, Integer::sum);
              links.merge(link.b(), 1, Integer::sum);
            });
    return network.switches().stream()
        .map(SwitchSpec::name)
        .max((a, b) -> Integer.compare(links.getOrDefault(a, 0), links.getOrDefault(b, 0)))
        .orElseThrow();
  }

  /** The same with other links and servers. */
  static Topology with(Topology network, List<LinkSpec> links, List<ServerSpec> servers) {
    return with(network, network.switches(), links, servers);
  }

  /** The same with other switches, links and servers. */
  static Topology with(
      Topology network, List<SwitchSpec> switches, List<LinkSpec> links, List<ServerSpec> servers) {
    return new Topology(
        switches,
        links,
        servers,
        network.defaults(),
        network.streamBytesPerSecond(),
        network.placement(),
        network.source());
  }
}
