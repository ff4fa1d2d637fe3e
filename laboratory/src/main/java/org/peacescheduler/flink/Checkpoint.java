package org.peacescheduler.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A checkpoint as Flink's REST API tells of it. Immutable.
 *
 * @param id from 1, within its job
 * @param triggeredMillis since 1970
 * @param millis from the trigger until the last task was done, or until it failed
 * @param stateBytes of all tasks
 * @param tasks what its tasks tell of it
 */
record Checkpoint(
    long id, Status status, long triggeredMillis, long millis, long stateBytes, Tasks tasks) {
  /**
   * What a checkpoint's tasks tell of it. Immutable.
   *
   * @param delayMillis from the trigger until the first task had a barrier
   * @param unaligned tasks in which barriers overtook records
   */
  record Tasks(long delayMillis, int unaligned) {
    /** Of a checkpoint whose tasks were not asked. */
    static final Tasks UNKNOWN = new Tasks(0, 0);

    /**
     * Reads the answers of {@code /jobs/ID/checkpoints/details/ID/subtasks/VERTEX}, one of each
     * vertex.
     *
     * @throws IllegalArgumentException if they are no such answers
     */
    static Tasks read(List<JsonNode> answers) {
      long delay = Long.MAX_VALUE;
      int unaligned = 0;
      for (JsonNode answer : answers) {
        for (JsonNode task : answer.path("subtasks")) {
          if (task.path("status").asText().equals("completed")) {
            delay = Math.min(delay, whole(task, "start_delay"));
            unaligned += task.path("unaligned_checkpoint").asBoolean() ? 1 : 0;
          }
        }
      }
      if (delay == Long.MAX_VALUE) {
        throw new IllegalArgumentException("No task has completed a checkpoint: " + answers);
      }
      return new Tasks(delay, unaligned);
    }
  }

  /** How far it has come. */
  enum Status {
    IN_PROGRESS,
    COMPLETED,
    FAILED
  }

  /**
   * Reads the answer of {@code /jobs/ID/checkpoints}: those that Flink still remembers, oldest
   * first.
   *
   * @throws IllegalArgumentException if it is no such answer
   */
  static List<Checkpoint> readAll(JsonNode answer) {
    JsonNode history = answer.path("history");
    if (!history.isArray()) {
      throw new IllegalArgumentException("This is no list of checkpoints: " + answer);
    }
    List<Checkpoint> checkpoints = new ArrayList<>();
    for (JsonNode node : history) {
      checkpoints.add(
          new Checkpoint(
              whole(node, "id"),
              Status.valueOf(node.path("status").asText()),
              whole(node, "trigger_timestamp"),
              whole(node, "end_to_end_duration"),
              whole(node, "state_size"),
              Tasks.UNKNOWN));
    }
    checkpoints.sort(Comparator.comparingLong(Checkpoint::id));
    return List.copyOf(checkpoints);
  }

  private static long whole(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isIntegralNumber()) {
      throw new IllegalArgumentException("A checkpoint has no '" + field + "': " + node);
    }
    return value.asLong();
  }

  boolean isOver() {
    return status != Status.IN_PROGRESS;
  }

  boolean failed() {
    return status == Status.FAILED;
  }

  double seconds() {
    return millis / 1e3;
  }

  /** From the first barrier until the last task was done. */
  double fromBarrierSeconds() {
    return (millis - tasks.delayMillis()) / 1e3;
  }

  Checkpoint with(Tasks told) {
    return new Checkpoint(id, status, triggeredMillis, millis, stateBytes, told);
  }
}
