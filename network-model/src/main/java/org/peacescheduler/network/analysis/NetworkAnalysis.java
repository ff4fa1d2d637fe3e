package org.peacescheduler.network.analysis;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Capacity;
import org.peacescheduler.network.topology.Constraint;

/**
 * What an operator wants to know of a network.
 *
 * <p>Goals, in order: numbers that say precisely what they are; numbers that can be compared with
 * what was bought and configured; seconds, not minutes, for 10,000 servers.
 *
 * <p>Example: 8 and 9 servers on two switches that a link of 8 joins, all server links 2: each
 * switch can send 16 and 18 chunks up to 8 that leave it, so it is oversubscribed 2.0 and 2.25
 * times; the bisection is 8; at most 8 pipelines leave either rack in a timestep.
 *
 * <p>Immutable.
 *
 * @param switches what hangs on each switch and what leaves it, in the order of the topology
 * @param bisection the capacity between two halves; empty where all servers are on one switch
 * @param pipelines how many pipelines of 1, 2 and 3 replicas fit into a timestep, of as many as the
 *     placement lists, and of as many as were asked for
 * @param warnings what looks like a mistake
 */
public record NetworkAnalysis(
    List<SwitchCapacity> switches,
    Optional<Bisection> bisection,
    List<PipelineBound> pipelines,
    List<Warning> warnings) {
  private static final int USUAL_REPLICATION = 3;
  private static final long MOST_PACKED = 100_000;
  private static final long PACKING_SEED = 1;

  /** So finely are streams divided at most where a part of one is to count. */
  private static final int MOST_TIMES_FINER = 10_000;

  /** Copies the lists. */
  public NetworkAnalysis {
    switches = List.copyOf(switches);
    pipelines = List.copyOf(pipelines);
    warnings = List.copyOf(warnings);
  }

  /** Analyses a model. Cost: some maximum flows over the switches, and a filled timestep. */
  public static NetworkAnalysis of(NetworkModel model) {
    return of(model, USUAL_REPLICATION);
  }

  /**
   * Analyses a model, also for chunks of as many replicas. Cost: as {@link #of(NetworkModel)}.
   *
   * @param replication at least 1
   */
  public static NetworkAnalysis of(NetworkModel model, int replication) {
    return of(model, replication, Figures.CHUNKS);
  }

  /**
   * Analyses a model, also for chunks of as many replicas. Cost: as {@link #of(NetworkModel)}.
   *
   * @param replication at least 1
   * @param figures in which the warnings give capacities
   */
  public static NetworkAnalysis of(NetworkModel model, int replication, Figures figures) {
    List<SwitchCapacity> switches = switches(model, model::capacity);
    NavigableSet<Integer> replicas = new TreeSet<>();
    IntStream.rangeClosed(1, USUAL_REPLICATION).forEach(replicas::add);
    replicas.add(replication);
    model.topology().placement().map(List::size).ifPresent(replicas::add);
    return new NetworkAnalysis(
        switches,
        Halving.of(model),
        replicas.stream().map(r -> pipelines(model, r)).toList(),
        Warnings.of(model, switches, figures));
  }

  /** How many pipelines of r replicas fit into one timestep. */
  public static PipelineBound pipelines(NetworkModel model, int replication) {
    if (replication < 1) {
      throw new IllegalArgumentException("replication " + replication + " is less than 1");
    }
    List<Constraint> placement = Placement.of(model, replication);
    PipelineLimits limits = new PipelineLimits(model, placement);
    OptionalLong atMost = limits.atMost();
    OptionalLong atLeast = OptionalLong.empty();
    if (atMost.isPresent() && atMost.getAsLong() <= MOST_PACKED) {
      Packing packing = new Packing(model, placement, new SplittableRandom(PACKING_SEED));
      atLeast = OptionalLong.of(packing.pipelines());
    }
    List<String> full = atMost.isPresent() ? limits.limits(atMost.getAsLong()) : List.of();
    return new PipelineBound(replication, placement, atMost, atLeast, full);
  }

  /** What hangs on each switch and what leaves it in streams, also parts of one. */
  public static List<SwitchCapacity> inStreams(NetworkModel model) {
    return switches(model, model::streams);
  }

  /** The bisection in streams, also parts of one. Cost: that of another analysis of halves. */
  public static OptionalDouble bisectionInStreams(NetworkModel model) {
    double widest =
        IntStream.range(0, model.links())
            .mapToDouble(k -> model.streams(model.link(k)))
            .max()
            .orElse(1);
    int times = (int) Math.max(1, Math.min(MOST_TIMES_FINER, Capacity.MAX_CHUNKS / widest));
    return Halving.of(NetworkModel.of(model.topology().finer(times)))
        .map(bisection -> OptionalDouble.of((double) bisection.capacity() / times))
        .orElse(OptionalDouble.empty());
  }

  private static List<SwitchCapacity> switches(NetworkModel model, IntToDoubleFunction capacity) {
    SwitchLayers layers = SwitchLayers.of(model);
    int n = model.switches();
    int[] servers = new int[n];
    double[][] sums = new double[n][5];
    for (int i = 0; i < model.servers(); i++) {
      int u = model.switchOf(i);
      servers[u]++;
      sums[u][0] += capacity.applyAsDouble(model.up(i));
      sums[u][1] += capacity.applyAsDouble(model.down(i));
    }
    for (int k = 0; k < model.links(); k++) {
      int from = model.linkFrom(k);
      int direction = Integer.signum(layers.of(model.linkTo(k)) - layers.of(from));
      sums[from][3 + direction] += capacity.applyAsDouble(model.link(k));
    }
    return IntStream.range(0, n)
        .mapToObj(
            u ->
                new SwitchCapacity(
                    model.switchName(u),
                    layers.of(u),
                    servers[u],
                    sums[u][0],
                    sums[u][1],
                    sums[u][2],
                    sums[u][3],
                    sums[u][4]))
        .toList();
  }
}
