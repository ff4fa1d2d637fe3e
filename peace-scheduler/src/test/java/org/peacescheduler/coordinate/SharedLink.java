package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/**
 * A coordinator on a link that the chunks of all writers go over, from seven hosts. Those in flight
 * share it evenly, and none goes faster than one stream. All chunks are full ones and take one
 * chunk time at that rate, a tenth more or less; who has written one asks for the next one of the
 * file.
 */
final class SharedLink {
  private static final long BYTES = 1_000_000;
  private static final long CHUNK_MILLIS = 1000;
  private static final int JITTER = 100;
  private static final double EPSILON = 1e-6;
  private static final long TICK_MILLIS = 1000;
  private static final long PASS_MILLIS = 50;
  private static final int HOSTS = 7;
  private static final PlacementTemplate OVER_THE_LINK =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  private final int streams;
  private final FakeClock clock = new FakeClock();
  private final Coordinator coordinator;
  private final PriorityQueue<Happening> happenings = new PriorityQueue<>();
  private final Map<Share, Integer> written = new HashMap<>();
  private final SplittableRandom random;

  /** Chunks in flight, by what each one that is there all the time has when they end. */
  private final PriorityQueue<Happening> inFlight = new PriorityQueue<>();

  /** What each chunk in flight that was there all the time has had, in ms of a stream. */
  private double had;

  private long longestWait;
  private long happened;
  private int files;

  /** What a client asks for. */
  interface Words {
    /** Says nothing but what every client does. */
    Words ORDINARY = (path, origin, before) -> Harness.chunk(path, 1, OVER_THE_LINK, BYTES, origin);

    /**
     * A file's next chunk.
     *
     * @param before where its last one was written
     */
    ChunkRequest of(String path, ChunkRequest.Origin origin, List<String> before);

    /** Whether none of its chunks may wait, so that the stock policy places them at once. */
    default boolean areAtOnce() {
      return false;
    }
  }

  /** Nothing odd, of chunks that may not wait. */
  static final class AtOnce implements Words {
    @Override
    public ChunkRequest of(String path, ChunkRequest.Origin origin, List<String> before) {
      return ORDINARY.of(path, origin, before);
    }

    @Override
    public boolean areAtOnce() {
      return true;
    }
  }

  private record Happening(double at, long number, Runnable what) implements Comparable<Happening> {
    @Override
    public int compareTo(Happening other) {
      int order = Double.compare(at, other.at);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }

  SharedLink(int streams, Shares shares, Duration deferralMax) {
    this(streams, shares, deferralMax, 1);
  }

  /**
   * As above.
   *
   * @param seed of how much longer or shorter than a chunk time each chunk takes
   */
  SharedLink(int streams, Shares shares, Duration deferralMax, long seed) {
    this.streams = streams;
    this.random = new SplittableRandom(seed);
    coordinator =
        new Coordinator(
            TestNetworks.parse(
                """
                version: 1
                streamRate: 1130 kB/s
                switches: [{name: tor1}, {name: tor2}]
                defaults: {server: {up: 1000 MB/s, down: 1000 MB/s}}
                links: [{between: [tor1, tor2], capacity: %d kB/s}]
                servers:
                - {hosts: "svr1.[1-%d]", switch: tor1}
                - {hosts: "svr2.[1-%d]", switch: tor2}
                """
                    .formatted(1130 * streams, HOSTS, HOSTS)),
            new SchedulerSettings(0, deferralMax, GroupOrder.FAIR_SOJOURN, shares, 1),
            Ends.TOLD,
            clock,
            event -> {});
    tick();
  }

  /** Shares are due other parts from now on. */
  void change(Shares shares, Duration deferralMax) {
    coordinator.change(new SchedulerSettings(0, deferralMax, GroupOrder.FAIR_SOJOURN, shares, 1));
  }

  private void tick() {
    coordinator.tick();
    after(TICK_MILLIS, this::tick);
  }

  /** From now on looks at chunks that wait, and at those that are overdue, as a NameNode does. */
  void keepPassing() {
    coordinator.pass();
    after(PASS_MILLIS, this::keepPassing);
  }

  private void after(long millis, Runnable what) {
    happenings.add(new Happening(clock.millis() + millis, happened++, what));
  }

  private final class File {
    private final String path = "svr1." + (1 + files % HOSTS) + "/" + files++;
    private final Supplier<ChunkRequest.Origin> origin;
    private final Words words;
    private final Runnable end;
    private List<String> nodes = List.of();
    private int left;
    private long asked;
    private Ticket ticket;
    private Ticket observed;

