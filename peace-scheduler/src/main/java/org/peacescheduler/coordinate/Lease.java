package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The right of one chunk to send over the edges of its pipeline, from its grant to its end.
 *
 * <p>It loads its edges with what the chunk is expected to send ({@link Leases}). What it is never
 * changes; what it takes of the network is known to {@link Leases} alone, so that nobody can give
 * it back twice. Bound: its time is that of the bytes that the chunk claims, which are no more than
 * {@link ChunkSizes#claim} allows, whatever block size its client has chosen. Confined to the
 * coordinator's lock.
 */
final class Lease {
  /** A chunk without a known end. */
  static final long NEVER = Long.MAX_VALUE;

  private final Ticket ticket;

  /** Those of all hops, in the order in which bytes go over them. */
  final int[] edges;

  /** How many edges there are up to the end of each hop. */
  private final int[] hopEnds;

  private final long bytesPerSecond;
  private final long begin;
  private final long expectedMillis;

  /** Whether it has begun and not ended. */
  boolean isOpen;

  /** Whether it has turned out not to move, or its client writes to it now and then. */
  boolean isStalled;

  /** Whether its rate is what its writer was last seen to send, and not what its edges carry. */
  boolean isWriterSlow;

  /** Whether it was let in over edges that may be full: then it gets its share of them. */
  boolean sharesEdges;

  /** The turn that it stands for, or that its chunk is written in; null if in none. */
  TurnHolds.Hold turn;

  /** For {@link Leases} alone. */
  final LeaseAccount account;

  /**
   * A lease that takes nothing yet.
   *
   * @param ticket the chunk's
   * @param hops the edges of each hop
   * @param bytesPerSecond what it sends over each of them
   * @param begin when it began, in milliseconds
   * @param expectedMillis what the bytes that it claims take at this rate; {@link #NEVER} if that
   *     is not known
   */
  Lease(Ticket ticket, int[][] hops, long bytesPerSecond, long begin, long expectedMillis) {
    this.ticket = ticket;
    this.edges = Arrays.stream(hops).flatMapToInt(IntStream::of).toArray();
    this.hopEnds = new int[hops.length];
    Arrays.setAll(hopEnds, hop -> startOf(hop) + hops[hop].length);
    this.bytesPerSecond = bytesPerSecond;
    this.begin = begin;
    this.expectedMillis = expectedMillis;
    this.account =
        new LeaseAccount(
            edges.length, expectedMillis == NEVER ? NEVER : begin + expectedMillis + 1);
  }

  Ticket ticket() {
    return ticket;
  }

  /** Whether it is not done though its bytes have had their time. */
  boolean isOverdue(long now) {
    return expectedMillis != NEVER && now - begin > expectedMillis;
  }

  /** What it can have sent over each of its edges by now at most, by what it claims, in bytes. */
  double mostBytes(long now) {
    double seconds = (double) Math.min(Math.max(0, now - begin), expectedMillis) / 1000;
    return (double) bytesPerSecond * seconds;
  }

  /** What it has sent a second at most, if it goes on by now. */
  double mostBytesPerSecond(long now) {
    return bytesPerSecond * Math.min(1, (double) expectedMillis / Math.max(1, now - begin));
  }

  int hops() {
    return hopEnds.length;
  }

  int[] hop(int hop) {
    return Arrays.copyOfRange(edges, startOf(hop), startOf(hop + 1));
  }

  /** How many edges there are before a hop. */
  int startOf(int hop) {
    return hop == 0 ? 0 : hopEnds[hop - 1];
  }

  /** The edges before this one have been given back. */
  int firstEdge() {
    return startOf(account.firstHop);
  }

  long bytesPerSecond() {
    return bytesPerSecond;
  }

  long begin() {
    return begin;
  }

  long expectedMillis() {
    return expectedMillis;
  }
}
