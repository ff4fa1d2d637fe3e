package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.Topology;

/**
 * How well pipelines fill the links of an idle network, and how many chunks at a time fill them
 * better.
 *
 * <p>A pipeline of three replicas takes three ways out of servers and three in. Example: two racks
 * of four servers, whose links carry one chunk each. A second pipeline in each rack would need five
 * ways, so two of eight idle, however many chunks wait. With three chunks at a time, each at a
 * third of the rate, a rack has twelve ways, and four pipelines of each take all of them. In large
 * racks what is left over is little, and one chunk at a time is done sooner (decision 21).
 *
 * <p>Files that say how many chunks a server's link carries are taken at their word; those that say
 * its bandwidth leave it to Peace how many share it.
 */
public final class Packing {
  /** In clusters of more servers, what is left over is little. */
  static final int MOST_SERVERS = 200;

  /** Links of one place are used well if they carry so much of what they would in fine parts. */
  private static final double ENOUGH = 0.84;

  /** Parts so fine that next to nothing is left over; two and three of them make one. */
  private static final int FINE = 12;

  /** Idle networks that are filled, times their servers. */
  private static final int TRIED = 4000;

  private static final long SEED = 1;

  private final NetworkModel model;
  private final int replication;

  private Packing(NetworkModel model, int replication) {
    this.model = model;
    this.replication = replication;
  }

  /**
   * Into how many places each place of a topology is to be divided, each of a part of the rate, so
   * that pipelines fill the links; 1 if they do as it is.
   *
   * <p>Cost: about a tenth of a second, for up to {@value #MOST_SERVERS} servers.
   */
  public static int parts(Topology topology, int replication) {
    boolean isFree =
        topology.streamBytesPerSecond().isPresent()
            && topology.servers().size() <= MOST_SERVERS
            && topology.servers().stream().allMatch(s -> s.capacities().areBandwidths());
    return isFree ? new Packing(NetworkModel.of(topology), replication).parts() : 1;
  }

  private int parts() {
    NetworkModel fine = NetworkModel.of(model.topology().finer(FINE));
    int parts = 1;
    for (PlacementTemplate template : templates()) {
      int ways = ways(template);
      if (ways > parts && FINE * pipelines(model, template) < ENOUGH * pipelines(fine, template)) {
        parts = ways;
      }
    }
    return parts;
  }

  private List<PlacementTemplate> templates() {
    Optional<List<Constraint>> placement = model.topology().placement();
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
      PipelinePlanner planner = PipelinePlanner.live(idle.copy(), random);
      List<Integer> writers =
          new ArrayList<>(IntStream.range(0, network.servers()).boxed().toList());
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
    }
    return (double) planned / trials;
  }
}
