package org.peacescheduler.hdfs.telemetry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trace: one JSON line an event, appended to a file by a thread of its own.
 *
 * <p>The scheduler never waits for the disk: if {@value #BACKLOG} events are not yet written,
 * further ones are dropped and counted, and the log says so. A full file becomes {@code NAME.1},
 * the one before {@code NAME.2}, and so on; files are for the NameNode's user and group only. A
 * file that cannot be written, as on a full disk, is tried again each minute; what happens until
 * then is dropped, too. What clients say is cut after {@value #LONGEST_TEXT} characters.
 * Thread-safe.
 */
public final class TraceFile implements Consumer<SchedulerEvent>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.TraceFile");
  private static final int BACKLOG = 100_000;

  /** So long is what a client says in a line at most: no line grows with it. */
  static final int LONGEST_TEXT = 1024;

  private static final long RETRY_MILLIS = 60_000;
  private static final JsonFactory JSON = new JsonFactory();

  /** Ends the writer's thread. */
  private static final SchedulerEvent END =
      new SchedulerEvent.TimestepEnded(Long.MIN_VALUE, 0, 0, 0);

  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rw-r-----");

  private final Path file;
  private final Limits limits;
  private final BlockingQueue<SchedulerEvent> backlog = new ArrayBlockingQueue<>(BACKLOG);
  private final AtomicLong dropped = new AtomicLong();
  private final long retryMillis;

  /** Whether the file cannot be written, so that events are not kept for it. */
  private volatile boolean isLost;

  private Thread writer;

  /**
   * How much is kept.
   *
   * @param maxBytes the size of a full file
   * @param kept how many full files there are beside the one that is written
   */
  public record Limits(long maxBytes, int kept) {}

  /** Makes sure that the file can be written. */
  TraceFile(Path file, Limits limits) throws IOException {
    this(file, limits, RETRY_MILLIS);
  }

  /**
   * Makes sure that the file can be written.
   *
   * @param retryMillis after what time it is tried again when it cannot be written any more
   */
  TraceFile(Path file, Limits limits, long retryMillis) throws IOException {
    this.file = file;
    this.limits = limits;
    this.retryMillis = retryMillis;
    appender(file).close();
  }

  private static BufferedWriter appender(Path file) throws IOException {
    if (Files.notExists(file)) {
      Files.createFile(file);
      if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
        Files.setPosixFilePermissions(file, PERMISSIONS); // While there is nothing in it.
      }
    }
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Opens the file for appending and starts the writer. */
  synchronized void open() throws IOException {
    BufferedWriter out = appender(file);
    writer = new Thread(() -> write(out), "peace-trace");
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void accept(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.TimestepEnded) {
      return;
    }
    if (isLost) {
      dropped.incrementAndGet();
    } else if (!backlog.offer(event) && dropped.getAndIncrement() == 0) {
      LOG.warn("the trace file {} is too slow; events are dropped from now on", file);
    }
  }

  /** Whether the file cannot be written for the time being. */
  boolean isLost() {
    return isLost;
  }

  /** Moves full files on, and begins another one. */
  private BufferedWriter rotate() throws IOException {
    for (int i = limits.kept(); i > 0; i--) {
      Path from = i == 1 ? file : numbered(i - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.deleteIfExists(file);
    return appender(file);
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  private void write(BufferedWriter first) {
    try {
      Optional<BufferedWriter> out = Optional.of(first);
      while (out.isPresent()) {
        out = writtenAgain(out.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Writes until the end, or as long as the file can be written, and then until it can be again.
   *
   * @return where to go on; empty after the end
   */
  private Optional<BufferedWriter> writtenAgain(BufferedWriter out) throws InterruptedException {
    try {
      writeAll(out);
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      LOG.error("the trace file {} cannot be written; events are lost until it can be", file, e);
    }
    isLost = true;
    while (true) {
      List<SchedulerEvent> lost = new ArrayList<>();
      backlog.drainTo(lost);
      dropped.addAndGet(lost.size());
      if (lost.contains(END) || backlog.poll(retryMillis, TimeUnit.MILLISECONDS) == END) {
        return Optional.empty();
      }
      try {
        BufferedWriter again = appender(file);
        isLost = false;
        LOG.info("the trace file {} is written again", file);
        return Optional.of(again);
      } catch (IOException | RuntimeException e) {
        LOG.debug("the trace file {} cannot be written yet", file, e);
      }
    }
  }

  private void writeAll(BufferedWriter first) throws IOException, InterruptedException {
    BufferedWriter out = first;
    try {
      long bytes = Files.size(file);
      while (true) {
        SchedulerEvent event = backlog.take();
        if (event == END) {
          return;
        }
        String line = line(event) + '\n';
        int length = line.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > 0 && bytes + length > limits.maxBytes()) {
          out.close();
          out = rotate();
          bytes = 0;
        }
        out.write(line);
        bytes += length;
        if (backlog.isEmpty()) {
          out.flush();
        }
      }
    } finally {
      out.close();
    }
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
  public synchronized void close() {
    if (writer == null) {
      return;
    }
    try {
      if (backlog.offer(END, 5, TimeUnit.SECONDS)) {
        writer.join(10_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (dropped.get() > 0) {
      LOG.warn("{} events are missing in the trace file {}", dropped.get(), file);
    }
  }
}
