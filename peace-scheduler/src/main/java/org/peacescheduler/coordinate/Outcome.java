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

  /** The client is to ask again; its place in the order is kept. */
  record AskAgain() implements Outcome {}
}
