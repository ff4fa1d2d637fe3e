package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.log4j.LogManager;
import org.apache.log4j.PropertyConfigurator;

/**
 * Sends the daemons' warnings to a file and keeps them off standard output, on which some print
 * directly.
 *
 * <p>Changes the process: one at a time.
 */
final class QuietLogging implements AutoCloseable {
  private final PrintStream standardOutput = System.out;

  private QuietLogging() {}

  static QuietLogging to(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = QuietLogging.class.getResourceAsStream("logging.properties")) {
      properties.load(in);
    }
    properties.setProperty("log4j.appender.file.File", file.toString());
    LogManager.resetConfiguration();
    PropertyConfigurator.configure(properties);
    QuietLogging logging = new QuietLogging();
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    return logging;
  }

  /**
   * Starts to listen to the datanodes; {@code onReplica} is called for every replica, from their
   * threads.
   */
  ReplicaLog listen(Runnable onReplica) {
    return ReplicaLog.open(onReplica);
  }

  /**
   * What is logged goes to the file until the process ends, since some daemons' threads outlive
   * them.
   */
  @Override
  public void close() {
    System.setOut(standardOutput);
  }
}
