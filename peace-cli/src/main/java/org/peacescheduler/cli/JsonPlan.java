package org.peacescheduler.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.batch.Algorithm1;
import org.peacescheduler.schedule.batch.BatchPlan;

/** A plan as JSON, a line for each pipeline and each deferral. */
final class JsonPlan implements PlanPrinter {
  private final NetworkModel model;
  private final PrintWriter out;
  private final JsonGenerator json;
  private int timestep;

  JsonPlan(NetworkModel model, PrintWriter out) {
    this.model = model;
    this.out = out;
    try {
      json = new JsonFactory().createGenerator(out);
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      // An unfinished document shall not look like a finished one.
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
      json.setPrettyPrinter(new Lines());
      json.writeStartObject();
      json.writeArrayFieldStart("timesteps");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void timestep(Algorithm1.Schedule schedule) {
    try {
      json.writeStartObject();
      json.writeNumberField("timestep", timestep++);
      json.writeArrayFieldStart("pipelines");
      for (Algorithm1.ScheduledChunk chunk : schedule.chunks()) {
        json.writeStartObject();
        json.writeNumberField("request", chunk.request());
        json.writeNumberField("chunk", chunk.chunk());
        json.writeStringField("writer", model.serverName(chunk.writer().server()));
        strings("nodes", chunk.pipeline().names(model));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("deferred");
      for (Algorithm1.Unscheduled waiting : schedule.unscheduled()) {
        json.writeStartObject();
        json.writeNumberField("request", waiting.request().id());
        json.writeNumberField("chunks", waiting.request().chunks());
        strings("blockedBy", TextPlan.edges(model, waiting));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void refused(List<BatchPlan.Refused> refused) {
    try {
      json.writeEndArray();
      json.writeArrayFieldStart("refused");
      for (BatchPlan.Refused refusal : refused) {
        json.writeStartObject();
        json.writeNumberField("request", refusal.request());
        json.writeStringField("reason", refusal.reason());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void strings(String field, List<String> values) throws IOException {
    json.writeArrayFieldStart(field);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  @Override
  public void close() {
    try {
      json.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println();
  }

  /** Breaks lines where a person would: not within a pipeline or a deferral. */
  private static final class Lines extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    /** The level of the timesteps' own fields; pipelines are one further in. */
    private static final int TIMESTEP = 3;

    Lines() {
      indentArraysWith(new UpTo(TIMESTEP + 1));
      indentObjectsWith(new UpTo(TIMESTEP));
    }

    @Override
    public DefaultPrettyPrinter createInstance() {
      return new Lines();
    }
  }

  /** Breaks lines up to a level. */
  private static final class UpTo extends DefaultIndenter {
    private static final long serialVersionUID = 1L;

    private final int deepest;

    UpTo(int deepest) {
      super("  ", "\n");
      this.deepest = deepest;
    }

    @Override
    public void writeIndentation(JsonGenerator generator, int level) throws IOException {
      if (level <= deepest) {
        super.writeIndentation(generator, level);
      } else {
        generator.writeRaw(' ');
      }
    }
  }
}
