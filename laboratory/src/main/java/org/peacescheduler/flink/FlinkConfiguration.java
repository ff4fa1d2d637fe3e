package org.peacescheduler.flink;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.peacescheduler.laboratory.TurnsAsked;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * One way to take checkpoints: a configuration of the testbed's HDFS, who triggers, and whether
 * checkpoints wait for their turn before they begin. Immutable.
 *
 * <p>{@code stock} and {@code peace-patched} are triggered together, over REST. {@code
 * stock+interval=30} leaves it to Flink's own timer, which takes each job's first checkpoint at
 * random within the interval. {@code peace-patched+turns} lets {@code peace-flink} ask for turns,
 * and {@code peace-patched+first-block} does where the NameNode takes no requests.
 *
 * @param name as written
 * @param hdfs what the testbed is told
 * @param intervalSeconds of Flink's timer, if it triggers
 * @param turns whether checkpoints wait for their turn, and by which way it is to come
 */
record FlinkConfiguration(String name, String hdfs, OptionalInt intervalSeconds, TurnsAsked turns) {
  private static final String INTERVAL = "interval=";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException with the value and a remedy
   */
  static FlinkConfiguration parse(String text) {
    TurnsAsked turns = TurnsAsked.parse(text);
    List<String> parts = Arrays.asList(turns.without().split("\\+", -1));
    List<String> rest = parts.stream().filter(part -> !part.startsWith(INTERVAL)).toList();
    List<String> intervals = parts.stream().filter(part -> part.startsWith(INTERVAL)).toList();
    String own = String.join("+", rest);
    if (own.startsWith("stock-random")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is for './peace testbed'. Maybe 'stock+interval=30': Flink's own jitter.");
    }
    TestbedHdfs.check(own);
    String hdfs = turns.hdfs(own);
    if (intervals.isEmpty()) {
      return new FlinkConfiguration(text, hdfs, OptionalInt.empty(), turns);
    }
    String value = intervals.get(0).substring(INTERVAL.length());
    if (intervals.size() > 1 || !value.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(
          "'" + text + "' has no interval in whole seconds. Maybe '+interval=30'.");
    }
    return new FlinkConfiguration(text, hdfs, OptionalInt.of(Integer.parseInt(value)), turns);
  }

  /** Whether the others are compared with it: stock HDFS, all together. */
  boolean isBaseline() {
    return name.equals("stock");
  }
}
