package org.peacescheduler.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Sight;
import org.peacescheduler.coordinate.order.GroupSight;
import org.peacescheduler.coordinate.order.LearntSize;

/**
 * The status as a JSON document, which docs/status.md describes.
 *
 * <p>What clients say is cut after {@value #LONGEST_TEXT} characters, and what is listed is
 * bounded; how many are left off is said. Cost: linear in what is listed. Thread-safe: it has no
 * state.
 */
public final class StatusJson {
  /** So many characters of a path or a name. */
  static final int LONGEST_TEXT = 1024;

  private static final int MOST_LINKS = 1000;
  private static final int MOST_SERVER_LINKS = 100;
  private static final int MOST_GROUPS = 1000;
  private static final JsonFactory JSON = new JsonFactory();

  private final Snapshot snapshot;
  private final Facts facts;
  private final Viewer viewer;
  private final Links links;
  private final JsonGenerator json;

  private StatusJson(Snapshot snapshot, Facts facts, Viewer viewer, JsonGenerator json) {
    this.snapshot = snapshot;
    this.facts = facts;
    this.viewer = viewer;
    this.links = new Links(snapshot.network());
    this.json = json;
  }

  /** The document for whoever looks. */
  public static String of(Snapshot snapshot, Facts facts, Viewer viewer) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.useDefaultPrettyPrinter();
      new StatusJson(snapshot, facts, viewer, json).write();
    }
    return text.append('\n').toString();
  }

  private void write() throws IOException {
    json.writeStartObject();
    json.writeStringField("version", facts.version());
    json.writeNumberField("time", snapshot.at());
    json.writeStringField("mode", facts.mode());
    json.writeStringField("binding", facts.binding());
    json.writeStringField("nameNode", facts.state());
    json.writeStringField("order", facts.order());
    json.writeNumberField("deferralMaxMillis", facts.deferralMaxMillis());
    strings("summary", Summary.of(snapshot, facts));
    topology();
    waiting();
    blocking();
    network();
    counts();
    lastFallbacks();
    notUsed();
    learnt();
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<String, Number> metric : new TreeMap<>(facts.metrics()).entrySet()) {
      number(metric.getKey(), metric.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void topology() throws IOException {
    json.writeObjectFieldStart("topology");
    json.writeStringField("source", facts.topology().source());
    json.writeNumberField("loadedAt", facts.topology().loadedAt());
    json.writeStringField("sha256", facts.topology().sha256());
    json.writeNumberField("servers", links.model().servers());
    json.writeNumberField("switches", links.model().switches());
    json.writeEndObject();
  }

  private void waiting() throws IOException {
    json.writeObjectFieldStart("waiting");
    json.writeNumberField("chunks", snapshot.waiting().size() + snapshot.waitingLeftOff());
    json.writeArrayFieldStart("groups");
    List<Snapshot.WaitingGroup> groups = snapshot.groups();
    for (Snapshot.WaitingGroup group : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      json.writeStartObject();
      json.writeNumberField("place", group.place());
      group(group.group());
      json.writeNumberField("chunks", group.chunks());
      json.writeNumberField("bytes", group.bytes());
      since(group.oldest());
      strings("blockedBy", links.names(group.bars()));
      json.writeNumberField("expectedMillis", group.expectedMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("groupsLeftOff", Math.max(0, groups.size() - MOST_GROUPS));
    json.writeArrayFieldStart("list");
    for (Snapshot.WaitingChunk chunk : snapshot.waiting()) {
      json.writeStartObject();
      json.writeNumberField("place", chunk.place());
      chunk(chunk.chunk());
      json.writeNumberField("group", chunk.group().number());
      json.writeNumberField("bytes", chunk.bytes());
      since(chunk.since());
      strings("blockedBy", links.names(chunk.bars()));
      json.writeNumberField("expectedMillis", chunk.expectedMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("listLeftOff", snapshot.waitingLeftOff());
    json.writeEndObject();
  }

  private void since(long time) throws IOException {
    json.writeNumberField("since", time);
    json.writeNumberField("waitedMillis", Math.max(0, snapshot.at() - time));
  }

  private void group(GroupSight group) throws IOException {
    json.writeNumberField("group", group.number());
    text("user", group.user());
    if (viewer.maySee(group.user()) && !group.name().isEmpty()) {
      text("name", group.name());
    }
    text("writer", group.writer());
    if (viewer.maySee(group.user())) {
      text("share", group.share());
    }
    json.writeNumberField("files", group.files());
    json.writeNumberField("seconds", group.seconds());
    json.writeStringField("sizeKnownBy", knownBy(group));
  }

  /** How a group's size is known. */
  static String knownBy(GroupSight group) {
    return switch (group.knownBy()) {
      case ANNOUNCED -> "announced";
      case LAST_INSTANCES -> "last instances";
      case ASKED -> "asked for";
    };
  }

  private void chunk(Chunk chunk) throws IOException {
    if (viewer.maySee(chunk.user())) {
      text("path", chunk.path());
    }
    json.writeNumberField("chunk", chunk.number());
    text("user", chunk.user());
    text("writer", chunk.writer());
  }

  private void blocking() throws IOException {
    json.writeArrayFieldStart("blocking");
    for (Map.Entry<Integer, Snapshot.Holders> held : new TreeMap<>(snapshot.holders()).entrySet()) {
      if (held.getKey() >= links.model().edges()) {
        continue; // Of the topology before.
      }
      json.writeStartObject();
      link(held.getKey());
      json.writeNumberField("chunks", held.getValue().chunks());
      json.writeNumberField("bytesLeft", held.getValue().bytes());
      json.writeArrayFieldStart("heldBy");
      for (Sight.Flight flight : held.getValue().first()) {
        json.writeStartObject();
        chunk(flight.chunk());
        json.writeNumberField("group", flight.group());
        json.writeNumberField("since", flight.since());
        strings("nodes", flight.nodes());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeNumberField(
          "heldByLeftOff", held.getValue().chunks() - held.getValue().first().size());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void link(int edge) throws IOException {
    json.writeStringField("link", links.name(edge));
    OptionalDouble declared = links.declared(edge);
    if (declared.isPresent()) {
      json.writeNumberField("declaredBytesPerSecond", (long) declared.getAsDouble());
    } else {
      json.writeNumberField("declaredStreams", links.model().streams(edge));
    }
    json.writeNumberField("believedBytesPerSecond", links.believed(edge));
    json.writeNumberField("usedBytesPerSecond", links.used(edge));
    json.writeNumberField("use", links.use(edge));
  }

  private void network() throws IOException {
    json.writeNumberField("streamBytesPerSecond", snapshot.streamBytesPerSecond());
    json.writeArrayFieldStart("links");
    int count = links.model().links();
    for (int k = 0; k < Math.min(MOST_LINKS, count); k++) {
      json.writeStartObject();
      link(links.model().link(k));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("linksLeftOff", Math.max(0, count - MOST_LINKS));
    List<Integer> busy = links.busyServerLinks();
    json.writeArrayFieldStart("serverLinks");
    for (int edge : busy.subList(0, Math.min(MOST_SERVER_LINKS, busy.size()))) {
      json.writeStartObject();
      link(edge);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("serverLinksLeftOff", Math.max(0, busy.size() - MOST_SERVER_LINKS));
  }

  private void counts() throws IOException {
    json.writeObjectFieldStart("exemptions");
    for (Exemption kind : Exemption.values()) {
      json.writeNumberField(kind.text(), facts.metric(CounterNames.of(kind)));
    }
    json.writeEndObject();
    json.writeObjectFieldStart("fallbacks");
    for (FallbackReason reason : FallbackReason.values()) {
      json.writeNumberField(reason.text(), facts.metric(CounterNames.of(reason)));
    }
    json.writeEndObject();
  }

  private void lastFallbacks() throws IOException {
    json.writeArrayFieldStart("lastFallbacks");
    for (SchedulerEvent.Fallback fallback : facts.fallbacks()) {
      json.writeStartObject();
      json.writeNumberField("time", fallback.time());
      chunk(fallback.chunk());
      json.writeStringField("reason", fallback.reason().text());
      if (viewer.maySee(fallback.chunk().user())) {
        text("detail", fallback.detail());
      }
      json.writeStringField("remedy", Reasons.of(fallback.reason()).remedy());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void notUsed() throws IOException {
    json.writeArrayFieldStart("notUsed");
    for (Map.Entry<String, String> node : new TreeMap<>(facts.notUsed()).entrySet()) {
      json.writeStartObject();
      text("node", node.getKey());
      json.writeStringField("reason", node.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void learnt() throws IOException {
    json.writeArrayFieldStart("learntSizes");
    int leftOff = snapshot.learntLeftOff();
    for (LearntSize size : snapshot.learnt()) {
      if (!viewer.maySee(size.user())) {
        leftOff++;
        continue;
      }
      json.writeStartObject();
      text("user", size.user());
      text(size.series().isEmpty() ? "host" : "series", series(size));
      json.writeNumberField("members", size.members());
      json.writeNumberField("memberBytes", (long) size.memberBytes());
      json.writeNumberField("seconds", size.seconds());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("learntSizesLeftOff", leftOff);
  }

  private static String series(LearntSize size) {
    return size.series().isEmpty() ? size.host() : size.series();
  }

  private void number(String name, Number value) throws IOException {
    if (value instanceof Double || value instanceof Float) {
      json.writeNumberField(name, value.doubleValue());
    } else {
      json.writeNumberField(name, value.longValue());
    }
  }

  private void text(String name, String value) throws IOException {
    json.writeStringField(name, cut(value));
  }

  /** As much of what a client says as is shown. */
  static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  private void strings(String name, List<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
