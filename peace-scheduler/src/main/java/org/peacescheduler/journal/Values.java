package org.peacescheduler.journal;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Topology;

/**
 * Records as JSON objects, each component as a field, and back to the last digit.
 *
 * <p>What is empty, 0 or false is left out. A map is a list of pairs, a ticket its number, a model
 * its topology. Example: {@code Copy(7, "dn1", "dn2")} is {@code
 * {"block":7,"from":"dn1","to":"dn2"}}.
 *
 * <p>So whoever adds a call or an argument has nothing to do here, unless it is of another kind of
 * type. Cost: a reflective call for each component. Thread-safe.
 */
final class Values {
  /** How a record is taken apart and made. */
  private record Form(List<RecordComponent> parts, Constructor<?> maker) {
    static Form of(Class<?> type) {
      List<RecordComponent> parts = List.of(type.getRecordComponents());
      Class<?>[] classes = parts.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        return new Form(parts, type.getDeclaredConstructor(classes));
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("every record has such a constructor", e);
      }
    }
  }

  private static final Map<Class<?>, Form> FORMS = new ConcurrentHashMap<>();

  private Values() {}

  /** Writes a record's components as fields of the object that has been begun. */
  static void writeFields(JsonGenerator json, Record value) throws IOException {
    Form form = FORMS.computeIfAbsent(value.getClass(), Form::of);
    for (RecordComponent component : form.parts()) {
      Object part = part(component, value);
      if (!isNothing(part)) {
        json.writeFieldName(component.getName());
        write(json, part);
      }
    }
  }

  private static Object part(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(component + " cannot be asked", e);
    }
  }

  private static boolean isNothing(Object value) {
    return value.equals("")
        || value.equals(false)
        || value.equals(0)
        || value.equals(0L)
        || value.equals(0.0)
        || value.equals(Optional.empty())
        || value.equals(OptionalDouble.empty())
        || (value instanceof Collection<?> many && many.isEmpty())
        || (value instanceof Map<?, ?> map && map.isEmpty());
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
    if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Boolean is) {
      json.writeBoolean(is);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Enum<?> constant) {
      json.writeString(constant.name());
    } else if (value instanceof Duration duration) {
      json.writeString(duration.toString());
    } else if (value instanceof Optional<?> known) {
      write(json, known.orElseThrow());
    } else if (value instanceof OptionalDouble number) {
      json.writeNumber(number.orElseThrow());
    } else if (value instanceof Ticket ticket) {
      json.writeNumber(ticket.id());
    } else if (value instanceof NetworkModel model) {
      write(json, model.topology());
    } else if (value instanceof Collection<?> many) {
      writeAll(json, many);
    } else if (value instanceof Map<?, ?> map) {
      writeAll(json, map.entrySet());
    } else if (value instanceof Map.Entry<?, ?> pair) {
      writeAll(json, List.of(pair.getKey(), pair.getValue()));
    } else if (value instanceof Record of) {
      json.writeStartObject();
      writeFields(json, of);
      json.writeEndObject();
    } else {
      throw new IllegalArgumentException("no journal has a " + value.getClass());
    }
  }

  private static void writeAll(JsonGenerator json, Collection<?> many) throws IOException {
    json.writeStartArray();
    for (Object each : many) {
      write(json, each);
    }
    json.writeEndArray();
  }

  /**
   * Makes a record of the fields of an object.
   *
   * @param tickets those that there are, by their numbers
   */
  static <T> T read(Class<T> type, Map<?, ?> fields, LongFunction<Ticket> tickets) {
    Form form = FORMS.computeIfAbsent(type, Form::of);
    Object[] parts =
        form.parts().stream()
            .map(part -> read(part.getGenericType(), fields.get(part.getName()), tickets))
            .toArray();
    try {
      return type.cast(form.maker().newInstance(parts));
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalStateException(type + " cannot be made", e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(fields + " is no " + type.getSimpleName(), e.getCause());
    }
  }

  private static Object read(Type type, Object value, LongFunction<Ticket> tickets) {
    if (type instanceof ParameterizedType of) {
      return readMany(of, value, tickets);
    }
    if (type == long.class) {
      return value == null ? 0L : ((Number) value).longValue();
    }
    if (type == int.class) {
      return value == null ? 0 : ((Number) value).intValue();
    }
    if (type == double.class || type == Double.class) {
      return value == null ? 0.0 : number(value);
    }
    if (type == boolean.class) {
      return value != null && (Boolean) value;
    }
    if (type == String.class) {
      return value == null ? "" : value;
    }
    if (type == OptionalDouble.class) {
      return value == null ? OptionalDouble.empty() : OptionalDouble.of(number(value));
    }
    if (type == Duration.class) {
      return Duration.parse((String) value);
    }
    if (type == Ticket.class) {
      return tickets.apply(value == null ? 0 : ((Number) value).longValue());
    }
    if (type == NetworkModel.class) {
      return NetworkModel.of((Topology) read(Topology.class, value, tickets));
    }
    Class<?> other = (Class<?>) type;
    return other.isEnum()
        ? constant(other, value)
        : read(other, value == null ? Map.of() : (Map<?, ?>) value, tickets);
  }

  /** What is no number in JSON is text. */
  private static double number(Object value) {
    return value instanceof Number number
        ? number.doubleValue()
        : Double.parseDouble((String) value);
  }

  private static Object constant(Class<?> type, Object name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> ((Enum<?>) constant).name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + " is no " + type.getSimpleName()));
  }

  private static Object readMany(
      ParameterizedType type, Object value, LongFunction<Ticket> tickets) {
    Type of = type.getActualTypeArguments()[0];
    if (type.getRawType() == Optional.class) {
      return value == null ? Optional.empty() : Optional.of(read(of, value, tickets));
    }
    List<?> all = value == null ? List.of() : (List<?>) value;
    if (type.getRawType() == Map.class) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (Object each : all) {
        List<?> pair = (List<?>) each;
        map.put(
            read(of, pair.get(0), tickets),
            read(type.getActualTypeArguments()[1], pair.get(1), tickets));
      }
      return map;
    }
    List<Object> list = all.stream().map(each -> read(of, each, tickets)).toList();
    return type.getRawType() == List.class ? list : new LinkedHashSet<>(list);
  }
}
