package org.peacescheduler.flink.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class TurnOptionsTest {
  private static final Map<String, String> NONE = Map.of();

  private static Duration longest(Map<String, String> keys) {
    return TurnOptions.of(Configuration.fromMap(keys)).longestWait();
  }

  @Test
  void longestWait_nothingSet_isAMinute() {
    assertEquals(Duration.ofMinutes(1), longest(NONE));
  }

  @Test
  void longestWait_shortTimeout_isAQuarterOfIt() {
    assertEquals(
        Duration.ofSeconds(10), longest(Map.of("execution.checkpointing.timeout", "40 s")));
  }

  @Test
  void longestWait_alignedTimeout_isHalfOfIt() {
    assertEquals(
        Duration.ofSeconds(3),
        longest(
            Map.of(
                "execution.checkpointing.aligned-checkpoint-timeout",
                "6 s",
                "execution.checkpointing.timeout",
                "40 s")));
  }

  @Test
  void longestWait_ownKey_isTheLeast() {
    assertEquals(
        Duration.ofSeconds(2),
        longest(
            Map.of(
                "peace.checkpointing.wait.max", "2 s", "execution.checkpointing.timeout", "40 s")));
  }

  @Test
  void directory_oldKeys_areRead() {
    TurnOptions options =
        TurnOptions.of(
            Configuration.fromMap(
                Map.of(
                    "state.checkpoints.dir",
                    "hdfs://nn/flink",
                    "state.checkpoints.create-subdir",
                    "false",
                    "jobmanager.io-pool.size",
                    "5")));

    assertEquals(new TurnOptions(Duration.ofMinutes(1), "hdfs://nn/flink", false, 4), options);
  }
}
