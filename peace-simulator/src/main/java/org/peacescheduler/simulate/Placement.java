package org.peacescheduler.simulate;

import java.util.List;
import java.util.function.Consumer;

/** Decides where and when chunks are written. */
interface Placement {
  /**
   * A file asks for its next chunk.
   *
   * @param file tells it from all others
   * @param writer the host
   * @param granted takes the datanodes, now or later
   */
  record Ask(String file, String writer, WriterGroup group, Consumer<List<String>> granted) {}

  /** A file asks for its next chunk. */
  void ask(Ask ask);

  /** The file's chunk is on all its datanodes. */
  void written(String file, List<String> nodes, long bytes, boolean fileEnded);

  /** What the clock says before anything happens at that time. */
  default void setTime(double seconds) {}

  /** How often {@link #pass} is to be called, in seconds. */
  default double passEvery() {
    return Double.MAX_VALUE;
  }

  /** Time has passed. */
  default void pass() {}

  /** How many chunks were placed as stock HDFS does. */
  default int fallbacks() {
    return 0;
  }
}
