package org.peacescheduler.freeze;

import java.util.List;
import org.peacescheduler.client.Turn;

/**
 * A unit's answer, one JSON line on its standard output. Immutable.
 *
 * @param failure why it has no figures; empty if it has
 * @param checkpoint the answer to {@code write}
 * @param updates the answer to {@code stop}: how long each update took, in microseconds
 */
record UnitReply(String failure, Checkpoint checkpoint, List<Double> updates) {
  UnitReply {
    updates = List.copyOf(updates);
  }

  /**
   * A unit's checkpoint. Times are seconds.
   *
   * @param submitted when it was submitted, since 1970
   * @param waited for the turn, where there is one
   * @param response from submission to publication
   * @param frozen from the snapshot until all its bytes were on the datanodes
   * @param age of the state when it was published
   * @param copied share of the pages that updates copied
   * @param way how the turn was got; {@code NONE} without one in time
   */
  record Checkpoint(
      double submitted,
      double waited,
      double response,
      double frozen,
      double age,
      double copied,
      String way) {
    /** When it was published, since 1970. */
    double published() {
      return submitted + response;
    }

    /** Whether its turn did not come in time. */
    boolean withoutTurn() {
      return way.equals(NONE);
    }

    /** How the turn was got, of one that has it in time. */
    Turn.Way turn() {
      return Turn.Way.valueOf(way);
    }
  }

  /** Stands for a way of turns where none came in time. */
  static final String NONE = "NONE";

  private static final Checkpoint NO_CHECKPOINT = new Checkpoint(0, 0, 0, 0, 0, 0, NONE);

  static UnitReply failed(String why) {
    return new UnitReply(why, NO_CHECKPOINT, List.of());
  }

  static UnitReply of(Checkpoint checkpoint) {
    return new UnitReply("", checkpoint, List.of());
  }

  static UnitReply of(List<Double> updates) {
    return new UnitReply("", NO_CHECKPOINT, updates);
  }
}
