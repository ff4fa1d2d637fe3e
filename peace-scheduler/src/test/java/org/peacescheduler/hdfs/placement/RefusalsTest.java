package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.peacescheduler.hdfs.placement.PolicyCall.Need;
import org.peacescheduler.hdfs.placement.PolicyCall.Scope;

class RefusalsTest {
  private static final Need LARGE = new Need(Set.of(StorageType.DISK), 128);
  private static final Need MIDDLE = new Need(Set.of(StorageType.DISK), 64);
  private static final Need SMALL = new Need(Set.of(StorageType.DISK), 1);
  private static final Need ON_FLASH = new Need(Set.of(StorageType.SSD), 128);

  private final Refusals refusals = new Refusals();

  @Test
  void note_noRoom_chunksThatNeedAsMuchAreKeptAway() {
    refusals.note("s1", Scope.SAME_NEED, MIDDLE, 0);
    assertEquals(Set.of("s1"), refusals.of(MIDDLE, 1));
    assertEquals(Set.of("s1"), refusals.of(LARGE, 1));
    assertEquals(Set.of(), refusals.of(SMALL, 1));
    assertEquals(Set.of(), refusals.of(ON_FLASH, 1));
  }

  @Test
  void note_noStorageWillDo_othersAreNotKeptAway() {
    Need nowhere = new Need(Set.of(), 64);
    refusals.note("s1", Scope.SAME_NEED, nowhere, 0);
    assertEquals(Set.of("s1"), refusals.of(nowhere, 1));
    assertEquals(Set.of(), refusals.of(LARGE, 1));
  }

  @Test
  void note_takesNoBlocks_allAreKeptAway() {
    refusals.note("s1", Scope.ALL, LARGE, 0);
    assertEquals(Set.of("s1"), refusals.of(SMALL, 1));
    assertEquals(Set.of("s1"), refusals.of(ON_FLASH, 1));
  }

  @Test
  void note_onlyThisChunk_nobodyIsKeptAway() {
    refusals.note("s1", Scope.THIS_CHUNK, LARGE, 0);
    assertEquals(Set.of(), refusals.of(LARGE, 1));
  }

  @Test
  void of_afterAHeartbeat_isForgotten() {
    refusals.note("s1", Scope.SAME_NEED, LARGE, 0);
    refusals.note("s2", Scope.ALL, LARGE, 1);
    assertEquals(Set.of("s1", "s2"), refusals.of(LARGE, Refusals.REMEMBERED_MILLIS - 1));
    assertEquals(Set.of("s2"), refusals.of(LARGE, Refusals.REMEMBERED_MILLIS));
    assertEquals(Set.of(), refusals.of(LARGE, Refusals.REMEMBERED_MILLIS + 1));
  }

  @Test
  void note_largerChunkRefusedLater_smallerOnesAreAskedForInTime() {
    refusals.note("s1", Scope.SAME_NEED, MIDDLE, 0);
    refusals.note("s1", Scope.SAME_NEED, LARGE, 1_000);
    assertEquals(Set.of("s1"), refusals.of(MIDDLE, 1_001));
    assertEquals(Set.of(), refusals.of(MIDDLE, Refusals.REMEMBERED_MILLIS));
    refusals.note("s1", Scope.SAME_NEED, SMALL, 5_000);
    assertEquals(Set.of("s1"), refusals.of(SMALL, 5_001));
  }

  @Test
  void accepted_aChunkThatNeedsAsMuch_isForgotten() {
    refusals.note("s1", Scope.SAME_NEED, MIDDLE, 0);
    refusals.accepted(Set.of("s1"), SMALL);
    refusals.accepted(Set.of("s1"), ON_FLASH);
    refusals.accepted(Set.of("s2"), LARGE);
    assertEquals(Set.of("s1"), refusals.of(MIDDLE, 1));
    refusals.accepted(Set.of("s1"), LARGE);
    assertEquals(Set.of(), refusals.of(MIDDLE, 1));
  }

  @Test
  void accepted_takesBlocksAgain_isForgotten() {
    refusals.note("s1", Scope.ALL, LARGE, 0);
    refusals.accepted(Set.of("s1"), SMALL);
    assertEquals(Set.of(), refusals.of(LARGE, 1));
  }

  @Test
  void note_many_someAreRemembered() {
    for (int i = 0; i < 2 * Refusals.MOST; i++) {
      refusals.note("s" + i, Scope.ALL, LARGE, 0);
    }
    assertEquals(Refusals.MOST, refusals.of(LARGE, 1).size());
    refusals.note("another", Scope.ALL, LARGE, Refusals.REMEMBERED_MILLIS);
    assertEquals(Set.of("another"), refusals.of(LARGE, Refusals.REMEMBERED_MILLIS));
  }
}
