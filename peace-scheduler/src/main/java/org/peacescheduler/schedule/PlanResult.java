package org.peacescheduler.schedule;

import java.util.List;

/** What planning one chunk gave. Immutable. */
public sealed interface PlanResult {

  /** All replicas have a place. */
  record Planned(Pipeline pipeline) implements PlanResult {}

  /**
   * Some replica has no path now.
   *
   * @param replica the replica, counted from 0, at which the first try got stuck
   * @param saturated full edges that bar the way; empty if nobody asked for them
   * @param isFixed whether the replicas before it could go nowhere else
   */
  record Blocked(int replica, List<Integer> saturated, boolean isFixed) implements PlanResult {
    /** Copies the edges. */
    public Blocked {
      saturated = List.copyOf(saturated);
    }
  }

  /**
   * No datanode can ever meet a constraint, whatever the load.
   *
   * @param replica the replica, counted from 0
   * @param reason what it would have needed
   */
  record Impossible(int replica, String reason) implements PlanResult {}
}
