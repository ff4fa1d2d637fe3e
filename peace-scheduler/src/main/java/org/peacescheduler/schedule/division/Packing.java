package org.peacescheduler.schedule.division;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.PlanResult;
import org.peacescheduler.schedule.Writer;

/**
 * How well pipelines fill the links of a network when all its servers write, and how many chunks at
 * a time fill them better.
 *
 * <p>A pipeline of three replicas takes three ways out of servers and three in. Example: two racks
 * of four servers, whose links carry one chunk each. A second pipeline in each rack would need five
 * ways, so two of eight idle, however many chunks wait. With two chunks at a time, each at half the
 * rate, five pipelines take 15 of 16 ways. Another example: a link of 1.6 streams carries one; with
 * half the rate it carries three. In large racks what is left over is little, and one chunk at a
 * time is done sooner (decision 22).
 *
 * <p>So a burst is planned, round by round, and compared with the same chunks all at once, placed
 * as stock HDFS would: the busiest link then has more than its share, which is what Peace gains.
 * Where it loses more than that, by links that idle, places are divided.
 *
 * <p>Files that say how many chunks a server's link carries are taken at their word; those that say
 * its bandwidth leave it to Peace how many share it. Confined to one call.
 */
public final class Packing {
  /** In clusters of more servers, what is left over is little. */
  static final int MOST_SERVERS = 200;

  /** What a server writes in a burst, and how much of it at a time: the paper's largest. */
  private static final int CHUNKS = 8;

  /** Chunks that are planned for a figure, in as many bursts as it takes. */
  private static final int PLANNED = 4000;

  /** Parts so fine that next to nothing of a bandwidth is left over. */
  private static final int FINE = 100;

  private static final long SEED = 1;

  private final Topology topology;
  private final int replication;
  private final Constants constants;

  /** How long a burst takes without Peace, by where replicas may go; not if no link is crossed. */
  private final Map<PlacementTemplate, Double> atOnce = new LinkedHashMap<>();

  private Packing(Topology topology, int replication, Constants constants) {
    this.topology =
        topology.whole(constants.of(Constant.WHOLE_ENOUGH), constants.of(Constant.WHOLE_LINK));
    this.constants = constants;
    this.replication = replication;
    NetworkModel fine = NetworkModel.of(this.topology.finer(FINE));
    for (PlacementTemplate template : templates()) {
      double time = atOnce(fine, template);
      if (time > 0) {
        atOnce.put(template, time);
      }
    }
  }

  /**
   * Into how many places each place of a topology is to be divided, each of that part of the rate,
   * so that bursts are done no later than without Peace; 1 if they are as it is.
   *
   * <p>Cost: some tenths of a second; up to two seconds for {@value #MOST_SERVERS} servers. Larger
   * clusters, and links that carry more than four chunks anyway, are not looked at.
   */
  public static int parts(Topology topology, int replication) {
    return parts(topology, replication, Constants.STANDARD);
  }

  /** The same with other constants. */
  public static int parts(Topology topology, int replication, Constants constants) {
    return division(topology, replication, constants).parts();
  }

  /** Into how many places each place is to be divided, and why. Cost: as {@link #parts}. */
  public static Division division(Topology topology, int replication) {
    return division(topology, replication, Constants.STANDARD);
  }

  private static Division division(Topology topology, int replication, Constants constants) {
    boolean areBandwidths =
        topology.streamBytesPerSecond().isPresent()
            && topology.servers().stream().allMatch(s -> s.capacities().areBandwidths());
    int together = chunksOfALink(topology);
    if (!areBandwidths) {
      return new Division(1, "the servers' links are given as numbers of chunks");
    }
    if (topology.servers().size() > MOST_SERVERS) {
      return new Division(
          1, "there are more than " + MOST_SERVERS + " servers, which leave hardly a link idle");
    }
    if (2 * together > constants.countOf(Constant.PARTS)) {
      return new Division(1, "each server's link carries " + together + " chunks at a time");
    }
    int parts = new Packing(topology, replication, constants).parts(together);
    return new Division(
        parts,
        parts == 1
            ? "a burst of all servers is done no later than without Peace"
            : "a burst of all servers would be done later than without Peace");
  }

  /**
   * Into how many places each place is divided.
   *
   * @param parts 1 if it is not
   * @param reason a clause
   */
  public record Division(int parts, String reason) {}

  /** How many chunks at a time the file lets on a server's link; the fewest. */
  private static int chunksOfALink(Topology topology) {
    return topology.servers().stream()
        .map(ServerSpec::capacities)
        .mapToInt(server -> Math.min(server.up().chunks(), server.down().chunks()))
        .min()
        .orElse(1);
  }

