package org.peacescheduler.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * How long the coordinator takes when one chunk ends while others wait: the time in which it holds
 * its lock, looks at all who wait, and grants what now fits.
 *
 * <p>The network is full: chunks were submitted from random writers until so many wait. Between two
 * measured calls new ones take the place of those that were granted.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReplanBenchmark {
  private static final int REPLICAS = 3;

  /** A coordinator with its queue. */
  @State(Scope.Thread)
  public static class Queue {
    /** The cluster. */
    @Param("RACKS_1000")
    public Cluster cluster;

    /** How many chunks wait. */
    @Param({"100", "1000", "10000"})
    public int waiting;

    private final SplittableRandom random = new SplittableRandom(1);
    private final Deque<Submitted> inFlight = new ArrayDeque<>();
    private final PlacementTemplate template = Placement.REMOTE.template();
    private Coordinator coordinator;
    private List<String> servers;
    private long clock;
    private int waitingNow;

    /** A chunk; its ticket is known once submitting has returned. */
    private static final class Submitted {
      Ticket ticket;
    }

    /** Starts an idle coordinator. */
    @Setup(Level.Trial)
    public void start() {
      servers = cluster.servers();
      SchedulerSettings settings =
          new SchedulerSettings(0, Duration.ofHours(1), GroupOrder.FAIR_SOJOURN, 1);
      coordinator =
          new Coordinator(
              cluster.model(),
              settings,
              Ends.FOUND_OUT,
              () -> Instant.ofEpochMilli(clock),
              event -> {});
    }

    /** Submits chunks until as many wait as should. */
    @Setup(Level.Invocation)
    public void refill() {
      while (waitingNow < waiting) {
        clock++;
        Submitted chunk = new Submitted();
        waitingNow++;
        chunk.ticket = coordinator.submit(request(), outcome -> ended(chunk, outcome));
      }
    }

    private ChunkRequest request() {
      return ChunkRequest.of("/file" + clock, REPLICAS, template)
          .writer(servers.get(random.nextInt(servers.size())))
          .build();
    }

    private void ended(Submitted chunk, Outcome outcome) {
      if (!(outcome instanceof Outcome.Granted)) {
        throw new IllegalStateException("no chunk should end so: " + outcome);
      }
      waitingNow--;
      inFlight.add(chunk);
    }

    int inFlight() {
      return inFlight.size();
    }
  }

  /** The oldest chunk in flight ends. */
  @Benchmark
  public void chunkEnds(Queue queue) {
    queue.coordinator.done(queue.inFlight.remove().ticket, true);
  }
}
