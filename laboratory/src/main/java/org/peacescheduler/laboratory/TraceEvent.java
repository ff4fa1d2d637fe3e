package org.peacescheduler.laboratory;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of Peace's trace file, as far as the measurements need it.
 *
 * <p>Immutable.
 *
 * @param t milliseconds since 1970
 * @param event submitted, deferred, granted, replica, done, released or fallback
 * @param chunk its place in the file, from 0
 * @param timestep the timestep of a grant, if the line says
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TraceEvent(double t, String event, String path, int chunk, Long timestep) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The whole lines of a trace that concern files below a directory; none if there is no trace.
   *
   * @param directory without a slash at its end
   */
  public static List<TraceEvent> read(Path trace, String directory) throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    if (!Files.exists(trace)) {
      return events;
    }
    String text = Files.readString(trace, StandardCharsets.UTF_8);
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      String line = text.substring(from, end).strip();
      if (!line.isEmpty()) {
        TraceEvent event = MAPPER.readValue(line, TraceEvent.class);
        if (event.isBelow(directory)) {
          events.add(event);
        }
      }
      from = end + 1;
    }
    return events;
  }

  /** Whether it is the event of that name. */
  public boolean is(String name) {
    return name.equals(event);
  }

  /** Whether its file is below a directory, which is given without a slash at its end. */
  public boolean isBelow(String directory) {
    return path != null && path.startsWith(directory + "/");
  }
}
