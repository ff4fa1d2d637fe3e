package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constants;

class ChunkSizesTest {
  private static final long MEGABYTE = 1_000_000;

  @Test
  void expected_firstChunkOfManySmallFiles_isTheirs() {
    ChunkSizes sizes = new ChunkSizes(Constants.STANDARD);
    assertEquals(MEGABYTE, sizes.expected(true, MEGABYTE));
    sizes.learn(10_000);
    sizes.learn(0);
    assertEquals(10_000, sizes.expected(true, MEGABYTE));
    assertEquals(MEGABYTE, sizes.expected(false, MEGABYTE));
    assertEquals(5_000, sizes.expected(true, 5_000));
  }

  @Test
  void expected_oneLargeFileAmongSmallOnes_isForgottenSlowly() {
    ChunkSizes sizes = new ChunkSizes(Constants.STANDARD);
    sizes.learn(MEGABYTE);
    for (int i = 0; i < 10; i++) {
      sizes.learn(10_000);
    }
    assertTrue(sizes.expected(true, MEGABYTE) > MEGABYTE / 2);
    for (int i = 0; i < 100; i++) {
      sizes.learn(10_000);
    }
    assertTrue(sizes.expected(true, MEGABYTE) < MEGABYTE / 20);
  }
}
