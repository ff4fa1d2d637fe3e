package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.peacescheduler.laboratory.workload.Replicas;

class CutBoundTest {
  private static final ShapedTopology SHAPE = ShapedTopologyTest.twoRacks(1);

  /** Of the rates of a file whose rates are far apart. */
  private static final double ROUNDING = 1e-3;

  @Test
  void of_paperBurst_isThePayloadOverTheLinkBetweenTheRacks() {
    CutBound bound =
        CutBound.of(SHAPE, BurstShape.checkpoints(16, 8, Samples.CHUNK, 4), new Replicas(3, false));
    assertEquals(64 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9); // 8 writers on either side
    assertEquals("tor1->tor2", bound.link());
  }

  @Test
  void of_unevenSmallFiles_countsWhatEachSideHas() {
    // 3 files: two of the writer in rack 1, one of that in rack 2.
    CutBound bound =
        CutBound.of(SHAPE, BurstShape.smallFiles(2, 3, Samples.CHUNK, 4), new Replicas(3, false));
    assertEquals(2 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9);
  }

  @Test
  void of_oneReplica_doesNotCountTheLinkBetweenTheRacks() {
    CutBound bound =
        CutBound.of(SHAPE, BurstShape.checkpoints(16, 8, Samples.CHUNK, 4), new Replicas(1, false));
    assertEquals("a writer's own link", bound.link());
    assertEquals(8 * 8 * (1 << 20) / 15.625e6, bound.seconds(), 1e-9);
  }

  @Test
  void of_firstReplicaOnOwnDisk_countsTwoOfThreeReceived() throws Exception {
    String text =
        ShapedTopologyTest.TWO_RACKS.replace("capacity: 15.625 Mbit/s", "capacity: 156.25 Mbit/s");
    ShapedTopology fastCore = ShapedTopology.of(text, "fast core", 1);
    BurstShape burst = BurstShape.checkpoints(16, 8, Samples.CHUNK, 4);
    double in = 8 * 15.625e6 + 9 * 20e6;

    CutBound away = CutBound.of(fastCore, burst, new Replicas(3, false));
    CutBound own = CutBound.of(fastCore, burst, new Replicas(3, true));

    assertEquals("the servers' links together, receiving", own.link());
    double replicas = 16 * 8 * 8 * (1 << 20) / in;
    assertEquals(3 * replicas, away.seconds(), ROUNDING * replicas);
    assertEquals(2 * replicas, own.seconds(), ROUNDING * replicas);
  }
}
