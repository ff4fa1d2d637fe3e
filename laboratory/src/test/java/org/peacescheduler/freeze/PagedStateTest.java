package org.peacescheduler.freeze;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.peacescheduler.client.checkpoint.Snapshot;

class PagedStateTest {
  private final PagedState state = new PagedState(3, 2);

  private static byte[] bytes(Snapshot snapshot, long from, long to) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    snapshot.writeTo(from, to, out);
    return out.toByteArray();
  }

  @Test
  void freeze_updatesAfterwards_areNotInTheSnapshot() throws IOException {
    state.update(1, 0, (byte) 7);
    try (Snapshot snapshot = state.freeze()) {
      state.update(1, 0, (byte) 8);
      state.update(1, 1, (byte) 9);

      assertArrayEquals(new byte[] {0, 0, 7, 0, 0, 0}, bytes(snapshot, 0, 6));
    }
    assertEquals(1, state.copied());
    try (Snapshot snapshot = state.freeze()) {
      assertArrayEquals(new byte[] {8, 9}, bytes(snapshot, 2, 4));
    }
  }

  @Test
  void update_pageThatIsWritten_copiesNothing() throws IOException {
    try (Snapshot snapshot = state.freeze()) {
      bytes(snapshot, 0, 3);
      state.update(0, 0, (byte) 1);
      assertEquals(0, state.copied());

      state.update(1, 0, (byte) 1);
      assertEquals(1, state.copied());
    }
    state.update(2, 0, (byte) 1);
    assertEquals(1, state.copied());
  }
}
