package org.peacescheduler.simulate;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Decides where and when chunks are written. */
interface Placement {
  /**
   * A file asks for its next chunk.
   *
   * @param file tells it from all others
   * @param granted takes the datanodes, now or later
   */
  record Ask(String file, Client writer, Consumer<List<String>> granted) {
    WriterGroup group() {
      return writer.group();
    }
  }

  /**
   * Who writes a file.
   *
   * @param name tells it from all others; the same in each burst
   * @param checkpoint what it writes for, if it tells
   * @param bytes how many bytes it says that it writes in all; 0 if it says nothing
   * @param folder where its files are, if the scenario says that
   */
  record Client(
      String name,
      String host,
      WriterGroup group,
      Optional<String> checkpoint,
      long bytes,
      Optional<String> folder) {}

  /** A file asks for its next chunk. */
  void ask(Ask ask);

  /** The file's client flushes what it has written of its chunk. */
  default void flushed(String file) {}

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
