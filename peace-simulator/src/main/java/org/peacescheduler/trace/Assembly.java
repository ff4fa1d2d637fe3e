package org.peacescheduler.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peacescheduler.status.Text;
import org.peacescheduler.trace.RecordedFile.RecordedChunk;

/**
 * Puts the lines of a trace together to files.
 *
 * <p>Example: {@code submitted}, {@code deferred}, {@code released} with the reason {@code shadow},
 * {@code placed}, {@code done} of chunk 0 of a path are a chunk that stock HDFS placed, and that
 * Peace would have deferred.
 *
 * <p>Cost: a hash per line. Confined to one reader.
 */
final class Assembly {
  /** What is known of a chunk. */
  private static final class State {
    private long asked = -1;
    private long begun = -1;
    private long ended = -1;
    private long bytes;
    private List<String> nodes = List.of();
    private final List<String> replicas = new ArrayList<>();
    private boolean isDeferred;
    private boolean isFallback;
    private boolean isWritten;
    private boolean isGranted;
    private boolean isShadow;
  }

  /** What is known of a file. */
  private static final class Open {
    private final JsonNode first;
    private final TreeMap<Integer, State> chunks = new TreeMap<>();
    private String client = "";
    private String group = "";
    private long groupBytes;
    private long blockBytes;
    private int replication;

    Open(JsonNode first) {
      this.first = first;
    }
  }

  private final long assumedBlock;
  private final Optional<Recording.Kind> wanted;
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final List<Open> replaced = new ArrayList<>();
  private final Map<String, Integer> unfinished = new HashMap<>();
  private int shadows;
  private int enforced;
  private int unsized;

  /**
   * Nothing yet.
   *
   * @param assumedBlock bytes of a block where the trace does not say it
   * @param wanted the mode whose files are wanted; if empty, the mode in which more was written
   */
  Assembly(long assumedBlock, Optional<Recording.Kind> wanted) {
    this.assumedBlock = assumedBlock;
    this.wanted = wanted;
  }

  /** Takes in an event. */
  void take(JsonNode event) {
    String kind = event.get("event").asText();
    long t = event.get("t").asLong();
    int number = event.path("chunk").asInt();
    boolean begins = kind.equals("submitted") || kind.equals("placed");
    Open file = begins ? toBegin(event, number) : open.get(event.get("path").asText());
    State chunk = file == null ? null : file.chunks.get(number);
    if (begins) {
      chunk = begin(file, number, t);
      readAsked(file, event);
    }
    if (chunk == null) {
      return; // It began before the trace did.
    }
    switch (kind) {
      case "deferred" -> chunk.isDeferred = true;
      case "granted" -> granted(chunk, event, t);
      case "placed" -> placed(chunk, event, t);
      case "replica" -> chunk.replicas.add(event.path("node").asText());
      case "done" -> done(chunk, event, t);
      case "measured" -> chunk.bytes = event.path("bytes").asLong();
      case "released" -> released(chunk, event.path("reason").asText(), t);
      case "fallback" -> chunk.isFallback = true;
      default -> {} // Of a later release.
    }
  }

  /** A path whose first chunk is asked for again once it was written is another file. */
  private Open toBegin(JsonNode event, int number) {
    String path = event.get("path").asText();
    Open before = open.get(path);
    State first = before == null ? null : before.chunks.get(number);
    if (before != null && (first == null || !first.isWritten)) {
      return before;
    }
    if (before != null) {
      replaced.add(before);
    }
    Open file = new Open(event);
    open.put(path, file);
    return file;
  }

  private static State begin(Open file, int number, long t) {
    State chunk = file.chunks.computeIfAbsent(number, n -> new State());
    if (chunk.asked < 0) {
      chunk.asked = t;
    }
    return chunk;
  }

  private static void readAsked(Open file, JsonNode event) {
    file.client = event.path("client").asText(file.client);
    file.group = event.path("group").asText(file.group);
    file.groupBytes = Math.max(file.groupBytes, event.path("groupBytes").asLong());
    file.blockBytes = Math.max(file.blockBytes, event.path("blockBytes").asLong());
    file.replication = Math.max(file.replication, event.path("replication").asInt());
  }

