package org.peacescheduler.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.client.Turn;
import org.peacescheduler.laboratory.TurnsAsked;
import org.peacescheduler.measure.Count;

/**
 * How the checkpoints of a job got their turns, as the metrics of {@code peace-flink} say. Example:
 * three in their turn, all by the request protocol, and one after the longest wait. Immutable.
 *
 * @param inTime in their turn, by whichever way
 * @param byProtocol of those, by the request protocol
 * @param late without a turn, since the time was over
 * @param failures without a turn, since none could be asked for
 */
record TurnCounts(long inTime, long byProtocol, long late, long failures) {
  private static final List<String> NAMES =
      List.of("peace.turns", "peace.turnsByProtocol", "peace.withoutTurn", "peace.turnFailures");

  /** What Flink's REST API is asked for. */
  static final String METRICS = String.join(",", NAMES);

  /** Reads an answer of Flink's; what it does not know yet is 0. */
  static TurnCounts read(JsonNode answer) {
    Map<String, Long> values = new HashMap<>();
    for (JsonNode metric : answer) {
      values.put(metric.path("id").asText(), metric.path("value").asLong());
    }
    List<Long> counts = NAMES.stream().map(name -> values.getOrDefault(name, 0L)).toList();
    return new TurnCounts(counts.get(0), counts.get(1), counts.get(2), counts.get(3));
  }

  /** Checkpoints that asked for a turn. */
  long asked() {
    return inTime + late + failures;
  }

  /** What is wrong with them, with a remedy. */
  Optional<String> problem(String job, TurnsAsked asked) {
    if (failures > 0) {
      return Optional.of(
          "%s of %s could not ask for a turn. Maybe the job manager's log says why."
              .formatted(Count.of(failures, "checkpoint"), job));
    }
    List<Turn.Way> ways = new ArrayList<>();
    if (byProtocol > 0) {
      ways.add(Turn.Way.PROTOCOL);
    }
    if (byProtocol < inTime) {
      ways.add(Turn.Way.FIRST_BLOCK);
    }
    return asked.problem("A checkpoint of " + job, ways);
  }
}
