package org.peacescheduler.benchmarks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Pipeline;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.PlanResult;
import org.peacescheduler.schedule.Writer;

/**
 * Pipelines of 3 replicas planned per second, by one thread, on a network that stays equally full.
 *
 * <p>Each call draws writers at random until the chunk of one fits, and then ends the oldest chunk
 * in flight. So what a call costs has in it the writers that were turned away, with the reason why,
 * as the coordinator asks for it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class PlanningBenchmark {
  private static final int REPLICAS = 3;

  /** A network in a steady state. */
  @State(Scope.Thread)
  public static class Network {
    /** The cluster. */
    @Param public Cluster cluster;

    /** How full it is. */
    @Param public Load load;

    /** The constraints. */
    @Param public Placement placement;

    /** How many full links a turned away chunk names, as in the coordinator; 0 saves the search. */
    @Param("16")
    public int namedEdges;

    private final Deque<Pipeline> inFlight = new ArrayDeque<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private ResidualNetwork residual;
    private PipelinePlanner planner;
    private PlacementTemplate template;
    private Writer[] writers;
    private int target;
    private int failures;

    /** Fills the network. */
    @Setup(Level.Trial)
    public void fill() {
      NetworkModel model = cluster.model();
      residual = new ResidualNetwork(model);
      planner = PipelinePlanner.live(residual, random.split());
      template = placement.template();
      writers = new Writer[model.servers()];
      for (int server = 0; server < writers.length; server++) {
        writers[server] = Writer.server(model, server);
      }
      target = load.pipelines(model);
      int tries = 0;
      while (inFlight.size() < target) {
        if (++tries > 100 * writers.length) {
          throw new IllegalStateException(
              "%d of %d pipelines fit into %s".formatted(inFlight.size(), target, cluster));
        }
        tryOne();
      }
    }

    private PlanResult tryOne() {
      Writer writer = writers[random.nextInt(writers.length)];
      PlanResult result = planner.plan(new PipelineDemand(writer, REPLICAS, template), namedEdges);
      if (result instanceof PlanResult.Planned planned) {
        planned.pipeline().take(residual, 1);
        residual.commit();
        inFlight.add(planned.pipeline());
        failures = 0;
      } else if (++failures >= writers.length) {
        // As many failures as servers: the free links do not match any more, so one more goes.
        endOldest();
        failures = 0;
      }
      return result;
    }

    private void endOldest() {
      for (int edge : inFlight.remove().edges()) {
        residual.give(edge);
      }
    }

    int inFlight() {
      return inFlight.size();
    }

    int target() {
      return target;
    }
  }

  /** Plans one pipeline. */
  @Benchmark
  public PlanResult plan(Network network, Measured measured) {
    PlanResult result = network.tryOne();
    while (!(result instanceof PlanResult.Planned)) {
      measured.blocked++;
      result = network.tryOne();
    }
    while (network.inFlight.size() > network.target) {
      network.endOldest();
    }
    return result;
  }
}
