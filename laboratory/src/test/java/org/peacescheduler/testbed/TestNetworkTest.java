package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TestNetworkTest {
  @Test
  void build_closedMeanwhile_runsNoFurtherCommand() {
    TestNetwork network =
        new TestNetwork(new NetworkPlan("test", ShapedTopologyTest.twoRacks(1), Samples.QUEUES));
    network.close();
    TestbedException e = assertThrows(TestbedException.class, network::build);
    assertEquals("The testbed is being taken down.", e.getMessage());
  }
}