    File(int chunks, Supplier<ChunkRequest.Origin> origin, Words words, Runnable end) {
      this.left = chunks;
      this.origin = origin;
      this.words = words;
      this.end = end;
    }

    void ask() {
      asked = clock.millis();
      ChunkRequest request = words.of(path, origin.get(), nodes);
      observed = null;
      Ticket asking = coordinator.submit(request, outcome -> go(outcome, request));
      if (words.areAtOnce()) {
        coordinator.giveUpWaiting(asking, FallbackReason.CROWDED, "more than may wait");
      }
      ticket = observed == null ? asking : observed;
    }

    private void go(Outcome outcome, ChunkRequest request) {
      longestWait = Math.max(longestWait, clock.millis() - asked);
      if (outcome instanceof Outcome.Granted granted) {
        nodes = granted.nodes();
      } else if (outcome instanceof Outcome.Fallback) {
        nodes = List.of("svr2." + (1 + random.nextInt(HOSTS)));
        observed = coordinator.observe(request, nodes);
        ticket = observed;
      }
      int work = (int) CHUNK_MILLIS - JITTER + random.nextInt(2 * JITTER + 1);
      inFlight.add(new Happening(had + work, happened++, () -> written(request.origin().share())));
    }

    private void written(Share share) {
      written.merge(share, 1, Integer::sum);
      left--;
      if (left > 0) {
        ask();
      } else {
        coordinator.done(ticket, true, BYTES);
        end.run();
      }
    }
  }

  /** One who writes a file of a chunk after the other, as long as something is so. */
  void keepWriting(Supplier<ChunkRequest.Origin> origin, BooleanSupplier isOn) {
    if (isOn.getAsBoolean()) {
      new File(1, origin, Words.ORDINARY, () -> keepWriting(origin, isOn)).ask();
    } else {
      after(CHUNK_MILLIS, () -> keepWriting(origin, isOn));
    }
  }

  /** One who writes a file of so many chunks after the other, and says something with each. */
  void keepWriting(int chunks, Supplier<ChunkRequest.Origin> origin, Words words) {
    new File(chunks, origin, words, () -> keepWriting(chunks, origin, words)).ask();
  }

  /** Of a user's files that belong to nothing. */
  static Supplier<ChunkRequest.Origin> of(Share share) {
    String user = share.user().orElse("anybody");
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(Optional.of(user), Optional.of(user), Optional.empty(), 0, share);
    return () -> origin;
  }

  /** What of its rate each chunk in flight has. */
  private double speed() {
    return Math.min(1, (double) streams / inFlight.size());
  }

  private void passTo(long millis) {
    had += (millis - clock.millis()) * speed();
    clock.set(millis);
  }

  private long nextStep() {
    double happens = happenings.element().at();
    double ends =
        inFlight.isEmpty() ? happens : clock.millis() + (inFlight.element().at() - had) / speed();
    return (long) Math.ceil(Math.min(happens, ends));
  }

  private void step() {
    passTo(Math.max(clock.millis(), nextStep()));
    boolean hasEnded = !inFlight.isEmpty() && inFlight.element().at() <= had + EPSILON;
    Happening next = hasEnded ? inFlight.poll() : happenings.poll();
    next.what().run();
  }

  /** Goes on for so many chunk times. */
  void run(int chunkTimes) {
    long until = clock.millis() + chunkTimes * CHUNK_MILLIS;
    while (nextStep() <= until) {
      step();
    }
    passTo(until);
  }

  /** How many chunk times a file of so many chunks takes that somebody writes now. */
  double timeOf(int chunks, Supplier<ChunkRequest.Origin> origin) {
    return timeOf(chunks, origin, Words.ORDINARY);
  }

  /** As above, of somebody who says something with each chunk. */
  double timeOf(int chunks, Supplier<ChunkRequest.Origin> origin, Words words) {
    long[] end = {-1};
    long begin = clock.millis();
    new File(chunks, origin, words, () -> end[0] = clock.millis()).ask();
    while (end[0] < 0) {
      step();
    }
    return (double) (end[0] - begin) / CHUNK_MILLIS;
  }

  /** How many chunks of a share have been written since this was asked for the share last. */
  int takeWritten(Share share) {
    Integer chunks = written.remove(share);
    return chunks == null ? 0 : chunks;
  }

  /** The longest that a chunk has waited, in milliseconds. */
  long longestWait() {
    return longestWait;
  }

  /** Whether the link is full if anybody waits. */
  void assertNothingIsLeftIdle() {
    Coordinator.Status status = coordinator.status();
    assertTrue(status.waiting() == 0 || status.inFlight() >= streams, status::toString);
    assertEquals(true, Audit.balances(coordinator));
  }
}
