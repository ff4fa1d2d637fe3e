package org.peacescheduler.hdfs.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ipc.CallerContext;

/**
 * What a client says of itself in Hadoop's caller context, a text that comes with each of its
 * calls: fields, separated by commas.
 *
 * <p>{@code peaceGroup:NAME} says what its chunks belong to, {@code peaceBytes:N} how many bytes it
 * will write for that. Without a name, the job counts that Spark, MapReduce, Tez and Hive name in a
 * field of their own.
 *
 * <p>Example: {@code mr_attempt_1700_0001_m_000002_0,peaceBytes:512} is group {@code job_1700_0001}
 * and 512 bytes.
 *
 * <p>Anybody can write anything there: a hint that makes no sense is a problem to tell, and as if
 * it were not there. Cost: a microsecond or two, and bounded, since no more than {@value
 * #MAX_CONTEXT} characters are read. Immutable.
 *
 * @param group the name of the group
 * @param bytes 0 if nothing is said
 * @param clientId the client's RPC id, as a Router passes it on
 * @param problems what is wrong with the hints
 */
record CallerHints(
    Optional<String> group, long bytes, Optional<String> clientId, List<String> problems) {
  static final String GROUP = "peaceGroup:";
  static final String BYTES = "peaceBytes:";

  /** The longest name of a group. */
  static final int MAX_NAME = 128;

  static final int MAX_CONTEXT = 4096;

  /** A client that says nothing. */
  static final CallerHints NONE = new CallerHints(Optional.empty(), 0, Optional.empty(), List.of());

  private static final String CLIENT_ID =
      CallerContext.CLIENT_ID_STR + CallerContext.Builder.KEY_VALUE_SEPARATOR;

  /** As {@link Long#MAX_VALUE} has; what has more is no number of bytes. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}");

  /** Fields of others, by how they start, with what is to be put before what they name. */
  private static final Map<String, Job> JOBS =
      Map.of(
          "SPARK_TASK_", new Job("", "(.+?_JId_\\d+)(?:_.*)?"),
          "SPARK_CLIENT_", new Job("", "(.+)"),
          "SPARK_APPMASTER_", new Job("", "(application_\\d+_\\d+).*"),
          "mr_attempt_", new Job("job_", "(\\d+_\\d+)_.*"),
          "mr_appmaster_appattempt_", new Job("job_", "(\\d+_\\d+)_.*"),
          "tez_ta:attempt_", new Job("dag_", "(\\d+_\\d+_\\d+)_.*"),
          "tez_v:vertex_", new Job("dag_", "(\\d+_\\d+_\\d+)_.*"),
          "tez_dag:dag_", new Job("dag_", "(\\d+_\\d+_\\d+)"),
          "tez_app:application_", new Job("application_", "(\\d+_\\d+)"),
          "hive_queryId_", new Job("", "(.+)"));

  /** How others name a job in a field. */
  private record Job(String before, Pattern rest) {
    Job(String before, String rest) {
      this(before, Pattern.compile(rest));
    }

    Optional<String> name(String text) {
      Matcher matcher = rest.matcher(text);
      return matcher.matches() ? Optional.of(before + matcher.group(1)) : Optional.empty();
    }
  }

  /** Copies the problems. */
  CallerHints {
    problems = List.copyOf(problems);
  }

  /** The hints of the call that this thread serves. */
  static CallerHints ofCall() {
    CallerContext context = CallerContext.getCurrent();
    return context == null || !context.isContextValid() ? NONE : of(context.getContext());
  }

  static CallerHints of(String context) {
    return new Reader().read(context.substring(0, Math.min(context.length(), MAX_CONTEXT)));
  }

  private static final class Reader {
    private final List<String> problems = new ArrayList<>();
    private Optional<String> group = Optional.empty();
    private Optional<String> job = Optional.empty();
    private Optional<String> clientId = Optional.empty();
    private long bytes;

    CallerHints read(String context) {
      int start = 0;
      while (start <= context.length()) {
        int comma = context.indexOf(',', start);
        int end = comma < 0 ? context.length() : comma;
        field(context.substring(start, end));
        start = end + 1;
      }
      return new CallerHints(group.isPresent() ? group : job, bytes, clientId, problems);
    }

    private void field(String field) {
      if (field.startsWith(GROUP)) {
        group = name(field, field.substring(GROUP.length()));
      } else if (field.startsWith(BYTES)) {
        bytes = bytes(field, field.substring(BYTES.length()));
      } else if (field.startsWith(CLIENT_ID)) {
        clientId = name(field, field.substring(CLIENT_ID.length()));
      } else if (job.isEmpty()) {
        for (Map.Entry<String, Job> entry : JOBS.entrySet()) {
          if (field.startsWith(entry.getKey())) {
            job =
                entry
                    .getValue()
                    .name(field.substring(entry.getKey().length()))
                    .flatMap(name -> name(field, name));
          }
        }
      }
    }

    private Optional<String> name(String field, String name) {
      if (name.isBlank()) {
        problem(field, "has no name");
      } else if (name.length() > MAX_NAME) {
        problem(
            field, "has a name of %d characters; %d are read".formatted(name.length(), MAX_NAME));
      } else if (name.chars().anyMatch(Character::isISOControl)) {
        problem(field, "has a control character");
      } else {
        return Optional.of(name);
      }
      return Optional.empty();
    }

    private long bytes(String field, String number) {
      try {
        if (NUMBER.matcher(number).matches()) {
          return Long.parseLong(number);
        }
      } catch (NumberFormatException e) {
        // More than 2^63 is told as what is no number.
      }
      problem(field, "is no number of bytes");
      return 0;
    }

    private void problem(String field, String what) {
      String start = field.length() > MAX_NAME ? field.substring(0, MAX_NAME) + "…" : field;
      problems.add("'%s' %s".formatted(start, what));
    }
  }
}
