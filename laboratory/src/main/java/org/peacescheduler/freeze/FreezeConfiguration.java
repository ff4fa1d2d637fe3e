package org.peacescheduler.freeze;

import org.peacescheduler.laboratory.TurnsAsked;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * One way to take checkpoints: a configuration of the testbed's HDFS, and when the snapshot is
 * taken. Immutable.
 *
 * <p>{@code stock} and {@code peace-patched} take it at submission, {@code peace-patched+turns} and
 * {@code peace-patched+first-block} at the unit's turn.
 *
 * @param name as written
 * @param hdfs what the testbed is told
 * @param turns whether units ask for turns, and by which way they are to come
 */
record FreezeConfiguration(String name, String hdfs, TurnsAsked turns) {
  /**
   * Reads one.
   *
   * @throws IllegalArgumentException with the value and a remedy
   */
  static FreezeConfiguration parse(String text) {
    TurnsAsked turns = TurnsAsked.parse(text);
    if (text.startsWith("stock-random")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is for './peace testbed': here all units submit together. Maybe 'stock'.");
    }
    TestbedHdfs.check(turns.without());
    return new FreezeConfiguration(text, turns.hdfs(turns.without()), turns);
  }
}
