package org.peacescheduler.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.network.NetworkModel;

/**
 * Why the chunks of a file or group waited, or did not, as a JSON document, which docs/status.md
 * describes: the sentences, and the facts that they are made of.
 *
 * <p>Cost: that of {@link Explainer}, and of the snapshot. Thread-safe: it has no state.
 */
public final class ExplanationJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MOST_NODES = 100;

  private final Optional<Now> now;
  private final JsonGenerator json;

  /** What there is now; there is nothing of the kind with a trace. */
  private record Now(Snapshot snapshot, Facts facts, Links links) {
    Optional<Snapshot.WaitingChunk> waiting(Story story) {
      return snapshot.waiting().stream()
          .filter(
              chunk ->
                  chunk.chunk().path().equals(story.chunk.path())
                      && chunk.chunk().number() == story.chunk.number())
          .findFirst();
    }

    List<String> waitingSentences(Snapshot.WaitingChunk chunk) {
      List<String> told = new ArrayList<>();
      told.add(
          "It has waited %s; its group is number %d of %d in the order (%s)."
              .formatted(
                  Text.duration(Math.max(0, snapshot.at() - chunk.since())),
                  chunk.place(),
                  snapshot.groups().size(),
                  facts.order()));
      if (!chunk.bars().isEmpty()) {
        told.add(
            "Now it waits for %s; some %s to go, and the stock policy places it after %s at last."
                .formatted(
                    Text.some(links.names(chunk.bars())),
                    Text.duration(chunk.expectedMillis()),
                    Text.duration(facts.deferralMaxMillis())));
      }
      return told;
    }

    /** Why each datanode cannot have a replica now, if it cannot. */
    void addReasons(Optional<Snapshot.WaitingChunk> waiting, Map<String, String> reasons) {
      NetworkModel model = links.model();
      for (int server = 0; waiting.isPresent() && server < model.servers(); server++) {
        int down = model.down(server);
        int disk = model.disk(server);
        if (links.isFull(down) || links.isFull(disk)) {
          String full = links.name(links.isFull(down) ? down : disk);
          reasons.put(model.serverName(server), "its link " + full + " is full");
        }
      }
      reasons.putAll(facts.notUsed());
      waiting.ifPresent(
          chunk -> {
            chunk
                .avoided()
                .forEach(
                    node ->
                        reasons.put(
                            node, "HDFS refused it of late, or its client could not write to it"));
            chunk.excluded().forEach(node -> reasons.put(node, "its client excludes it"));
          });
    }
  }

  private ExplanationJson(Optional<Now> now, JsonGenerator json) {
    this.now = now;
    this.json = json;
  }

  /** Of events alone, as of a trace. */
  public static String of(Collection<SchedulerEvent> events, String what) throws IOException {
    return of(new Explainer(events, Viewer.SUPERUSER).of(what), what, Optional.empty());
  }

  /** Of events, and of what there is now. */
  public static String of(
      Collection<SchedulerEvent> events, Snapshot snapshot, Facts facts, Viewer viewer, String what)
      throws IOException {
    Now now = new Now(snapshot, facts, new Links(snapshot.network()));
    return of(new Explainer(events, viewer).of(what), what, Optional.of(now));
  }

  private static String of(List<Story> stories, String what, Optional<Now> now) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      new ExplanationJson(now, json).write(stories, what);
    }
    return text.append('\n').toString();
  }

  private void write(List<Story> stories, String what) throws IOException {
    json.writeStartObject();
    json.writeStringField("what", StatusJson.cut(what));
    json.writeArrayFieldStart("chunks");
    for (Story story : stories) {
      write(story);
    }
    json.writeEndArray();
    json.writeStringField("nothingKnown", stories.isEmpty() ? nothingKnown() : "");
    json.writeEndObject();
  }

  private String nothingKnown() {
    String off =
        now.filter(n -> n.facts().mode().equals("off")).isPresent()
            ? "Peace is off, by dfs.namenode.peace.mode or by a command. "
            : "";
    return off
        + "Nothing is known of it: it asked for no chunk within the last hour, or longer ago than"
        + " is remembered; it is erasure-coded, which Peace has no part in; or it is somebody"
        + " else's. Maybe look into the trace: --trace FILE.";
  }

  private void write(Story story) throws IOException {
    Optional<Snapshot.WaitingChunk> waiting = now.flatMap(n -> n.waiting(story));
    json.writeStartObject();
    json.writeStringField("path", StatusJson.cut(story.chunk.path()));
    json.writeNumberField("chunk", story.chunk.number());
    json.writeStringField("user", StatusJson.cut(story.chunk.user()));
    json.writeStringField("writer", StatusJson.cut(story.chunk.writer()));
    json.writeNumberField("asked", story.asked);
    json.writeBooleanField("waits", waiting.isPresent());
    strings("blockedBy", story.blockedBy());
    counts("heldBy", story.holders);
    counts("before", story.before);
    if (story.granted.isPresent()) {
      json.writeNumberField("waitedMillis", story.granted.get().time() - story.asked);
      json.writeNumberField("expectedMillis", story.granted.get().way().expectedMillis());
    }
    strings("nodes", story.nodes());
    if (story.exempt().isPresent()) {
      json.writeStringField("exempt", story.exempt().get().text());
    }
    if (story.reason().isPresent()) {
      json.writeStringField("fallback", story.reason().get().text());
    }
    if (story.done.isPresent()) {
      json.writeNumberField("tookMillis", story.done.get().duration());
    }
    notChosen(story, waiting);
    String mode = now.map(n -> n.facts().mode()).orElse("");
    List<String> sentences = new ArrayList<>(story.sentences(mode));
    waiting.ifPresent(chunk -> sentences.addAll(now.orElseThrow().waitingSentences(chunk)));
    strings("sentences", sentences);
    json.writeEndObject();
  }

  private void notChosen(Story story, Optional<Snapshot.WaitingChunk> waiting) throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    for (String link : story.blockedBy()) {
      int arrow = link.indexOf("->");
      reasons.put(link.substring(arrow + 2), "its link " + link + " was full");
    }
    now.ifPresent(n -> n.addReasons(waiting, reasons));
    story.refused.forEach(node -> reasons.put(node, "HDFS refused it"));
    reasons.keySet().removeAll(story.nodes());
    now.ifPresent(n -> reasons.keySet().removeIf(node -> n.links().model().server(node).isEmpty()));
    json.writeArrayFieldStart("notChosen");
    int left = MOST_NODES;
    for (Map.Entry<String, String> node : reasons.entrySet()) {
      if (left-- > 0) {
        json.writeStartObject();
        json.writeStringField("node", node.getKey());
        json.writeStringField("reason", node.getValue());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeNumberField("notChosenLeftOff", Math.max(0, reasons.size() - MOST_NODES));
  }

  private void counts(String name, Map<String, Integer> counts) throws IOException {
    json.writeArrayFieldStart(name);
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      json.writeStartObject();
      json.writeStringField("whose", StatusJson.cut(count.getKey()));
      json.writeNumberField("chunks", count.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void strings(String name, List<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
