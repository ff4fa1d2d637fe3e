package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** As Flink 1.20.3 answers, with the fields that matter and some that do not. */
  private static final String ANSWER =
      """
      {"counts":{"restored":0,"total":3,"in_progress":1,"completed":1,"failed":1},
       "latest":{"completed":null},
       "history":[
        {"className":"in_progress","id":3,"status":"IN_PROGRESS","trigger_timestamp":1795547000300,
         "state_size":0,"end_to_end_duration":40,"num_subtasks":5},
        {"className":"failed","id":2,"status":"FAILED","trigger_timestamp":1795547000200,
         "state_size":7,"end_to_end_duration":600000,"failure_message":"Checkpoint expired."},
        {"className":"completed","id":1,"status":"COMPLETED","trigger_timestamp":1795547000100,
         "state_size":16777216,"end_to_end_duration":4512,"discarded":false}]}
      """;

  @Test
  void readAll_threeCheckpoints_areOldestFirst() throws JsonProcessingException {
    List<Checkpoint> all = Checkpoint.readAll(MAPPER.readTree(ANSWER));
    assertEquals(
        new Checkpoint(
            1,
            Checkpoint.Status.COMPLETED,
            1795547000100L,
            4512,
            16777216,
            Checkpoint.Tasks.UNKNOWN),
        all.get(0));
    assertEquals(List.of(1L, 2L, 3L), all.stream().map(Checkpoint::id).toList());
    assertEquals(4.512, all.get(0).seconds());
  }

  @Test
  void readAll_eachStatus_saysWhetherItIsOver() throws JsonProcessingException {
    List<Checkpoint> all = Checkpoint.readAll(MAPPER.readTree(ANSWER));
    assertTrue(all.get(0).isOver());
    assertFalse(all.get(0).failed());
    assertTrue(all.get(1).isOver());
    assertTrue(all.get(1).failed());
    assertFalse(all.get(2).isOver());
  }

  @Test
  void readAll_noHistory_saysWhatCame() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Checkpoint.readAll(MAPPER.readTree("{\"errors\":[\"Job not found\"]}")));
    assertEquals(
        "This is no list of checkpoints: {\"errors\":[\"Job not found\"]}", e.getMessage());
  }

  @Test
  void readAll_durationMissing_isNotTakenForZero() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                Checkpoint.readAll(
                    MAPPER.readTree(
                        "{\"history\":[{\"id\":1,\"status\":\"COMPLETED\",\"trigger_timestamp\":5}]}")));
    assertEquals(
        "A checkpoint has no 'end_to_end_duration':"
            + " {\"id\":1,\"status\":\"COMPLETED\",\"trigger_timestamp\":5}",
        e.getMessage());
  }

  /** As Flink 1.20.3 answers for a vertex, with the fields that matter. */
  private static final String TASKS =
      """
      {"id":1,"status":"COMPLETED","num_subtasks":3,"subtasks":[
        {"className":"completed","index":0,"status":"completed","start_delay":3200,"unaligned_checkpoint":false},
        {"className":"completed","index":1,"status":"completed","start_delay":3100,"unaligned_checkpoint":true},
        {"className":"pending","index":2,"status":"pending_or_failed"}]}
      """;

  @Test
  void tasks_ofAVertex_tellTheFirstBarrier() throws JsonProcessingException {
    Checkpoint.Tasks tasks = Checkpoint.Tasks.read(List.of(MAPPER.readTree(TASKS)));
    assertEquals(new Checkpoint.Tasks(3100, 1), tasks);
    assertEquals(
        1.412, Checkpoint.readAll(MAPPER.readTree(ANSWER)).get(0).with(tasks).fromBarrierSeconds());
  }

  @Test
  void tasks_noneIsDone_isNotTakenForAtOnce() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Checkpoint.Tasks.read(List.of(MAPPER.readTree("{\"subtasks\":[]}"))));
  }
}
