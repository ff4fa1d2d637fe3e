package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What Peace has taken calls for, since it was opened: its debug log. */
final class OriginLog implements AutoCloseable {
  private static final Logger ORIGINS = LoggerFactory.getLogger("org.peacescheduler.hdfs.Origins");

  private final LogCapturer log;

  OriginLog() {
    GenericTestUtils.setLogLevel(ORIGINS, Level.DEBUG);
    log = LogCapturer.captureLogs(ORIGINS);
  }

  /** What each call for a chunk of a file was taken for. */
  List<String> origins(String path) {
    return log.getOutput()
        .lines()
        .filter(line -> line.contains("a chunk of '" + path + "': "))
        .map(line -> line.substring(line.indexOf("Origin[")))
        .toList();
  }

  /** A field of what the first of them was taken for. */
  String field(String path, String name) {
    Matcher field =
        Pattern.compile(name + "=(?:Optional\\[([^\\]]*)\\]|([0-9]+))")
            .matcher(origins(path).get(0));
    assertTrue(field.find(), () -> name + " in " + origins(path));
    return field.group(1) == null ? field.group(2) : field.group(1);
  }

  @Override
  public void close() {
    log.stopCapturing();
    GenericTestUtils.setLogLevel(ORIGINS, Level.INFO);
  }
}
