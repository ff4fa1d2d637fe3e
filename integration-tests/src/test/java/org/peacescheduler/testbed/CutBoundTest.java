package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CutBoundTest {
  private static final ShapedTopology SHAPE = ShapedTopologyTest.twoRacks(1);

  @Test
  void of_paperBurst_isThePayloadOverTheLinkBetweenTheRacks() {
    CutBound bound = CutBound.of(SHAPE, BurstShape.checkpoints(16, 8, Samples.CHUNK, 4), 3);
    assertEquals(64 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9); // 8 writers on either side
    assertEquals("tor1->tor2", bound.link());
  }

  @Test
  void of_unevenSmallFiles_countsWhatEachSideHas() {
    // 3 files: two of the writer in rack 1, one of that in rack 2.
    CutBound bound = CutBound.of(SHAPE, BurstShape.smallFiles(2, 3, Samples.CHUNK, 4), 3);
    assertEquals(2 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9);
  }

  @Test
  void of_oneReplica_doesNotCountTheLinkBetweenTheRacks() {
    CutBound bound = CutBound.of(SHAPE, BurstShape.checkpoints(16, 8, Samples.CHUNK, 4), 1);
    assertEquals("a writer's own link", bound.link());
    assertEquals(8 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9);
  }
}
