package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * What those who have their turn are still to send over links, which those who wait for theirs
 * leave to them. Chunks do not see it.
 *
 * <p>Goals, in order: a turn is told when what is before it on its links is about to end, whatever
 * gaps there are between its blocks; whose way is free of that does not wait.
 *
 * <p>A turn holds its way. Before anybody begins in it, that is all that its first chunk would go
 * over; afterwards it is what all its chunks go over: links between switches, and the asker's own
 * one. What is written in a turn is sent in the place of what the turn holds. So for a request for
 * a turn an edge has what is left of it, less what turns hold, plus what is sent in turns.
 *
 * <p>Example: a link of 100 MB/s, and A's turn for 800 MB, written as chunks of 100 MB. B's request
 * does not fit between two of A's chunks, for A's turn holds the link. When 20 MB of the last chunk
 * are left, and B needs 0.2 s to begin, A's hold ends: B fits, though this chunk is still on the
 * link.
 *
 * <p>Such an edge has a number of its own, by which requests wait for it: that of the edge, behind
 * all those of the network.
 *
 * <p>Cost: for each request that is tried, a step for each edge that turns hold. Confined to the
 * coordinator's lock.
 */
final class TurnHolds {
  private static final double MILLIS = 1000;
  private static final int NOTHING = -1;

  private final ResidualNetwork residual;
  private final NetworkModel model;
  final Map<Integer, Held> held = new HashMap<>();
  final Map<Group, Hold> ofGroup = new HashMap<>();
  private IntConsumer becameFree = number -> {};

  /** What turns hold of an edge, and what is sent in turns over it, in bytes per second. */
  static final class Held {
    int holds;
    long heldBytes;
    long sentBytes;

    long more() {
      return heldBytes - sentBytes;
    }
  }

  /** What one turn holds. */
  final class Hold {
    private final Ticket turn;
    private final int ownLink;
    private final long bytesPerSecond;
    private int[] edges;
    private long[] loads;
    private boolean hasBegun;

    /** The chunks in flight, and what each of them is taken to have left to send, in bytes. */
    private final Map<Ticket, Double> unsent = new HashMap<>();

    /** What those in flight are taken to have in all, and what those before them had, in bytes. */
    private double inFlight;

    private double written;

    /** When its first chunk began, and for when {@link #unsent} holds, in milliseconds. */
    private long since;

    private long at;

    private Hold(Ticket turn, int[][] hops, long stream, long now) {
      this.turn = turn;
      this.at = now;
      OptionalInt host = turn.wanted.writer().map(model::server).orElse(OptionalInt.empty());
      ownLink = host.isPresent() ? model.up(host.getAsInt()) : NOTHING;
      long all = stream * turn.wanted.turn();
      edges = Arrays.stream(hops).flatMapToInt(IntStream::of).distinct().toArray();
      loads = IntStream.of(edges).mapToLong(e -> Math.min(all, residual.capacity(e))).toArray();
      bytesPerSecond = Math.max(1, Arrays.stream(loads).min().orElse(all));
    }

    private boolean isOfAllChunks(int edge) {
      return model.isLink(edge) || edge == ownLink;
    }

    /** One of its chunks, or the asker before they begin, sends more over an edge, or less. */
    void sends(Ticket ticket, int edge, long more) {
      if (ticket == turn || isOfAllChunks(edge)) {
        Held of = held.computeIfAbsent(edge, key -> new Held());
        of.sentBytes += more;
        drop(edge, of);
      }
    }

    /** A chunk of it begins. */
    void begins(Ticket chunk, long now) {
      if (written == 0 && unsent.isEmpty()) {
        since = now;
      }
      moveOn(now);
      unsent.put(chunk, (double) chunk.size.asked);
      inFlight += (double) chunk.size.asked;
    }

    /** A chunk of it ends, and so many of its bytes are written. */
    void ends(Ticket chunk, long writtenBytes, long now) {
      moveOn(now);
      if (unsent.remove(chunk) != null) {
        inFlight -= (double) chunk.size.asked;
      }
      written += (double) writtenBytes;
    }

    private void moveOn(long now) {
      double each = sentEach(now);
      unsent.replaceAll((chunk, left) -> Math.max(0, left - each));
      at = now;
    }

    /** Of each chunk in flight; they send side by side, each as fast as the others. */
    private double sentEach(long now) {
      double sent = bytesPerSecond(now) * (double) (now - at) / MILLIS;
      return sent / Math.max(1, unsent.size());
    }

    /**
     * What its chunks have been seen to send together, over one way or several, in bytes per
     * second: no less than the slowest link of its first chunk carries, no more than its bottleneck
     * does.
     */
    private double bytesPerSecond(long now) {
      double seen = MILLIS * written / (double) Math.max(1, now - since);
      return Math.min(bottleneck(), Math.max((double) bytesPerSecond, seen));
    }

