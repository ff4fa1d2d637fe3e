package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkPlanTest {
  private final NetworkPlan plan =
      new NetworkPlan("7", ShapedTopologyTest.twoRacks(1), Samples.QUEUES);

  @Test
  void commands_all_touchOnlyOurNamespaces() {
    for (List<String> command : plan.commands()) {
      String line = String.join(" ", command);
      assertTrue(line.contains("peacetb-7-"), line);
    }
  }

  @Test
  void namespaces_twoRacks_areHostsSwitchesAndTheNameNode() {
    List<String> namespaces = plan.namespaces();
    assertEquals(17 + 2 + 1, namespaces.size());
    assertEquals(namespaces.size(), new HashSet<>(namespaces).size());
    assertTrue(namespaces.contains(plan.nameNodeNamespace()));
  }

  @Test
  void links_everyDirection_isShapedOnceAtItsRate() {
    assertEquals(2 * 17 + 2, plan.links().size());
    for (NetworkPlan.ShapedLink link : plan.links()) {
      List<List<String>> classes =
          plan.commands().stream()
              .filter(c -> c.contains("class"))
              .filter(c -> c.contains(link.namespace()) && c.contains(link.device()))
              .toList();
      assertEquals(1, classes.size(), link.name());
      List<String> words = classes.get(0);
      assertEquals(link.rate().forTc(), words.get(words.indexOf("rate") + 1));
    }
    NetworkPlan.ShapedLink down =
        plan.links().stream().filter(l -> l.name().equals("tor2->svr2.1")).findFirst().get();
    assertEquals(20e6, down.rate().bitsPerSecond());
    assertEquals(NetworkPlan.Kind.DOWN, down.kind());
  }

  @Test
  void links_nameNode_isNotShaped() {
    assertTrue(
        plan.links().stream().noneMatch(l -> l.namespace().equals(plan.nameNodeNamespace())));
  }
}
