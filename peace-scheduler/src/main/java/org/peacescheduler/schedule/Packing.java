package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * How well pipelines fill the links of an idle network, and how many chunks at a time fill them
 * better.
 *
 * <p>A pipeline of three replicas takes three ways out of servers and three in. Example: two racks
 * of four servers, whose links carry one chunk each. A second pipeline in each rack would need five
 * ways, so two of eight idle, however many chunks wait. With three chunks at a time, each at a
 * third of the rate, a rack has twelve ways, and four pipelines of each take all of them. Another
 * example: a link of 1.6 streams carries one; with half the rate it carries three. In large racks
 * what is left over is little, and one chunk at a time is done sooner (decision 21).
 *
 * <p>Files that say how many chunks a server's link carries are taken at their word; those that say
 * its bandwidth leave it to Peace how many share it. Confined to one call.
 */
public final class Packing {
  /** In clusters of more servers, what is left over is little. */
  static final int MOST_SERVERS = 200;

  /** Places are used well by pipelines that fill so much of what they would in fine parts. */
  private static final double ENOUGH = 0.84;

  /** A bandwidth is used well if so much of it is whole places. */
  private static final double WHOLE_ENOUGH = 0.75;

  /** Parts so fine that next to nothing is left over; two, three and four of them make one. */
  private static final int FINE = 12;

  private static final int MOST_PARTS = 4;

  /** Idle networks that are filled, times their servers. */
  private static final int TRIED = 4000;

  private static final long SEED = 1;

  /**
   * How well links are used with each place divided.
   *
   * @param whole how much of the bandwidth of the link that suits worst is whole places
   * @param shares what pipelines fill, of what they would in fine parts, by where replicas may go
   */
  private record Division(int parts, double whole, Map<PlacementTemplate, Double> shares) {
    boolean packsWell(PlacementTemplate template) {
      return shares.get(template) >= ENOUGH * whole;
    }

    boolean isEnough() {
      return whole >= WHOLE_ENOUGH && shares.keySet().stream().allMatch(this::packsWell);
    }

    double worst() {
      return shares.values().stream().mapToDouble(share -> share).min().orElse(1);
    }
  }

  private final Topology topology;
  private final int replication;

  /** What the network carries in fine parts, by where replicas may go. */
  private final Map<PlacementTemplate, Double> most = new LinkedHashMap<>();

  private Packing(Topology topology, int replication) {
    this.topology = topology;
    this.replication = replication;
    NetworkModel fine = NetworkModel.of(topology.finer(FINE));
    for (PlacementTemplate template : templates()) {
      if (ways(template) > 0) {
        most.put(template, pipelines(fine, template) / FINE);
      }
    }
  }

  /**
   * Into how many places each place of a topology is to be divided, each of that part of the rate,
   * so that pipelines fill the links; 1 if they do as it is.
   *
   * <p>Cost: some tenths of a second, for up to {@value #MOST_SERVERS} servers.
   */
  public static int parts(Topology topology, int replication) {
    boolean isFree =
        topology.streamBytesPerSecond().isPresent()
            && topology.servers().size() <= MOST_SERVERS
            && topology.servers().stream().allMatch(s -> s.capacities().areBandwidths());
    return isFree ? new Packing(topology, replication).parts() : 1;
  }

  /** As few as are enough; but before others, as many as a pipeline takes ways. */
  private int parts() {
    Division best = divide(1);
    if (best.isEnough()) {
      return 1;
    }
    Set<Integer> candidates = new LinkedHashSet<>();
    most.keySet().stream()
        .filter(Predicate.not(best::packsWell))
        .mapToInt(this::ways)
        .max()
        .ifPresent(candidates::add);
    IntStream.rangeClosed(2, MOST_PARTS).forEach(candidates::add);
    for (int parts : candidates) {
      Division division = divide(parts);
      if (division.isEnough()) {
        return parts;
      }
      best = division.worst() > best.worst() ? division : best;
    }
    return best.parts();
  }

  private Division divide(int parts) {
    Topology divided = topology.finer(parts);
    NetworkModel network = NetworkModel.of(divided);
    Map<PlacementTemplate, Double> shares = new LinkedHashMap<>();
    most.forEach(
        (template, all) ->
            shares.put(template, all == 0 ? 1 : pipelines(network, template) / parts / all));
    return new Division(parts, whole(divided), shares);
  }

  /** How much of the bandwidth of the link that suits worst is whole places. */
  private static double whole(Topology divided) {
    Stream<Capacity> ofServers =
        divided.servers().stream()
            .map(ServerSpec::capacities)
            .flatMap(server -> Stream.of(server.up(), server.down()));
    return Stream.concat(ofServers, divided.links().stream().map(LinkSpec::capacity))
        .mapToDouble(capacity -> capacity.chunks() / capacity.streams().orElse(capacity.chunks()))
        .min()
        .orElse(1);
  }

  private List<PlacementTemplate> templates() {
    Optional<List<Constraint>> placement = topology.placement();
    return placement.isPresent()
        ? List.of(PlacementTemplate.strict(placement.get()))
        : List.of(PlacementTemplate.likeStock(false), PlacementTemplate.likeStock(true));
  }

  /** How many ways out of servers a pipeline takes: divided by them, no rack has some left over. */
  private int ways(PlacementTemplate template) {
    boolean isLocal = template.rule(0).get(0) == Constraint.LOCAL;
    return isLocal ? replication - 1 : replication;
  }

  /** How many pipelines of writers anywhere fit at a time, as the coordinator plans them. */
  private double pipelines(NetworkModel network, PlacementTemplate template) {
    ResidualNetwork idle = new ResidualNetwork(network);
    SplittableRandom random = new SplittableRandom(SEED);
    int trials = 1 + TRIED / network.servers();
    int planned = 0;
    for (int trial = 0; trial < trials; trial++) {
      planned += fill(PipelinePlanner.live(idle.copy(), random), network, template, random);
    }
    return (double) planned / trials;
  }

  private int fill(
      PipelinePlanner planner,
      NetworkModel network,
      PlacementTemplate template,
      SplittableRandom random) {
    List<Integer> writers = new ArrayList<>(IntStream.range(0, network.servers()).boxed().toList());
    int planned = 0;
    while (!writers.isEmpty()) {
      int at = random.nextInt(writers.size());
      Writer writer = Writer.server(network, writers.get(at));
      PipelineDemand demand = new PipelineDemand(writer, replication, template, new BitSet(), -1);
      if (planner.plan(demand, 0) instanceof PlanResult.Planned) {
        planned++;
      } else {
        writers.remove(at);
      }
    }
    return planned;
  }
}
