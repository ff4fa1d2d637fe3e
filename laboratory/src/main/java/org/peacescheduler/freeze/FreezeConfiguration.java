package org.peacescheduler.freeze;

import java.util.Arrays;
import java.util.List;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * One way to take checkpoints: a configuration of the testbed's HDFS, and when the snapshot is
 * taken. Immutable.
 *
 * <p>{@code stock} and {@code peace-patched} take it at submission, {@code peace-patched+turns} at
 * the unit's turn.
 *
 * @param name as written
 * @param hdfs what the testbed is told
 * @param turns whether units ask for turns
 */
record FreezeConfiguration(String name, String hdfs, boolean turns) {
  private static final String TURNS = "turns";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException with the value and a remedy
   */
  static FreezeConfiguration parse(String text) {
    List<String> parts = Arrays.asList(text.split("\\+", -1));
    List<String> rest = parts.stream().filter(part -> !part.equals(TURNS)).toList();
    String hdfs = String.join("+", rest);
    if (hdfs.startsWith("stock-random")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is for './peace testbed': here all units submit together. Maybe 'stock'.");
    }
    TestbedHdfs.check(hdfs);
    return new FreezeConfiguration(text, hdfs, rest.size() < parts.size());
  }
}
