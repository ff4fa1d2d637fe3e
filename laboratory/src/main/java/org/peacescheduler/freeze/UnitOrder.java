package org.peacescheduler.freeze;

import java.util.List;

/**
 * What a unit is told to do, one JSON line on its standard input. Immutable.
 *
 * @param op {@code open} clients; {@code write} a checkpoint; {@code stop} the updates, whose times
 *     are the answer
 * @param roots directories of all units' checkpoints, with their NameNodes
 * @param seq number of the checkpoint
 * @param turns whether it asks for a turn first
 */
record UnitOrder(String op, List<String> roots, long seq, boolean turns) {
  static final String OPEN = "open";
  static final String WRITE = "write";
  static final String STOP = "stop";

  UnitOrder {
    roots = List.copyOf(roots);
  }

  static UnitOrder open(List<String> roots) {
    return new UnitOrder(OPEN, roots, 0, false);
  }

  static UnitOrder write(String root, long seq, boolean turns) {
    return new UnitOrder(WRITE, List.of(root), seq, turns);
  }

  static UnitOrder stop() {
    return new UnitOrder(STOP, List.of(), 0, false);
  }

  /** Where a checkpoint is written. */
  String root() {
    return roots.get(0);
  }
}
