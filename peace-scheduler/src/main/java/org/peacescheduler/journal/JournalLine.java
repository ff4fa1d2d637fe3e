package org.peacescheduler.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.peacescheduler.coordinate.Call;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Ticket;

/**
 * An entry as a line of JSON.
 *
 * <p>Example: {@code {"n":3,"t":1764180000123,"call":"Done","ticket":17,"bytes":1048576}} is the
 * fourth line: ticket 17 is done. {@code "event"} instead of {@code "call"} is what the coordinator
 * says, and the line with {@code "journal"} is that of its beginning.
 *
 * <p>Calls are made of a line when it is their turn, since the tickets that they name are made by
 * those before. Immutable.
 */
public final class JournalLine {
  /** Another form of the lines will have another number. */
  private static final long FORM = 1;

  private static final String NUMBER = "n";
  private static final String TIME = "t";
  private static final String WITHIN = "within";
  private static final String BEGINS = "journal";
  private static final String CALL = "call";
  private static final String EVENT = "event";
  private static final JsonFactory JSON = new JsonFactory();
  private static final Map<String, Class<? extends Call>> CALLS = byName(Call.class);
  private static final Map<String, Class<? extends SchedulerEvent>> EVENTS =
      byName(SchedulerEvent.class);

  private final Map<?, ?> fields;

  private JournalLine(Map<?, ?> fields) {
    this.fields = fields;
  }

  private static <T> Map<String, Class<? extends T>> byName(Class<T> sealed) {
    Map<String, Class<? extends T>> byName = new LinkedHashMap<>();
    Arrays.stream(sealed.getPermittedSubclasses())
        .forEach(kind -> byName.put(name(kind), kind.asSubclass(sealed)));
    return byName;
  }

  private static String name(Class<?> kind) {
    String name = kind.getSimpleName();
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  /** An entry's line, without its end. */
  public static String text(Entry entry) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField(NUMBER, entry.number());
      if (entry instanceof Entry.Begins begins) {
        json.writeNumberField(BEGINS, FORM);
        Values.writeFields(json, begins);
      } else if (entry instanceof Entry.Called called) {
        json.writeNumberField(TIME, called.time());
        if (called.isWithin()) {
          json.writeBooleanField(WITHIN, true);
        }
        json.writeStringField(CALL, name(called.call().getClass()));
        Values.writeFields(json, (Record) called.call());
      } else if (entry instanceof Entry.Decided decided) {
        json.writeStringField(EVENT, name(decided.event().getClass()));
        Values.writeFields(json, (Record) decided.event());
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  /**
   * Reads a line.
   *
   * @throws IOException if it is no line of a journal of this form
   */
  public static JournalLine of(String text) throws IOException {
    try (JsonParser json = JSON.createParser(text)) {
      Object value = value(json, json.nextToken());
      if (!(value instanceof Map<?, ?> fields)
          || !(fields.get(NUMBER) instanceof Long)
          || (fields.containsKey(BEGINS) && !fields.get(BEGINS).equals(FORM))) {
        throw new IOException("it is no line of a journal of form " + FORM);
      }
      return new JournalLine(fields);
    }
  }

  private static Object value(JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> fields = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.getText();
        fields.put(name, value(json, json.nextToken()));
      }
      return fields;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> all = new ArrayList<>();
      for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
        all.add(value(json, t));
      }
      return all;
    }
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return json.getLongValue();
    }
    if (token == JsonToken.VALUE_NUMBER_FLOAT) {
      return json.getDoubleValue();
    }
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return json.getBooleanValue();
    }
    if (token == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    throw new IOException("it ends too early, or has what no journal has");
  }

  /** Which line it is, from 0. */
  public long number() {
    return (Long) fields.get(NUMBER);
  }

  /** Whether a coordinator begins. */
  boolean isBeginning() {
    return fields.containsKey(BEGINS);
  }

  /** Whether the coordinator is told something. */
  boolean isCall() {
    return fields.containsKey(CALL);
  }

  /** Whether it is told that within another call. */
  boolean isWithin() {
    return fields.containsKey(WITHIN);
  }

  /** When it is told that. */
  long time() {
    return (Long) fields.get(TIME);
  }

  /** What the coordinator begins with. */
  Entry.Begins begins() {
    return Values.read(Entry.Begins.class, fields, JournalLine::none);
  }

  /**
   * What it is told.
   *
   * @param tickets those that there are, by their numbers
   */
  Call call(LongFunction<Ticket> tickets) {
    return Values.read(kind(CALLS, CALL), fields, tickets);
  }

  /** What it says. */
  SchedulerEvent event() {
    return Values.read(kind(EVENTS, EVENT), fields, JournalLine::none);
  }

  private static Ticket none(long number) {
    throw new IllegalArgumentException("ticket " + number + " is none of this line's");
  }

  private <T> Class<? extends T> kind(Map<String, Class<? extends T>> kinds, String field) {
    Class<? extends T> kind = kinds.get(fields.get(field));
    if (kind == null) {
      throw new IllegalArgumentException("'" + fields.get(field) + "' is no " + field);
    }
    return kind;
  }

  /** The line, but not in its own words. */
  @Override
  public String toString() {
    return fields.toString();
  }
}
