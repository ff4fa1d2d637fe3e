package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;

class LinkQueuesTest {
  private static final ByteSize BURST = new ByteSize(3072);

  @Test
  void problem_standard_none() {
    assertEquals(Optional.empty(), new LinkQueues(28, BURST).problem());
  }

  @Test
  void problem_onePacket_said() {
    assertEquals(
        Optional.of("--queue is 1, less than 2. Maybe 28."), new LinkQueues(1, BURST).problem());
  }

  @Test
  void problem_burstOfLessThanAPacket_said() {
    assertEquals(
        Optional.of("--burst is 1 KiB, less than a packet of 1514 bytes. Maybe 3KiB."),
        new LinkQueues(28, new ByteSize(1024)).problem());
  }

  @Test
  void burstForTc_isInBytes() {
    assertEquals("3072b", new LinkQueues(28, BURST).burstForTc());
  }
}
