package org.peacescheduler.status;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.peacescheduler.coordinate.LearntRates;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.LinkSpec;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.Topology;

/**
 * The network that a NameNode schedules on as a JSON document, which docs/status.md describes: what
 * was stated of each link, and what has been seen.
 *
 * <p>Example: {@code {"host": "svr1.1", "switch": "tor1", "up": {"declaredBytesPerSecond":
 * 125000000}}}. Cost: linear, some 250 bytes a server. Confined to one call.
 */
public final class TopologyJson {
  private static final JsonFactory JSON = new JsonFactory();

  private final LearntRates learnt;
  private final NetworkModel model;
  private final Topology topology;
  private final JsonGenerator json;

  private TopologyJson(LearntRates learnt, JsonGenerator json) {
    this.learnt = learnt;
    this.model = learnt.model();
    this.topology = model.topology();
    this.json = json;
  }

  /**
   * The document.
   *
   * @param registered servers that have a datanode, by their names
   * @param state of the NameNode
   */
  public static String of(
      LearntRates learnt, Facts.TopologyFacts facts, Set<String> registered, String state)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      new TopologyJson(learnt, json).write(facts, registered, state);
    }
    return text.append('\n').toString();
  }

  private void write(Facts.TopologyFacts facts, Set<String> registered, String state)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("nameNode", state);
    json.writeStringField("source", facts.source());
    json.writeNumberField("loadedAt", facts.loadedAt());
    json.writeStringField("sha256", facts.sha256());
    json.writeStringField("unit", facts.unit());
    if (topology.isStreamRateTold()) {
      number("streamBytesPerSecond", topology.streamBytesPerSecond());
    } else {
      number("learntStreamBytesPerSecond", learnt.stream());
    }
    json.writeArrayFieldStart("placement");
    for (Constraint constraint : topology.placement().orElse(List.of())) {
      json.writeString(constraint.text());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("switches");
    for (SwitchSpec sw : topology.switches()) {
      json.writeStartObject();
      json.writeStringField("name", sw.name());
      json.writeStringField("rack", sw.rack());
      json.writeEndObject();
    }
    json.writeEndArray();
    links();
    json.writeArrayFieldStart("servers");
    for (int server = 0; server < model.servers(); server++) {
      server(server, registered);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void links() throws IOException {
    json.writeArrayFieldStart("links");
    for (int k = 0; k < topology.links().size(); k++) {
      LinkSpec link = topology.links().get(k);
      json.writeStartObject();
      json.writeStringField("from", link.a());
      json.writeStringField("to", link.b());
      edge("there", model.link(2 * k));
      edge("back", model.link(2 * k + 1));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void server(int server, Set<String> registered) throws IOException {
    ServerSpec spec = topology.servers().get(server);
    json.writeStartObject();
    json.writeStringField("host", spec.host());
    json.writeStringField("switch", spec.switchName());
    json.writeStringField("rack", spec.rack());
    json.writeBooleanField("hasDatanode", registered.contains(spec.host()));
    edge("up", model.up(server));
    edge("down", model.down(server));
    if (spec.capacities().disk().isPresent()) {
      edge("disk", model.disk(server));
    }
    json.writeEndObject();
  }

  private void edge(String name, int edge) throws IOException {
    OptionalDouble stream = topology.streamBytesPerSecond();
    json.writeObjectFieldStart(name);
    if (stream.isPresent()) {
      json.writeNumberField(
          "declaredBytesPerSecond", Math.round(model.streams(edge) * stream.getAsDouble()));
    } else {
      json.writeNumberField("declaredStreams", model.streams(edge));
    }
    number("learntBytesPerSecond", learnt.of(edge));
    json.writeEndObject();
  }

  private void number(String name, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, Math.round(value.getAsDouble()));
    }
  }
}
