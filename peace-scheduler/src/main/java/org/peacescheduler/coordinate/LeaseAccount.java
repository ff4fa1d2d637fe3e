package org.peacescheduler.coordinate;

/**
 * What a lease takes, has taken and has given back. {@link Leases} alone keeps it, so that nobody
 * can give anything back twice. Confined to the coordinator's lock.
 */
final class LeaseAccount {
  private static final double MILLIS = 1000;

  /** What had been sent over each edge when this began, in bytes. */
  final double[] sentBefore;

  /**
   * What this was due of each edge that has been given back, in bytes; of the others, what one that
   * was always there would have been due when this began.
   */
  final double[] due;

  /** Of how many like this one each edge that has been given back carried the bytes. */
  final double[] shared;

  /** The hops before this one have been given back. */
  int firstHop;

  /** When its load is to be looked at again, in milliseconds. */
  long nextLook;

  /** What it takes of each edge that has not been given back, in bytes per second. */
  private long load;

  /** What it is taken to have sent over each of its edges by {@link #changed}, in bytes. */
  private double sent;

  /** When its load changed last, in milliseconds. */
  private long changed;

  /** Nothing is taken yet of so many edges. */
  LeaseAccount(int edges, long nextLook) {
    this.sentBefore = new double[edges];
    this.due = new double[edges];
    this.shared = new double[edges];
    this.nextLook = nextLook;
  }

  long load() {
    return load;
  }

  /** What it is taken to have sent over each of its edges, in bytes. */
  double sent(long now) {
    return sent + load * (now - changed) / MILLIS;
  }

  /** It takes so much from now on; returns how much more that is than before. */
  long load(long bytesPerSecond, long now) {
    sent = sent(now);
    changed = now;
    long more = bytesPerSecond - load;
    load = bytesPerSecond;
    return more;
  }
}
