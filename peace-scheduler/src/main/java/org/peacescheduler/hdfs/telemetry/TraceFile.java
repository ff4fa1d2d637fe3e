package org.peacescheduler.hdfs.telemetry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * The trace: one JSON line an event, in a {@link LineFile}. What clients say is cut after {@value
 * #LONGEST_TEXT} characters. Thread-safe.
 */
public final class TraceFile implements Consumer<SchedulerEvent>, AutoCloseable {
  /** So long is what a client says in a line at most: no line grows with it. */
  static final int LONGEST_TEXT = 1024;

  private static final JsonFactory JSON = new JsonFactory();

  private final LineFile<SchedulerEvent> lines;

  /** Makes sure that the file can be written. */
  TraceFile(Path file, LineFile.Limits limits) throws IOException {
    lines = new LineFile<>("trace", file, limits, TraceFile::line);
  }

  /**
   * Makes sure that the file can be written.
   *
   * @param retryMillis after what time it is tried again when it cannot be written any more
   */
  TraceFile(Path file, LineFile.Limits limits, long retryMillis) throws IOException {
    lines = new LineFile<>("trace", file, limits, TraceFile::line, retryMillis);
  }

  /** Opens the file for appending and starts the writer. */
  void open() throws IOException {
    lines.open();
  }

  @Override
  public void accept(SchedulerEvent event) {
    if (!(event instanceof SchedulerEvent.TimestepEnded)) {
      lines.accept(event);
    }
  }

  /** Whether the file cannot be written for the time being. */
  boolean isLost() {
    return lines.isLost();
  }

  /** One event as JSON. */
  public static String line(SchedulerEvent event) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("t", event.time());
      if (event instanceof SchedulerEvent.Submitted e) {
        start(json, "submitted", e.chunk());
        asked(json, e.asked());
      } else if (event instanceof SchedulerEvent.Placed e) {
        start(json, "placed", e.chunk());
        strings(json, "nodes", e.nodes());
        asked(json, e.asked());
        exempt(json, e.exempt());
      } else if (event instanceof SchedulerEvent.Deferred e) {
        start(json, "deferred", e.chunk());
        strings(json, "blockedBy", e.blockedBy());
      } else if (event instanceof SchedulerEvent.Granted e) {
        start(json, "granted", e.chunk());
        strings(json, "nodes", e.nodes());
        json.writeNumberField("timestep", e.timestep());
        json.writeNumberField("waited", e.waited());
        known(json, "expected", e.way().expectedMillis());
        if (!e.way().via().isEmpty()) {
          strings(json, "via", e.way().via());
        }
        exempt(json, e.exempt());
      } else if (event instanceof SchedulerEvent.Refused e) {
        start(json, "refused", e.chunk());
        strings(json, "nodes", e.nodes());
      } else if (event instanceof SchedulerEvent.ReplicaDone e) {
        start(json, "replica", e.chunk());
        text(json, "node", e.node());
      } else if (event instanceof SchedulerEvent.Done e) {
        start(json, "done", e.chunk());
        json.writeNumberField("duration", e.duration());
        known(json, "bytes", e.bytes());
      } else if (event instanceof SchedulerEvent.Measured e) {
        start(json, "measured", e.chunk());
        known(json, "bytes", e.bytes());
      } else if (event instanceof SchedulerEvent.Released e) {
        start(json, "released", e.chunk());
        text(json, "reason", e.reason());
      } else if (event instanceof SchedulerEvent.Fallback e) {
        start(json, "fallback", e.chunk());
        json.writeStringField("reason", e.reason().text());
        text(json, "detail", e.detail());
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void start(JsonGenerator json, String event, Chunk chunk) throws IOException {
    json.writeStringField("event", event);
    text(json, "path", chunk.path());
    text(json, "writer", chunk.writer());
    text(json, "user", chunk.user());
    json.writeNumberField("chunk", chunk.number());
  }

  /** What is not known is left out. */
  private static void asked(JsonGenerator json, SchedulerEvent.Asked asked) throws IOException {
    known(json, "replication", asked.replication());
    known(json, "blockBytes", asked.fullBytes());
    if (!asked.client().isEmpty()) {
      text(json, "client", asked.client());
    }
    if (!asked.group().isEmpty()) {
      text(json, "group", asked.group());
    }
    known(json, "groupBytes", asked.groupBytes());
  }

  private static void exempt(JsonGenerator json, Optional<Exemption> exempt) throws IOException {
    if (exempt.isPresent()) {
      json.writeStringField("exempt", exempt.get().text());
    }
  }

  private static void known(JsonGenerator json, String name, long number) throws IOException {
    if (number > 0) {
      json.writeNumberField(name, number);
    }
  }

  private static void text(JsonGenerator json, String name, String value) throws IOException {
    json.writeStringField(name, LogText.cut(value, LONGEST_TEXT));
  }

  private static void strings(JsonGenerator json, String name, List<String> values)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  /** Writes what is left and closes the file. */
  @Override
  public void close() {
    lines.close();
  }
}
