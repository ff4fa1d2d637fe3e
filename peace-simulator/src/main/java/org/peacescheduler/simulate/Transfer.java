package org.peacescheduler.simulate;

import java.util.Arrays;
import java.util.List;

/**
 * A chunk on its way through its pipeline. A datanode passes an HDFS packet on when it has all of
 * it, so each hop begins and ends a packet later than the hop before.
 *
 * <p>Its writer gives it all its bytes at once, or some at a time ({@link #give}).
 *
 * <p>Confined to one simulation.
 */
final class Transfer {
  /** What a datanode has before it passes anything on. */
  static final double PACKET_BYTES = 64 * 1024;

  private static final double NO_BYTES = 0.5;

  /** What happens to it, told when it has happened. */
  interface Listener {
    /** All that was given has left the writer. */
    default void sent(Transfer transfer) {}

    /** The last datanode has all of it. */
    void arrived(Transfer transfer);
  }

  private final List<int[]> hops;
  private final double bytes;
  private final double limit;
  private final Listener listener;
  private final double[] sent;
  private final FairLinks.Flow[] flows;
  private double given;
  private boolean toldSent = true;

  /**
   * A chunk.
   *
   * @param hops the links of each
   * @param limit the most that its writer sends, in bytes/s
   */
  Transfer(List<int[]> hops, double bytes, double limit, Listener listener) {
    this.hops = List.copyOf(hops);
    this.bytes = bytes;
    this.limit = limit;
    this.listener = listener;
    sent = new double[hops.size()];
    flows = new FairLinks.Flow[hops.size()];
  }

  /** Its writer has so many more bytes for it. */
  void give(double more) {
    given = Math.min(bytes, given + more);
    toldSent = false;
  }

  /** How many bytes its writer has not given yet. */
  double missing() {
    return bytes - given;
  }

  /** How many bytes have left the writer. */
  double sent() {
    return sent[0];
  }

  private boolean hasPassed(int hop) {
    return sent[hop] >= bytes - NO_BYTES;
  }

  /** Adds what moves now, in the order of the hops. */
  void addFlows(List<FairLinks.Flow> all) {
    Arrays.fill(flows, null);
    for (int hop = 0; hop < flows.length; hop++) {
      if (hasPassed(hop)) {
        continue;
      }
      boolean atHand = available(hop) - sent[hop] > NO_BYTES;
      FairLinks.Flow ahead = hop == 0 ? null : flows[hop - 1];
      boolean passedOn = ahead != null && sent[hop - 1] >= PACKET_BYTES - NO_BYTES;
      if (atHand || passedOn) {
        double most = hop == 0 ? limit : Double.MAX_VALUE;
        flows[hop] = new FairLinks.Flow(hops.get(hop), most, atHand ? null : ahead);
        all.add(flows[hop]);
      }
    }
  }

  private double available(int hop) {
    if (hop == 0) {
      return given;
    }
    return hasPassed(hop - 1) ? bytes : Math.max(0, sent[hop - 1] - PACKET_BYTES);
  }

  /** In how many seconds another flow begins, ends, or has to wait for the hop before. */
  double untilChange() {
    double first = Double.MAX_VALUE;
    for (int hop = 0; hop < flows.length; hop++) {
      double rate = rate(hop);
      if (rate <= 0) {
        continue;
      }
      first = Math.min(first, ((hop == 0 ? given : bytes) - sent[hop]) / rate);
      if (hop + 1 < flows.length && sent[hop] < PACKET_BYTES - NO_BYTES) {
        first = Math.min(first, (PACKET_BYTES - sent[hop]) / rate);
      }
      if (hop > 0 && !hasPassed(hop - 1)) {
        double gaining = rate - rate(hop - 1);
        double backlog = available(hop) - sent[hop];
        if (gaining > 0 && backlog > NO_BYTES) {
          first = Math.min(first, backlog / gaining);
        }
      }
    }
    return first;
  }

  private double rate(int hop) {
    return flows[hop] == null ? 0 : flows[hop].rate();
  }

  /** Time passes; to be called before anything is given and whenever a flow changes. */
  void move(double seconds) {
    for (int hop = 0; hop < sent.length; hop++) {
      sent[hop] += rate(hop) * seconds;
      double most = hop == 0 ? given : bytes;
      if (sent[hop] >= most - NO_BYTES) {
        sent[hop] = most;
      }
    }
  }

  /** Tells what has happened; returns whether it has arrived. */
  boolean tell() {
    if (!toldSent && sent[0] >= given - NO_BYTES) {
      toldSent = true;
      listener.sent(this);
    }
    if (hasPassed(sent.length - 1)) {
      listener.arrived(this);
      return true;
    }
    return false;
  }
}
