package org.peacescheduler.coordinate;

import java.util.List;

/** How a wait for a chunk ends. Immutable. */
public sealed interface Outcome {

  /** Write it to these nodes, in this order. */
  record Granted(List<String> nodes) implements Outcome {
    /** Copies the nodes. */
    public Granted {
      nodes = List.copyOf(nodes);
    }
  }

  /** The stock policy is to place it. */
  record Fallback(FallbackReason reason, String detail) implements Outcome {}

  /** Another request for the same chunk has taken its place. */
  record Superseded() implements Outcome {}

  /** The chunk was released: nobody schedules it any more. */
  record Withdrawn() implements Outcome {}
}
