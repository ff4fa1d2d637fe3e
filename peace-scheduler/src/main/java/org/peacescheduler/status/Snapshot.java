package org.peacescheduler.status;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Sight;
import org.peacescheduler.coordinate.order.GroupSight;
import org.peacescheduler.coordinate.order.LearntSize;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * The scheduler at a moment: who waits, in the order in which it will be served, for which full
 * links, and who holds these.
 *
 * <p>Example: ann's group {@code chk-41} is first; its 16 chunks wait for {@code tor1->tor2}, which
 * 10 chunks of bob hold; about 4 s to go.
 *
 * <p>It is taken in slices of {@value #SLICE} chunks, the coordinator's lock let go after each, and
 * put together outside of it. So it is no exact cut: what came or went meanwhile is in it or not.
 * Cost: linear in the network and in all that wait or are in flight, but for any one slice some 0.2
 * ms. Immutable.
 *
 * @param at when it was taken, in milliseconds of the coordinator's clock
 * @param counts how many there are of what
 * @param network what is left of the network
 * @param streamBytesPerSecond what one chunk is taken to send where nothing limits it
 * @param groups those that wait, in the order in which they will be served
 * @param waiting chunks of these, likewise, as many as are listed
 * @param waitingLeftOff how many more chunks wait
 * @param holders who holds the links that bar somebody, by the links' numbers
 * @param learnt sizes of groups, those learnt last
 * @param learntLeftOff how many more have been learnt
 */
public record Snapshot(
    long at,
    Coordinator.Status counts,
    ResidualNetwork network,
    long streamBytesPerSecond,
    List<WaitingGroup> groups,
    List<WaitingChunk> waiting,
    int waitingLeftOff,
    Map<Integer, Holders> holders,
    List<LearntSize> learnt,
    int learntLeftOff) {

  /** So many chunks are looked at while others wait for the lock. */
  static final int SLICE = 256;

  /** So many links that bar a group are named. */
  static final int NAMED_BARS = 16;

  private static final int NAMED_HOLDERS = 3;
  private static final double MILLIS = 1000;
  private static final int TRIES = 3;

  /** Copies the lists. */
  public Snapshot {
    groups = List.copyOf(groups);
    waiting = List.copyOf(waiting);
    holders = Map.copyOf(holders);
    learnt = List.copyOf(learnt);
  }

  /**
   * A group of which chunks wait.
   *
   * @param place its place in the order, from 1
   * @param chunks how many of its chunks wait
   * @param bytes what these are taken to have
   * @param oldest when the first of them was asked for, in milliseconds of the coordinator's clock
   * @param bars full links that bar them, by their numbers, as many as are listed
   * @param expectedMillis when its last chunk is expected to be let in, a rough figure
   */
  public record WaitingGroup(
      int place,
      GroupSight group,
      int chunks,
      long bytes,
      long oldest,
      List<Integer> bars,
      long expectedMillis) {}

  /**
   * A chunk that waits.
   *
   * @param place its group's place in the order, from 1
   * @param bars full links that bar it, by their numbers
   * @param expectedMillis when it is expected to be let in: a rough figure, from what is before it
   *     over the one of these links that is free first
   * @param excluded hosts that its client excludes
   * @param avoided hosts that HDFS would refuse, or that its client could not write to
   */
  public record WaitingChunk(
      int place,
      Chunk chunk,
      GroupSight group,
      long since,
      long bytes,
      List<Integer> bars,
      long expectedMillis,
      Set<String> excluded,
      Set<String> avoided) {}

  /**
   * Who holds a link.
   *
   * @param chunks how many chunks in flight go over it
   * @param bytes what they have still to send, as far as that is known
   * @param first those that began first
   */
  public record Holders(int chunks, long bytes, List<Sight.Flight> first) {}

  /** How much is listed: what is beyond is counted. */
  public record Limits(int chunks, int sizes) {}

  /** The scheduler now. */
  public static Snapshot of(Coordinator coordinator, Limits limits, long now) {
    for (int tries = 1; ; tries++) {
      NetworkModel model = coordinator.look(Sight::model);
      Snapshot snapshot = new Taking(coordinator, model).take(limits, now);
      // Numbers of links are those of one model.
      if (snapshot.network.model() == model || tries == TRIES) {
        return snapshot;
      }
    }
  }

  /** Puts one together. Confined to one thread. */
  private static final class Taking {
    private final Coordinator coordinator;
    private final NetworkModel model;

    Taking(Coordinator coordinator, NetworkModel model) {
      this.coordinator = coordinator;
      this.model = model;
    }

    Snapshot take(Limits limits, long now) {
      Coordinator.Status counts = coordinator.status();
      List<Sight.Waiting> all = all(Sight::waiting, counts.waiting());
      Map<Integer, Holders> holders = holders(all, counts.inFlight(), now);
      List<LearntSize> learnt = coordinator.look(sight -> sight.learntSizes(limits.sizes()));
      int sizes = coordinator.look(Sight::learntSizes);
      ResidualNetwork network = coordinator.look(Sight::network);
      Order order = new Order(network, holders);
      order.add(inOrder(all));
      List<WaitingChunk> waiting = order.chunks;
      int listed = Math.min(limits.chunks(), waiting.size());
      return new Snapshot(
          now,
          counts,
          network,
          coordinator.look(Sight::streamBytesPerSecond),
          order.groups(),
          waiting.subList(0, listed),
          waiting.size() - listed,
          holders,
          learnt,
          sizes - learnt.size());
    }

    /** All of some kind, slice by slice. */
    private <T> List<T> all(SliceOf<T> slice, int expected) {
      List<T> all = new ArrayList<>(expected);
      List<T> some;
      do {
        int from = all.size();
        some =
            coordinator.look(
                sight -> sight.model() == model ? slice.of(sight, from, SLICE) : List.of());
        all.addAll(some);
      } while (some.size() == SLICE);
      return all;
    }

    private Map<Integer, Holders> holders(List<Sight.Waiting> waiting, int inFlight, long now) {
      Map<Integer, Sum> sums = new TreeMap<>();
      waiting.forEach(
          chunk -> chunk.bars().forEach(edge -> sums.computeIfAbsent(edge, key -> new Sum())));
      if (!sums.isEmpty()) {
        Set<Long> seen = new HashSet<>(2 * inFlight);
        for (Sight.Flight flight : all(Sight::inFlight, inFlight)) {
          if (!flight.rests() && seen.add(flight.id())) {
            flight.edges().stream()
                .distinct()
                .mapToObj(sums::get)
                .filter(sum -> sum != null)
                .forEach(sum -> sum.add(flight, now));
          }
        }
      }
      Map<Integer, Holders> holders = new HashMap<>();
      sums.forEach((edge, sum) -> holders.put(edge, sum.holders()));
      return holders;
    }
  }

  /** Some of a kind, from the how manieth on. */
  private interface SliceOf<T> {
    List<T> of(Sight sight, int from, int most);
  }

  private static final class Sum {
    private final List<Sight.Flight> first = new ArrayList<>();
    private int chunks;
    private long bytes;

    void add(Sight.Flight flight, long now) {
      chunks++;
      long left = Math.max(0, flight.expectedMillis() - (now - flight.since()));
      bytes += (long) (flight.bytesPerSecond() * (left / MILLIS));
      first.add(flight);
      if (first.size() > NAMED_HOLDERS) {
        first.sort(Comparator.comparingLong(Sight.Flight::since));
        first.remove(NAMED_HOLDERS);
      }
    }

    Holders holders() {
      return new Holders(chunks, bytes, List.copyOf(first));
    }
  }

  /** Chunks in the order of their groups; of one group, in that in which they were asked for. */
  private static List<Sight.Waiting> inOrder(List<Sight.Waiting> all) {
    Map<Long, Sight.Waiting> once = new LinkedHashMap<>();
    all.forEach(chunk -> once.putIfAbsent(chunk.id(), chunk));
    Map<Long, GroupSight> groups = new HashMap<>(); // One that moved meanwhile stays together.
    once.values().forEach(chunk -> groups.putIfAbsent(chunk.group().number(), chunk.group()));
    List<Sight.Waiting> inOrder = new ArrayList<>(once.values());
    inOrder.sort(
        Comparator.comparingDouble(
                (Sight.Waiting chunk) -> groups.get(chunk.group().number()).standing())
            .thenComparingLong(chunk -> chunk.group().number())
            .thenComparingLong(Sight.Waiting::id));
    return inOrder;
  }

  /** What is before whom. Confined to one thread. */
  private static final class Order {
    private final ResidualNetwork network;

    /** What is to go over each link before the next one, in bytes. */
    private final Map<Integer, Double> ahead = new HashMap<>();

    private final List<WaitingChunk> chunks = new ArrayList<>();
    private final Map<Long, WaitingGroup> byNumber = new LinkedHashMap<>();

    Order(ResidualNetwork network, Map<Integer, Holders> holders) {
      this.network = network;
      holders.forEach((edge, held) -> ahead.put(edge, (double) held.bytes()));
    }

    void add(List<Sight.Waiting> inOrder) {
      for (Sight.Waiting chunk : inOrder) {
        List<Integer> bars = chunk.bars().stream().boxed().toList();
        long expected = expected(bars);
        bars.forEach(edge -> ahead.merge(edge, (double) chunk.bytes() / bars.size(), Double::sum));
        WaitingGroup group = byNumber.get(chunk.group().number());
        group = group == null ? begin(chunk) : group;
        byNumber.put(chunk.group().number(), with(group, chunk, bars, expected));
        chunks.add(
            new WaitingChunk(
                group.place(),
                chunk.chunk(),
                chunk.group(),
                chunk.since(),
                chunk.bytes(),
                bars,
                expected,
                chunk.excluded(),
                chunk.avoided()));
      }
    }

    private WaitingGroup begin(Sight.Waiting chunk) {
      return new WaitingGroup(
          byNumber.size() + 1, chunk.group(), 0, 0, chunk.since(), List.of(), 0);
    }

    private static WaitingGroup with(
        WaitingGroup group, Sight.Waiting chunk, List<Integer> bars, long expected) {
      List<Integer> all = group.bars();
      if (all.size() < NAMED_BARS && !all.containsAll(bars)) {
        Set<Integer> more = new LinkedHashSet<>(all);
        more.addAll(bars);
        all = more.stream().limit(NAMED_BARS).toList();
      }
      return new WaitingGroup(
          group.place(),
          group.group(),
          group.chunks() + 1,
          group.bytes() + chunk.bytes(),
          Math.min(group.oldest(), chunk.since()),
          all,
          Math.max(group.expectedMillis(), expected));
    }

    private long expected(List<Integer> bars) {
      return (long)
          bars.stream()
              .filter(edge -> edge < network.model().edges())
              .mapToDouble(edge -> MILLIS * ahead.getOrDefault(edge, 0.0) / network.capacity(edge))
              .min()
              .orElse(0);
    }

    List<WaitingGroup> groups() {
      return List.copyOf(byNumber.values());
    }
  }
}
