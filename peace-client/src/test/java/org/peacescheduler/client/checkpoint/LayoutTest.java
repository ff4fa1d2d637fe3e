package org.peacescheduler.client.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {
  @Test
  void divide_tenOfFours_givesWholeChunksToTwo() {
    assertEquals(
        List.of(new Layout.Share("part-0", 0, 0, 8), new Layout.Share("part-1", 0, 8, 10)),
        Layout.divide(10, 4, 2, 0));
  }

  @Test
  void divide_withHeader_keepsTheFileWhole() {
    assertEquals(
        List.of(
            new Layout.Share(PartsWriter.OF_TURN, 3, 0, 5), new Layout.Share("part-1", 0, 5, 10)),
        Layout.divide(10, 4, 2, 3));
  }

  @Test
  void divide_all_hasFewestChunksAndEvenFiles() {
    for (int bytes = 0; bytes < 60; bytes++) {
      for (int threads = 1; threads < 6; threads++) {
        for (int header = 0; header < 4; header++) {
          check(Layout.divide(bytes, 4, threads, header), bytes, threads, header);
        }
      }
    }
  }

  private static void check(List<Layout.Share> shares, int bytes, int threads, int header) {
    long at = 0;
    long chunks = 0;
    long most = 0;
    long least = Long.MAX_VALUE;
    for (Layout.Share share : shares) {
      assertEquals(at, share.from());
      assertTrue(share.to() > share.from());
      at = share.to();
      long own = (share.header() + share.to() - share.from() + 3) / 4;
      chunks += own;
      most = Math.max(most, own);
      least = Math.min(least, own);
    }
    assertEquals(bytes, at);
    assertTrue(shares.size() <= threads);
    if (bytes > 0) {
      assertEquals((bytes + header + 3) / 4, chunks);
      assertTrue(most - least <= 1);
    }
  }
}
