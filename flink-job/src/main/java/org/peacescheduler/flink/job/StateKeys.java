package org.peacescheduler.flink.job;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Keys of which every task of an operator gets equally many. */
final class StateKeys {
  private StateKeys() {}

  /**
   * The smallest such keys, from 0 on.
   *
   * @param tasks the operator's parallelism
   * @param perTask keys of each task
   * @param maxParallelism of the operator
   */
  static List<Integer> evenly(int tasks, int perTask, int maxParallelism) {
    int[] found = new int[tasks];
    List<Integer> keys = new ArrayList<>();
    for (int key = 0; keys.size() < tasks * perTask; key++) {
      int task =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              Integer.valueOf(key), maxParallelism, tasks);
      if (found[task] < perTask) {
        found[task]++;
        keys.add(key);
      }
    }
    return List.copyOf(keys);
  }
}
