package org.peacescheduler.binding;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test of what only a stock NameNode does, where the NameNode is a patched one. */
final class OnStockNameNode implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return OnPatchedNameNode.isPatched()
        ? ConditionEvaluationResult.disabled("a patched NameNode")
        : ConditionEvaluationResult.enabled("a stock NameNode");
  }
}
