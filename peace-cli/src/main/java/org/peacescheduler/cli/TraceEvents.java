package org.peacescheduler.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * Reads a trace file as the events that it was written from, but for single replicas.
 *
 * <p>Example: a line with {@code "event":"deferred"} is a {@link SchedulerEvent.Deferred}. Events
 * of other names are left out; so is a last line that is not complete, since the file may be
 * written. Cost: linear in the file. Thread-safe: it has no state.
 */
final class TraceEvents {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private TraceEvents() {}

  /** All events of a file, in its order. */
  static List<SchedulerEvent> read(Path file) throws IOException {
    List<SchedulerEvent> events = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 0;
      boolean hasEvent = false;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          JsonNode read = MAPPER.readTree(line);
          hasEvent |= read.path("event").isTextual();
          event(read).ifPresent(events::add);
        } catch (JsonProcessingException e) {
          if (lines.readLine() != null) {
            throw new IOException("line " + number + " is no JSON", e);
          }
        }
      }
      if (number > 0 && !hasEvent) {
        throw new IOException("none of its lines has an event");
      }
    }
    return events;
  }

  private static Optional<SchedulerEvent> event(JsonNode line) {
    long time = line.path("t").asLong();
    Chunk chunk =
        new Chunk(
            line.path("path").asText(),
            line.path("writer").asText(),
            line.path("chunk").asInt(),
            line.path("user").asText());
    return Optional.ofNullable(
        switch (line.path("event").asText()) {
          case "submitted" -> new SchedulerEvent.Submitted(time, chunk, asked(line));
          case "placed" ->
              new SchedulerEvent.Placed(
                  time, chunk, asked(line), texts(line, "nodes"), exempt(line));
          case "deferred" -> new SchedulerEvent.Deferred(time, chunk, texts(line, "blockedBy"));
          case "granted" ->
              new SchedulerEvent.Granted(
                  time,
                  chunk,
                  texts(line, "nodes"),
                  line.path("timestep").asLong(),
                  line.path("waited").asLong(),
                  exempt(line),
                  new SchedulerEvent.Way(texts(line, "via"), line.path("expected").asLong()));
          case "refused" -> new SchedulerEvent.Refused(time, chunk, texts(line, "nodes"));
          case "done" ->
              new SchedulerEvent.Done(
                  time, chunk, line.path("duration").asLong(), line.path("bytes").asLong());
          case "released" -> new SchedulerEvent.Released(time, chunk, line.path("reason").asText());
          case "fallback" ->
              new SchedulerEvent.Fallback(time, chunk, reason(line), line.path("detail").asText());
          default -> null;
        });
  }

  private static SchedulerEvent.Asked asked(JsonNode line) {
    return new SchedulerEvent.Asked(
        line.path("replication").asInt(),
        line.path("blockBytes").asLong(),
        line.path("client").asText(),
        line.path("group").asText(),
        line.path("groupBytes").asLong());
  }

  private static Optional<Exemption> exempt(JsonNode line) {
    String text = line.path("exempt").asText();
    return Arrays.stream(Exemption.values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  private static FallbackReason reason(JsonNode line) {
    String text = line.path("reason").asText();
    return Arrays.stream(FallbackReason.values())
        .filter(reason -> reason.text().equals(text))
        .findFirst()
        .orElse(FallbackReason.ERROR);
  }

  private static List<String> texts(JsonNode line, String name) {
    List<String> texts = new ArrayList<>();
    line.path(name).forEach(text -> texts.add(text.asText()));
    return List.copyOf(texts);
  }
}
