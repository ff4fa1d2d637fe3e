package org.peacescheduler.coordinate;

import java.util.List;

/**
 * A chunk on its way through its pipeline. A datanode passes an HDFS packet on when it has all of
 * it, so each hop begins and ends a packet later than the hop before.
 */
final class Transfer {
  private static final double PACKET_BYTES = 64 * 1024;
  private static final double NO_BYTES = 1e-3;

  final List<int[]> hops;
  private final double bytes;
  private final double begins;
  private final double[] sent;

  /**
   * A chunk whose first byte leaves its writer at {@code begins}, in seconds.
   *
   * @param hops the edges of each
   */
  Transfer(List<int[]> hops, double bytes, double begins) {
    this.hops = List.copyOf(hops);
    this.bytes = bytes;
    this.begins = begins;
    this.sent = new double[hops.size()];
  }

  /** How many bytes a hop has to move now. */
  double wanted(int hop, double now) {
    if (now < begins) {
      return 0;
    }
    return (hop == 0 ? bytes : whole(sent[hop - 1])) - sent[hop];
  }

  private double whole(double received) {
    return received >= bytes - NO_BYTES
        ? bytes
        : Math.floor((received + NO_BYTES) / PACKET_BYTES) * PACKET_BYTES;
  }

  /** A hop has moved so many more. */
  void move(int hop, double more) {
    sent[hop] += more;
  }

  /** Whether the last datanode has all of it. */
  boolean hasArrived() {
    return sent[sent.length - 1] >= bytes - NO_BYTES;
  }
}
