package org.peacescheduler.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The same as one JSON document; times in seconds. */
final class JsonResults implements ResultPrinter {
  private final JsonGenerator json;
  private Summary summary = new Summary();

  JsonResults(PrintWriter out) {
    try {
      json = new JsonFactory().createGenerator(out);
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeArrayFieldStart("folders");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What may fail to write. */
  private interface Writing {
    void run() throws IOException;
  }

  private static void write(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void folder(String name) {
    summary = new Summary();
    write(
        () -> {
          json.writeStartObject();
          json.writeStringField("folder", name);
          json.writeArrayFieldStart("scenarios");
        });
  }

  @Override
  public void scenario(Scenario scenario, List<Comparison> bursts) {
    summary.add(scenario, bursts);
    write(
        () -> {
          json.writeStartObject();
          json.writeStringField("scenario", scenario.name());
          json.writeArrayFieldStart("bursts");
          for (Comparison burst : bursts) {
            json.writeStartObject();
            figures("stock", burst::stock, burst.hasJobs());
            figures("peace", burst::peace, burst.hasJobs());
            json.writeObjectFieldStart("ratios");
            json.writeNumberField("response", burst.response());
            json.writeNumberField("comp", burst.completion());
            json.writeNumberField("slowdown", burst.ratio(Figures::slowdown));
            json.writeNumberField("worstWriter", burst.worstWriter());
            if (burst.hasJobs()) {
              json.writeNumberField("job", burst.ratio(Figures::job));
              json.writeNumberField("jobP95", burst.ratio(Figures::slowJob));
            }
            if (burst.hasBound()) {
              json.writeNumberField("responseOverBound", burst.overLeastResponse());
              json.writeNumberField("compOverBound", burst.overLeastCompletion());
            }
            json.writeEndObject();
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void figures(String name, ToDoubleFunction<ToDoubleFunction<Figures>> of, boolean hasJobs)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("response", of.applyAsDouble(Figures::response));
    json.writeNumberField("comp", of.applyAsDouble(Figures::completion));
    json.writeNumberField("slowdown", of.applyAsDouble(Figures::slowdown));
    if (hasJobs) {
      json.writeNumberField("job", of.applyAsDouble(Figures::job));
      json.writeNumberField("jobP95", of.applyAsDouble(Figures::slowJob));
    }
    json.writeNumberField("fallbacks", Math.round(of.applyAsDouble(Figures::fallbacks)));
    json.writeNumberField("longestWait", of.applyAsDouble(Figures::longestWait));
    json.writeEndObject();
  }

  @Override
  public void folderEnds() {
    write(
        () -> {
          json.writeEndArray();
          if (!summary.isEmpty()) {
            json.writeObjectFieldStart("ratios");
            ratio("response", Comparison::response);
            ratio("comp", Comparison::completion);
            json.writeEndObject();
          }
          json.writeEndObject();
        });
  }

  private void ratio(String name, ToDoubleFunction<Comparison> ratio) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("mean", summary.mean(ratio));
    json.writeNumberField("worst", summary.worst(ratio));
    json.writeStringField("worstScenario", summary.worstScenario(ratio));
    json.writeEndObject();
  }

  @Override
  public void close() {
    write(
        () -> {
          json.writeEndArray();
          json.writeEndObject();
          json.writeRaw(System.lineSeparator());
          json.close();
        });
  }
}
