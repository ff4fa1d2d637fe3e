package org.peacescheduler.testbed;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of Peace's trace, as far as it is needed here. Immutable.
 *
 * @param t milliseconds since 1970
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record TraceLine(double t, String event, String path) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The whole lines of a trace that concern a directory; none if there is no such file. */
  static List<TraceLine> under(Path trace, String directory) throws IOException {
    List<TraceLine> lines = new ArrayList<>();
    if (Files.exists(trace)) {
      String text = Files.readString(trace);
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        if (line.contains(directory)) {
          lines.add(MAPPER.readValue(line, TraceLine.class));
        }
      }
    }
    return lines;
  }

  boolean is(String name) {
    return name.equals(event);
  }
}
