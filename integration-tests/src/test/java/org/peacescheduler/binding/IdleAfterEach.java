package org.peacescheduler.binding;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * After each test of a class, all capacity is back in every NameNode that runs: nothing waits, and
 * no link carries anything.
 */
final class IdleAfterEach implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    for (PeaceCluster cluster : PeaceCluster.running()) {
      cluster.awaitIdle();
    }
  }
}