  private void granted(State chunk, JsonNode event, long t) {
    chunk.begun = t;
    chunk.nodes = texts(event.path("nodes"));
    chunk.isGranted = true;
    enforced++;
  }

  private static void placed(State chunk, JsonNode event, long t) {
    chunk.begun = t;
    chunk.nodes = texts(event.path("nodes"));
  }

  private static void done(State chunk, JsonNode event, long t) {
    chunk.begun = t - event.path("duration").asLong();
    chunk.ended = t;
    chunk.isWritten = true;
    if (event.path("bytes").asLong() > 0) {
      chunk.bytes = event.get("bytes").asLong();
    }
  }

  private void released(State chunk, String reason, long t) {
    if (reason.equals("shadow")) {
      shadows++;
      chunk.isShadow = true;
      enforced -= chunk.begun >= 0 ? 1 : 0;
      chunk.begun = -1;
      chunk.nodes = List.of();
    } else if (reason.equals("time")) {
      chunk.ended = t;
      chunk.isWritten = true;
    } else {
      chunk.begun = -1;
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** The mode whose files are taken. */
  Recording.Kind kind() {
    Recording.Kind more = shadows > enforced ? Recording.Kind.SHADOW : Recording.Kind.ENFORCE;
    return wanted.orElse(more);
  }

  /** What was written from begin to end. */
  List<RecordedFile> files() {
    unfinished.clear();
    unsized = 0;
    return Stream.concat(replaced.stream(), open.values().stream())
        .flatMap(file -> recorded(file).stream())
        .toList();
  }

  private List<RecordedFile> recorded(Open file) {
    if (file.chunks.firstKey() != 0) {
      unfinished.merge("that began before the trace does", 1, Integer::sum);
      return List.of();
    }
    if (file.chunks.values().stream().anyMatch(chunk -> !chunk.isWritten || chunk.begun < 0)) {
      unfinished.merge(
          "that failed, were deleted at once, or had not ended when the recording ends",
          1,
          Integer::sum);
      return List.of();
    }
    if (file.chunks.values().stream().anyMatch(this::isOfTheOtherMode)) {
      String other = kind().other().text();
      unfinished.merge("written in mode %s (see --recorded)".formatted(other), 1, Integer::sum);
      return List.of();
    }
    long block = blockBytes(file);
    int last = file.chunks.lastKey();
    List<RecordedChunk> chunks = new ArrayList<>();
    file.chunks.forEach((number, chunk) -> chunks.add(recorded(chunk, block, number == last)));
    return List.of(
        new RecordedFile(
            file.first.get("path").asText(),
            file.first.path("writer").asText(),
            file.first.path("user").asText(),
            file.client,
            file.group,
            file.groupBytes,
            block,
            Math.max(Math.max(1, file.replication), chunks.get(0).nodes().size()),
            chunks));
  }

  /** The mode may have been changed; what was placed in two ways is not one recording. */
  private boolean isOfTheOtherMode(State chunk) {
    return kind() == Recording.Kind.SHADOW ? chunk.isGranted && !chunk.isShadow : chunk.isShadow;
  }

  private long blockBytes(Open file) {
    long seen = file.chunks.values().stream().mapToLong(chunk -> chunk.bytes).max().orElse(0);
    return file.blockBytes > 0 ? file.blockBytes : Math.max(seen, assumedBlock);
  }

  private RecordedChunk recorded(State chunk, long block, boolean isLast) {
    if (chunk.bytes == 0 && isLast) {
      unsized++;
    }
    return new RecordedChunk(
        chunk.asked,
        Math.max(chunk.asked, chunk.begun),
        Math.max(chunk.asked, chunk.ended),
        chunk.bytes > 0 ? chunk.bytes : block,
        chunk.nodes.isEmpty() ? chunk.replicas : chunk.nodes,
        chunk.isDeferred,
        chunk.isFallback);
  }

  /** What it cannot tell; to be asked for after {@link #files}. */
  List<String> notes() {
    files();
    List<String> notes = new ArrayList<>();
    unfinished.forEach(
        (why, count) -> notes.add("Left out: %s %s.".formatted(Text.count(count, "file"), why)));
    if (unsized > 0) {
      notes.add(
          "Of %s the length of the last block is not in the trace; a full one is taken."
              .formatted(Text.count(unsized, "file")));
    }
    return notes;
  }
}
