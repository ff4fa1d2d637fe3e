package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link FairLinks}. */
class FairLinksTest {
  @Test
  void move_oneOfTwoFlowsCrossesASlowerLink_otherGetsTheRest() {
    FairLinks links = new FairLinks(10, 2);
    List<int[]> edges = List.of(new int[] {0}, new int[] {0, 1});

    assertArrayEquals(new double[] {8, 2}, links.move(edges, new double[] {99, 99}, 1), 1e-9);
    assertArrayEquals(new double[] {3, 2}, links.move(edges, new double[] {3, 99}, 1), 1e-9);
    assertArrayEquals(new double[] {4, 1}, links.move(edges, new double[] {99, 99}, 0.5), 1e-9);
  }
}
