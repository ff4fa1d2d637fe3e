package org.peacescheduler.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.AuxCounters;
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

/**
 * For how long the coordinator holds its lock for one event, whoever waits: processor time of the
 * thread and time by the clock, in microseconds.
 *
 * <p>On 2,000 servers 20,000 chunks wait, chunks end and their files ask for the next ones, as in
 * {@link CoordinatorBenchmark}; of ten files one is {@link Case odd}. Every call of the coordinator
 * counts; one that takes the lock several times counts once for each, since the coordinator asks
 * its clock once whenever it has the lock.
 *
 * <p>Example: {@code processor999} is 400 for ORDINARY: of 1,000 times the lock is held, one takes
 * more than 0.4 ms. The time of the call means nothing.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class LockBenchmark {
  private static final int SERVERS = 2000;
  private static final int REPLICAS = 3;
  private static final long BYTES = 128L << 20;
  private static final double CHUNK_MILLIS = 1.13 * BYTES / 60e6 * 1000;
  private static final double PASS_MILLIS = 5;
  private static final double TICK_MILLIS = 1000;

  private static final int TICKS_TO_EXPIRE = 40;
  private static final Duration DEFERRAL_MAX = Duration.ofMinutes(10);

  /** One file of so many is not ordinary. */
  private static final int ONE_IN = 10;

  /** Who waits, or what happens besides. */
  public enum Case {
    /** Ten users, each file with a client of its own. */
    ORDINARY,

    /** A user's chunks exclude two other datanodes each. */
    DIVERSE,

    /** A user's chunks have 400 replicas, or 32, by turns. */
    REPLICATION,

    /** Four datanodes of a rack go and come back, twice a second. */
    FLAPPING,

    /** A user's clients, on many hosts, could not write to the datanodes they were given. */
    ACCUSED,

    /** All files are of one named group. */
    ONE_GROUP,

    /** There are 1,000 users. */
    MANY_USERS,

    /** All that wait have waited for too long at once. */
    EXPIRING
  }

  /** Microseconds. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Held {
    /** How often the lock was taken. */
    public long times;

    /** Processor time: the median. */
    public double processor50;

    /** Processor time: 99 %. */
    public double processor99;

    /** Processor time: 99.9 %. */
    public double processor999;

    /** Processor time: the longest. */
    public double processorMost;

    /** By the clock: 99.9 %. */
    public double wall999;

    /** By the clock: the longest. */
    public double wallMost;

    /** Chunks left to the stock policy. */
    public long fallbacks;
  }

  /** Notes for how long each event took. */
  private static final class Watch {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final double MICROS = 1000;

    private long[] processor = new long[1 << 20];
    private long[] wall = new long[1 << 20];
    private int events;
    private boolean isOn;
    private long processorBegin;
    private long wallBegin;

    /** The lock has been taken. */
    void locked() {
      end();
      processorBegin = THREADS.getCurrentThreadCpuTime();
      wallBegin = System.nanoTime();
      isOn = true;
    }

    void end() {
      if (!isOn) {
        return;
      }
      isOn = false;
      if (events == wall.length) {
        processor = Arrays.copyOf(processor, 2 * events);
        wall = Arrays.copyOf(wall, 2 * events);
      }
      wall[events] = System.nanoTime() - wallBegin;
      processor[events++] = THREADS.getCurrentThreadCpuTime() - processorBegin;
    }

    void forget() {
      events = 0;
    }

    void into(Held held) {
      Arrays.sort(processor, 0, events);
      Arrays.sort(wall, 0, events);
      held.times += events;
      held.processor50 += at(processor, 0.5);
      held.processor99 += at(processor, 0.99);
      held.processor999 += at(processor, 0.999);
      held.processorMost += at(processor, 1);
      held.wall999 += at(wall, 0.999);
      held.wallMost += at(wall, 1);
    }

    private double at(long[] sorted, double part) {
      return sorted[(int) Math.min(events - 1L, (long) (part * events))] / MICROS;
    }
  }

  /** A coordinator with those that wait. */
  @State(Scope.Thread)
  public static class Queue {
    /** What is odd. */
    @Param public Case kind;

    /** How many chunks wait, at least. */
    @Param("20000")
    public int waiting;

    /** How many chunks end. */
    @Param("60000")
    public int chunks;

    private final SplittableRandom random = new SplittableRandom(1);
    private final PriorityQueue<File> inFlight =
        new PriorityQueue<>(Comparator.comparingDouble(file -> file.end));
    private final List<String> servers = Cluster.RACKS_2000.servers();
    private final Watch watch = new Watch();
    private Coordinator coordinator;
    private double clock;
    private double nextPass;
    private double nextTick = TICK_MILLIS;
    private double nextFlap;
    private boolean isFlapped;
    private int ticks;
    private int files;
    private int waitingNow;
    private long fallbacks;

    /** A file, and its chunk in flight. */
    private static final class File {
      private ChunkRequest next;
      private final boolean isOdd;
      private Ticket ticket;
      private List<String> nodes = List.of();
      private double end;

      File(ChunkRequest next, boolean isOdd) {
        this.next = next;
        this.isOdd = isOdd;
      }
    }

    private Instant now() {
      watch.locked();
      return Instant.ofEpochMilli((long) clock);
    }

    private void call(Runnable call) {
      call.run();
      watch.end();
    }

    private <T> T ask(Supplier<T> call) {
      T answer = call.get();
      watch.end();
      return answer;
    }

    /** Lets as many files ask for a chunk as are to wait. */
    @Setup(Level.Iteration)
    public void start() {
      inFlight.clear();
      files = 0;
      waitingNow = 0;
      SchedulerSettings settings =
          new SchedulerSettings(0, DEFERRAL_MAX, GroupOrder.FAIR_SOJOURN, 1);
      InstantSource source = this::now;
      coordinator =
          new Coordinator(Cluster.RACKS_2000.model(), settings, Ends.TOLD, source, event -> {});
      coordinator.setPresent(new HashSet<>(servers));
      fill();
      watch.forget();
      fallbacks = 0;
    }

    private void fill() {
      while (waitingNow < waiting) {
        clock += 1 / 20.0;
        boolean isOdd = files % ONE_IN == 0;
        submit(new File(request(files, isOdd), isOdd));
        files++;
      }
    }

    private ChunkRequest request(int file, boolean isOdd) {
      int users = kind == Case.MANY_USERS ? 1000 : ONE_IN;
      boolean isHigh = kind == Case.REPLICATION && isOdd;
      Optional<String> group =
          kind == Case.ONE_GROUP ? Optional.of("checkpoint") : Optional.empty();
      ChunkRequest.Origin origin =
          new ChunkRequest.Origin(
              Optional.of("user" + file % users), Optional.of("client" + file), group, 0);
      int replicas = isHigh ? file % 20 == 0 ? 400 : 32 : REPLICAS;
      ChunkRequest.Builder request =
          ChunkRequest.of("/data/file" + file, replicas, Placement.LIKE_STOCK.template())
              .file("inode" + file)
              .writer(servers.get(file * 7 % SERVERS))
              .fullBytes(BYTES)
              .mostInRack(isHigh ? Integer.MAX_VALUE : 2)
              .origin(origin);
      if (kind == Case.DIVERSE && isOdd) {
        String other = servers.get(SERVERS / 2 + random.nextInt(SERVERS / 2));
        request.excluded(Set.of(servers.get(random.nextInt(SERVERS / 2)), other, "none" + file));
      }
      return request.build();
    }

    private void submit(File file) {
      waitingNow++;
      file.ticket = ask(() -> coordinator.submit(file.next, outcome -> ended(file, outcome)));
    }

    private void ended(File file, Outcome outcome) {
      waitingNow--;
      if (outcome instanceof Outcome.Granted granted) {
        file.nodes = granted.nodes();
        file.end = clock + CHUNK_MILLIS * random.nextDouble(0.9, 1);
        inFlight.add(file);
      } else {
        fallbacks++;
      }
    }

    private void chunk() {
      File file = inFlight.remove();
      clock = Math.max(clock, file.end);
      if (kind == Case.ACCUSED && file.isOdd) {
        accuse(file);
        return;
      }
      for (String node : file.nodes) {
        call(() -> coordinator.replicaDone(file.ticket, node));
      }
      call(() -> coordinator.done(file.ticket, false, BYTES));
      submit(file);
      fill();
      look();
    }

    private void accuse(File file) {
      Set<String> excluded = new HashSet<>(file.next.excluded());
      excluded.addAll(file.nodes);
      File next = new File(request(files++, true), true);
      submit(next);
      file.next =
          ChunkRequest.of(file.next.path(), REPLICAS, file.next.template())
              .file(file.next.file())
              .writer(file.next.writer().orElseThrow())
              .fullBytes(BYTES)
              .mostInRack(2)
              .origin(file.next.origin())
              .excluded(excluded)
              .build();
      submit(file);
      call(() -> coordinator.release(file.ticket, "benchmark", true));
      look();
    }

    /** What the watch of a NameNode does. */
    private void look() {
      if (clock >= nextPass) {
        nextPass = clock + PASS_MILLIS;
        call(coordinator::pass);
      }
      if (clock >= nextTick) {
        nextTick = clock + TICK_MILLIS;
        if (kind == Case.EXPIRING && ++ticks % TICKS_TO_EXPIRE == 0) {
          clock += DEFERRAL_MAX.toMillis();
        }
        call(coordinator::tick);
        if (kind == Case.ACCUSED) {
          Set<String> suspects = ask(() -> Set.copyOf(coordinator.suspects().keySet()));
          call(() -> coordinator.trust(suspects));
        }
      }
      if (kind == Case.FLAPPING && clock >= nextFlap) {
        nextFlap = clock + TICK_MILLIS / 2;
        isFlapped = !isFlapped;
        Set<String> present = new HashSet<>(servers);
        if (isFlapped) {
          servers.subList(0, 4).forEach(present::remove);
        }
        call(() -> coordinator.setPresent(present));
      }
    }
  }

  /** Lets chunks end. */
  @Benchmark
  public void held(Queue queue, Held held) {
    for (int i = 0; i < queue.chunks && !queue.inFlight.isEmpty(); i++) {
      queue.chunk();
    }
    held.fallbacks += queue.fallbacks;
    queue.watch.into(held);
  }
}