    /** What its group's bottleneck carries of it, as far as that is known, in bytes per second. */
    private double bottleneck() {
      double carried = turn.member().group().bytesPerSecond();
      return Double.isFinite(carried) ? carried : (double) bytesPerSecond;
    }

    /**
     * How long until it leaves room on its links: all its bytes are granted, and the first of its
     * chunks in flight ends, behind which none of them follows. Exact for equal chunks.
     *
     * @param bytes what is written in it
     */
    long leftMillis(double bytes, long now) {
      double notGranted = Math.max(0, bytes - written - inFlight);
      double least = unsent.values().stream().mapToDouble(left -> left).min().orElse(0);
      double first = Math.max(0, least - sentEach(now));
      return (long) (MILLIS * (notGranted + first * unsent.size()) / bytesPerSecond(now));
    }

    /** How many bytes it writes in so many seconds of its group's bottleneck. */
    double bytesIn(double seconds) {
      return seconds * bottleneck();
    }

    /** Its chunks have begun: it holds what all of them go over. */
    void hasBegun() {
      hasBegun = true;
      int[] all = edges;
      long[] allLoads = loads;
      int[] kept = IntStream.range(0, all.length).filter(i -> isOfAllChunks(all[i])).toArray();
      change(-1);
      edges = IntStream.of(kept).map(i -> all[i]).toArray();
      loads = IntStream.of(kept).mapToLong(i -> allLoads[i]).toArray();
      change(1);
    }

    /** Others need not leave it anything any more. */
    void end() {
      change(-1);
      edges = new int[0];
      ofGroup.remove(turn.member().group(), this);
    }

    private void change(int sign) {
      for (int i = 0; i < edges.length; i++) {
        Held of = held.computeIfAbsent(edges[i], key -> new Held());
        of.holds += sign;
        of.heldBytes += sign * loads[i];
        drop(edges[i], of);
      }
    }
  }

  TurnHolds(ResidualNetwork residual) {
    this.residual = residual;
    this.model = residual.model();
  }

  /** Has somebody told of the numbers of edges that may have become free for requests. */
  void whenFree(IntConsumer listener) {
    becameFree = listener;
  }

  private void drop(int edge, Held of) {
    if (of.holds == 0 && of.sentBytes == 0) {
      held.remove(edge);
    }
    becameFree.accept(model.edges() + edge);
  }

  /**
   * A turn is told: it holds its way from now on.
   *
   * @param stream what one of its files sends where nothing limits it, in bytes per second
   */
  Hold begin(Ticket turn, int[][] hops, long stream, long now) {
    Hold hold = new Hold(turn, hops, stream, now);
    ofGroup.putIfAbsent(turn.member().group(), hold); // Others of a request leave at once.
    hold.change(1);
    return hold;
  }

  /**
   * A ticket of a turn has another way, on this network.
   *
   * @param stream as for {@link #begin}
   */
  Hold moveTo(Ticket ticket, Hold before, int[][] hops, long stream, long now) {
    Hold hold = of(ticket.member().group());
    if (ticket.isTurn()) {
      hold = begin(ticket, hops, stream, now);
      hold.written = before.written;
      hold.since = before.since;
      if (before.hasBegun) {
        hold.hasBegun();
      }
    } else if (hold != null) {
      hold.begins(ticket, now);
    }
    return hold;
  }

  /** The turn in which a group's chunks are written; null if none is held. */
  Hold of(Group group) {
    return ofGroup.get(group);
  }

  /** Plans a request on what is left for it. */
  <T> T plan(Supplier<T> plan) {
    int mark = residual.mark();
    held.forEach((edge, of) -> residual.take(edge, of.more()));
    try {
      return plan.get();
    } finally {
      residual.rollBack(mark);
    }
  }

  /** By which numbers a request waits for edges. */
  int[] numbers(int[] edges) {
    return IntStream.of(edges)
        .map(edge -> held.containsKey(edge) ? model.edges() + edge : edge)
        .toArray();
  }

  /** Whether who waits by these numbers waits for what turns hold. */
  boolean isAnyOfTurns(int[] numbers) {
    return IntStream.of(numbers).anyMatch(number -> number >= model.edges());
  }

  /** Whether an edge of a number has anything left for those that wait for it. */
  boolean isFree(int number) {
    if (number < model.edges()) {
      return residual.left(number) > 0;
    }
    Held of = held.get(number - model.edges());
    return of == null || residual.left(number - model.edges()) > of.more();
  }

  /** Of how many edges turns hold something. */
  int edges() {
    return held.size();
  }

  /** What others send over an edge may end without its having been full: looks at all. */
  void look() {
    held.keySet().forEach(edge -> becameFree.accept(model.edges() + edge));
  }
}