  /**
   * As few as are enough; if none are, as few as are as good as any.
   *
   * @param together how many chunks at a time an undivided link carries
   */
  private int parts(int together) {
    double[] slowness = new double[constants.countOf(Constant.PARTS) / together];
    for (int i = 0; i < slowness.length; i++) {
      slowness[i] = slowness(i + 1);
      boolean isWhole = i == 0 && together == 1;
      if (slowness[i] <= constants.of(isWhole ? Constant.NO_LATER : Constant.HARDLY_LATER)) {
        return i + 1;
      }
    }
    double asGood = constants.of(Constant.AS_GOOD) * DoubleStream.of(slowness).min().orElseThrow();
    return 1
        + IntStream.range(0, slowness.length)
            .filter(i -> slowness[i] <= asGood)
            .findFirst()
            .orElseThrow();
  }

  /** What a burst takes beside all its chunks at once, where replicas may go that suits worst. */
  private double slowness(int parts) {
    NetworkModel divided = NetworkModel.of(topology.finer(parts));
    return atOnce.entrySet().stream()
        .mapToDouble(once -> parts * burst(divided, once.getKey()) / once.getValue())
        .max()
        .orElse(0);
  }

  private List<PlacementTemplate> templates() {
    Optional<List<Constraint>> placement = topology.placement();
    return placement.isPresent()
        ? List.of(PlacementTemplate.strict(placement.get()))
        : List.of(PlacementTemplate.likeStock(false), PlacementTemplate.likeStock(true));
  }

  /** How long all chunks take, round by round; a place is held for 1. */
  private double burst(NetworkModel network, PlacementTemplate template) {
    SplittableRandom random = new SplittableRandom(SEED);
    int bursts = bursts();
    double time = 0;
    for (int i = 0; i < bursts; i++) {
      int[] left = new int[network.servers()];
      Arrays.fill(left, CHUNKS);
      double round;
      do {
        round = round(network, template, left, random);
        time += round;
      } while (round > 0);
    }
    return time / bursts;
  }

  /**
   * Lets in writers at random until nobody fits, as the coordinator plans them.
   *
   * @param left how many chunks each server has to write; fewer after it
   * @return how long it lasts: 1 if a link is full, less if chunks go quicker on links half empty
   */
  private double round(
      NetworkModel network, PlacementTemplate template, int[] left, SplittableRandom random) {
    ResidualNetwork idle = new ResidualNetwork(network);
    PipelinePlanner planner = PipelinePlanner.live(idle, random);
    List<Integer> writers =
        IntStream.range(0, left.length)
            .filter(server -> left[server] > 0)
            .boxed()
            .collect(Collectors.toCollection(ArrayList::new));
    while (!writers.isEmpty()) {
      planner.othersWait(writers.size() > 1);
      int at = random.nextInt(writers.size());
      int writer = writers.get(at);
      if (planner.plan(demand(network, writer, template), 0)
          instanceof PlanResult.Planned planned) {
        planned.pipeline().take(idle, 1);
        idle.commit();
        left[writer]--;
      } else {
        writers.remove(at);
      }
      if (left[writer] == 0) {
        writers.remove((Integer) writer);
      }
    }
    return IntStream.range(0, network.edges())
        .mapToDouble(edge -> (double) idle.used(edge) / network.capacity(edge))
        .max()
        .orElseThrow();
  }

  /** How long the busiest link of a fine network takes, all at once, datanodes drawn at random. */
  private double atOnce(NetworkModel network, PlacementTemplate template) {
    SplittableRandom random = new SplittableRandom(SEED);
    int bursts = bursts();
    double time = 0;
    for (int i = 0; i < bursts; i++) {
      int[] crossing = crossing(network, template, random);
      time +=
          IntStream.range(0, crossing.length)
              .mapToDouble(
                  edge -> crossing[edge] * FINE * lost(network, edge) / network.capacity(edge))
              .max()
              .orElseThrow();
    }
    return time / bursts;
  }

  /** What a link takes longer than its bytes do. */
  private double lost(NetworkModel network, int edge) {
    return network.isLink(edge) ? constants.of(Constant.SHARED) : 1;
  }

  /** How many chunks cross each edge when nobody waits. */
  private int[] crossing(
      NetworkModel network, PlacementTemplate template, SplittableRandom random) {
    ResidualNetwork idle = new ResidualNetwork(network);
    PipelinePlanner planner =
        new PipelinePlanner(idle, random, constants.countOf(Constant.RETRIES));
    int[] crossing = new int[network.edges()];
    for (int chunk = 0; chunk < CHUNKS * network.servers(); chunk++) {
      int writer = chunk % network.servers();
      if (planner.plan(demand(network, writer, template), 0)
          instanceof PlanResult.Planned planned) {
        for (int edge : planned.pipeline().edges()) {
          crossing[edge]++;
        }
      }
    }
    return crossing;
  }

  private PipelineDemand demand(NetworkModel network, int writer, PlacementTemplate template) {
    return new PipelineDemand(Writer.server(network, writer), replication, template);
  }

  private int bursts() {
    return 1 + PLANNED / (CHUNKS * topology.servers().size());
  }
}
