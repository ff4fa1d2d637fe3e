package org.peacescheduler.flink.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.junit.jupiter.api.Test;

class StateKeysTest {
  @Test
  void evenly_fourTasks_giveEachItsShareOfDifferentKeys() {
    List<Integer> keys = StateKeys.evenly(4, 64, 128);
    assertEquals(256, new HashSet<>(keys).size());
    Map<Integer, Long> perTask =
        keys.stream()
            .collect(
                Collectors.groupingBy(
                    key -> KeyGroupRangeAssignment.assignKeyToParallelOperator(key, 128, 4),
                    Collectors.counting()));
    assertEquals(
        List.of(0, 1, 2, 3).stream().collect(Collectors.toMap(Function.identity(), t -> 64L)),
        perTask);
  }

  @Test
  void evenly_oneTask_takesTheFirstKeys() {
    assertEquals(List.of(0, 1, 2), StateKeys.evenly(1, 3, 128));
  }
}
