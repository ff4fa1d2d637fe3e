package org.peacescheduler.coordinate.order;

/**
 * Hosts such as {@code a.1} are on switch {@code a}; each has a link of its own, a switch's way out
 * carries as much as one of them, and nothing limits what servers take.
 */
public final class FakeBandwidths implements Bandwidths {
  private final double ownLink;

  /** A byte takes a second. */
  public FakeBandwidths() {
    this(1);
  }

  FakeBandwidths(double ownLink) {
    this.ownLink = ownLink;
  }

  @Override
  public String switchOf(String host) {
    int dot = host.indexOf('.');
    return dot < 0 ? "" : host.substring(0, dot);
  }

  @Override
  public double ownLink(String host) {
    return ownLink;
  }

  @Override
  public double outOf(String sw) {
    return sw.isEmpty() ? Double.POSITIVE_INFINITY : ownLink;
  }

  @Override
  public double intoServers() {
    return Double.POSITIVE_INFINITY;
  }
}
