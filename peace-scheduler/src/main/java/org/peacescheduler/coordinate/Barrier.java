package org.peacescheduler.coordinate;

/** What a shape's chunks wait for. Confined to the coordinator's lock. */
final class Barrier {
  /** Full edges, of which one at least has to become free. */
  int[] edges = {};

  /** The numbers by which the shape waits for them. */
  int[] numbers = {};

  /** Where it waits, at each of them. */
  FullEdges.Spot[] spots = {};

  /** The network that they are of. */
  int network;
}
