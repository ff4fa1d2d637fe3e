package org.peacescheduler.coordinate.order;

/** What those edges carry of which it is known beforehand that a writer's bytes go over them. */
public interface Bandwidths {
  /** The switch of a host's rack; empty if the host is in no model. */
  String switchOf(String host);

  /** What a host's own link carries, in bytes per second; what a hop takes if it is not known. */
  double ownLink(String host);

  /** What all links that leave a switch carry; infinite if there are none. */
  double outOf(String sw);

  /** What all servers' links carry together, one way. */
  double intoServers();
}
