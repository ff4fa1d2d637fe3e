package org.peacescheduler.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.batch.Algorithm1;

/** Whether a pipeline is one: connected hop by hop, on allowed and distinct servers. */
public final class PipelineChecker {
  private PipelineChecker() {}

  public static void check(
      NetworkModel model, Algorithm1.ScheduledChunk chunk, PlacementTemplate template) {
    List<Integer> chosen = new ArrayList<>();
    int sender = chunk.writer().server();
    Pipeline pipeline = chunk.pipeline();
    for (int replica = 0; replica < pipeline.replicas(); replica++) {
      int target = pipeline.server(replica);
      assertTrue(
          Placements.allowed(model, chunk.writer(), pipeline.replicas(), chosen, template)
              .contains(target),
          () -> pipeline + " breaks " + template + " after " + chosen);
      checkHop(model, sender, target, pipeline.hop(replica));
      chosen.add(target);
      sender = target;
    }
    assertEquals(chosen.size(), chosen.stream().distinct().count());
  }

  private static void checkHop(NetworkModel model, int sender, int target, int[] edges) {
    List<Integer> expected = new ArrayList<>();
    int i = 0;
    if (sender != target) {
      int at = model.switchOf(sender);
      expected.add(model.up(sender));
      i++;
      while (at != model.switchOf(target)) {
        int k = edges[i++] - model.link(0);
        assertEquals(at, model.linkFrom(k), "a hop leaves a switch where it is not");
        expected.add(model.link(k));
        at = model.linkTo(k);
      }
      expected.add(model.down(target));
    }
    if (model.topology().servers().get(target).capacities().disk().isPresent()) {
      expected.add(model.disk(target));
    }
    assertEquals(expected, Arrays.stream(edges).boxed().toList());
  }

  public static void take(Algorithm1.ScheduledChunk chunk, int[] left) {
    for (int edge : chunk.pipeline().edges()) {
      left[edge]--;
    }
  }
}
