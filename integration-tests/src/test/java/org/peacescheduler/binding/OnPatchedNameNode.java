package org.peacescheduler.binding;

import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test of what only a patched NameNode does, where the NameNode is a stock one. */
final class OnPatchedNameNode implements ExecutionCondition {
  /** Whether the NameNodes of this JVM have Peace's patches. */
  static boolean isPatched() {
    return BlockPlacementPolicy.class.getResource("NewBlockListener.class") != null;
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return isPatched()
        ? ConditionEvaluationResult.enabled("a patched NameNode")
        : ConditionEvaluationResult.disabled("a stock NameNode");
  }
}
