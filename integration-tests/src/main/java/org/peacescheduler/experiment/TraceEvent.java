package org.peacescheduler.experiment;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of Peace's trace file, as far as the experiment needs it.
 *
 * <p>Immutable.
 *
 * @param t milliseconds since 1970
 * @param event submitted, deferred, granted, replica, done, released or fallback
 * @param chunk its place in the file, from 0
 * @param timestep the timestep of a grant, if the line says
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record TraceEvent(double t, String event, String path, int chunk, Long timestep) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The whole lines of a trace; none if there is no such file. */
  static List<TraceEvent> read(Path trace) throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    if (!Files.exists(trace)) {
      return events;
    }
    String text = Files.readString(trace, StandardCharsets.UTF_8);
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      String line = text.substring(from, end).strip();
      if (!line.isEmpty()) {
        events.add(MAPPER.readValue(line, TraceEvent.class));
      }
      from = end + 1;
    }
    return events;
  }

  boolean is(String name) {
    return name.equals(event);
  }
}
