package org.peacescheduler.cli;

import java.util.List;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;

/**
 * What HDFS's client logs while it writes a file.
 *
 * <p>A turn by the first block ends by the deletion of the file that waits. HDFS's client takes
 * that for a failure, and logs it in three places with 20 to 30 lines of stack trace each. What
 * really fails comes as an exception, too, and the command tells of that.
 *
 * <p>Thread-safe: it has no state.
 */
final class HdfsClientLog {
  private static final String LOG4J = "org.apache.log4j.LogManager";

  private static final List<String> LOGGERS =
      List.of(
          "org.apache.hadoop.hdfs.DFSClient",
          "org.apache.hadoop.hdfs.DFSOutputStream",
          "org.apache.hadoop.hdfs.DataStreamer");

  private HdfsClientLog() {}

  /**
   * Has HDFS's client log nothing of files that are written, until this process ends: its threads
   * still log when a turn has been given up.
   */
  static void silence() {
    if (UnavailableCommand.isThere(LOG4J)) { // Hadoop's own; who has replaced it configures logs.
      LOGGERS.forEach(name -> LogManager.getLogger(name).setLevel(Level.OFF));
    }
  }
}
