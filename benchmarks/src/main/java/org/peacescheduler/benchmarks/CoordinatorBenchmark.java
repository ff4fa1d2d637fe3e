package org.peacescheduler.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
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
 * How many chunks a second go through the coordinator of a patched NameNode, set as it ships, by
 * one thread.
 *
 * <p>In each call the oldest chunk in flight ends, as the NameNode tells it (three replicas, then
 * the block); its file asks for the next one and waits; a chunk that waits is granted. Each file
 * has a client of its own, and hosts have equally many. Chunks take what the links carry, on a
 * clock of their own; at overdue ones the coordinator looks now and then, as on a NameNode.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class CoordinatorBenchmark {
  private static final int REPLICAS = 3;
  private static final long BYTES = 128L << 20;

  /** What a chunk's bytes take at the rate of the topology's streams, less headers, in ms. */
  private static final double CHUNK_MILLIS = 1.13 * BYTES / 60e6 * 1000;

  private static final double QUICKEST = 0.9;
  private static final double SLOWEST = 1;

  /** Of 100,000 chunks a second, so many end between two looks at what is overdue. */
  private static final int CHUNKS_A_LOOK = 500;

  /** A coordinator with those that wait. */
  @State(Scope.Thread)
  public static class Queue {
    /** The cluster. */
    @Param("RACKS_2000")
    public Cluster cluster;

    /** How many chunks wait, at least; with 0 half of the links out of racks are free. */
    @Param({"0", "20000"})
    public int waiting;

    /** Where replicas go. */
    @Param("LIKE_STOCK")
    public Placement placement;

    private final SplittableRandom random = new SplittableRandom(1);
    private final PriorityQueue<File> inFlight =
        new PriorityQueue<>(Comparator.comparingDouble(file -> file.end));
    private PlacementTemplate template;
    private Coordinator coordinator;
    private double clock;
    private int looked;

    /** A file, and its chunk in flight. */
    private static final class File {
      private final ChunkRequest next;
      private Ticket ticket;
      private List<String> nodes;
      private double end;

      File(ChunkRequest next) {
        this.next = next;
      }
    }

    /** Lets as many files ask for a chunk as are to wait, and as the network takes beside them. */
    @Setup(Level.Trial)
    public void start() {
      template = placement.template();
      SchedulerSettings settings =
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FAIR_SOJOURN, 1);
      coordinator =
          new Coordinator(
              cluster.model(),
              settings,
              Ends.TOLD,
              () -> Instant.ofEpochMilli((long) clock),
              event -> {});
      List<String> servers = cluster.servers();
      int half = Load.HALF.pipelines(cluster.model());
      for (int i = 0; waiting == 0 ? i < half : waiting() < waiting; i++) {
        clock += 1 / 20.0;
        submit(new File(request(i, servers.get(i * 7 % servers.size()))));
      }
    }

    private ChunkRequest request(int file, String host) {
      ChunkRequest.Origin origin =
          new ChunkRequest.Origin(
              Optional.of("user" + file % 10), Optional.of("client" + file), Optional.empty(), 0);
      return ChunkRequest.of("/data/file" + file, REPLICAS, template)
          .file("inode" + file)
          .writer(host)
          .fullBytes(BYTES)
          .mostInRack(2)
          .origin(origin)
          .build();
    }

    private void submit(File file) {
      Ticket ticket = coordinator.submit(file.next, outcome -> ended(file, outcome));
      file.ticket = ticket;
    }

    private void ended(File file, Outcome outcome) {
      if (!(outcome instanceof Outcome.Granted granted)) {
        throw new IllegalStateException("no chunk should end so: " + outcome);
      }
      file.nodes = granted.nodes();
      file.end = clock + CHUNK_MILLIS * random.nextDouble(QUICKEST, SLOWEST);
      inFlight.add(file);
    }

    int waiting() {
      return coordinator.status().waiting();
    }

    int inFlight() {
      return inFlight.size();
    }
  }

  /** A chunk ends, its file asks for the next one. */
  @Benchmark
  public void chunk(Queue queue, Measured measured) {
    Queue.File file = queue.inFlight.remove();
    queue.clock = Math.max(queue.clock, file.end);
    for (String node : file.nodes) {
      queue.coordinator.replicaDone(file.ticket, node);
    }
    queue.coordinator.done(file.ticket, false, BYTES);
    queue.submit(file);
    if (++queue.looked == CHUNKS_A_LOOK) {
      queue.looked = 0;
      queue.coordinator.pass();
    }
  }
}
