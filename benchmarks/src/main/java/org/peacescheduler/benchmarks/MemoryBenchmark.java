package org.peacescheduler.benchmarks;

import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Writer;

/**
 * The heap that a large network holds: what is in use after a full collection with nine of them,
 * less what is in use with one, divided by eight. So classes and caches are not counted. The time
 * of the call means nothing.
 *
 * <p>The serial collector is exact if it may leave no garbage: its dead ratio is 0.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:MarkSweepDeadRatio=0"})
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class MemoryBenchmark {
  private static final int COPIES = 8;
  private static final int PLANS_PER_SERVER = 5;

  /** What is built. */
  @State(Scope.Thread)
  public static class Network {
    /** The cluster. */
    @Param({"RACKS_10000", "PODS_10000"})
    public Cluster cluster;
  }

  /** KiB of heap. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Heap {
    /** The model, the topology that it was built from included. */
    public long modelKib;

    /** The model with its residual network and a planner that has planned from every server. */
    public long plannerKib;

    /** All that a NameNode holds while no chunk is in flight. */
    public long coordinatorKib;
  }

  /** Measures. */
  @Benchmark
  public void retained(Network network, Heap heap) {
    heap.modelKib += kib(network.cluster::model);
    heap.plannerKib += kib(() -> usedPlanner(network.cluster.model()));
    heap.coordinatorKib += kib(() -> coordinator(network.cluster.model()));
  }

  private static long kib(Supplier<Object> builder) {
    List<Object> held = new ArrayList<>(COPIES + 1);
    held.add(builder.get());
    long before = usedAfterCollection();
    try {
      for (int i = 0; i < COPIES; i++) {
        held.add(builder.get());
      }
      return (usedAfterCollection() - before) / COPIES / 1024;
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  // The figure is the heap after a collection, so one has to be asked for.
  private static long usedAfterCollection() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** A planner on an idle network, with everything that planning fills in as it goes. */
  private static PipelinePlanner usedPlanner(NetworkModel model) {
    ResidualNetwork residual = new ResidualNetwork(model);
    PipelinePlanner planner = new PipelinePlanner(residual, new SplittableRandom(1), 0);
    PlacementTemplate template = Placement.REMOTE.template();
    for (int i = 0; i < PLANS_PER_SERVER * model.servers(); i++) {
      Writer writer = Writer.server(model, i % model.servers());
      planner.plan(new PipelineDemand(writer, 3, template), 0);
    }
    return planner;
  }

  private static Coordinator coordinator(NetworkModel model) {
    SchedulerSettings settings =
        new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, 1);
    return new Coordinator(
        model, settings, Ends.FOUND_OUT, InstantSource.fixed(Instant.EPOCH), event -> {});
  }
}
