package org.peacescheduler.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** A JSON object on a writer, which stays open, and a line's end after it. */
final class JsonDocument {
  private JsonDocument() {}

  /** Writes the fields of the object. */
  interface Fields {
    /** Writes them. */
    void write(JsonGenerator json) throws IOException;
  }

  static void write(PrintWriter out, Fields fields) {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
      json.writeRaw(System.lineSeparator());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
