package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.FakeBandwidths;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.schedule.Constants;

class RequestBookTest {
  private final RequestBook book =
      new RequestBook(
          new Groups(
              GroupOrder.FIRST_COME,
              Shares.EQUAL,
              Constants.STANDARD,
              new FakeBandwidths(),
              new WaitingLine(new Guarantees(Shares.EQUAL)).queues()),
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1));

  private OpenFile file(String path, long now) {
    return book.fileOf(Harness.chunk(path), now);
  }

  private long group(String path) {
    return book.fileOf(ChunkRequest.of(path, 1, Harness.ANY).build(), 0).member.group().number();
  }

  @Test
  void fileOf_unknownWriters_areAGroupEach() {
    assertEquals(0, group("/a"));
    assertEquals(1, group("/b"));
  }

  @Test
  void fileOf_filesInOneDirectory_areAGroupWhoeverWritesThem() {
    assertEquals(0, group("/data/host-1/a"));
    assertEquals(0, group("/data/host-2/a"));
    assertEquals(1, group("/more/host-2/a"));
  }

  @Test
  void isSlow_fileIsOpenNoMore_itsWriterIsAsBefore() {
    file("w1/a", 0);
    book.isSlow("w1/a", 100, 1);
    book.forget("w1/a", 2);
    book.isSlow("w1/a", 50, 3);
    assertEquals(100, book.bytesPerSecond(file("w1/a", 4)));
  }

  @Test
  void forgetIdleSince_onlyFilesThatPaused_areForgotten() {
    file("w1/b", 0);
    book.pause(file("w1/a", 0), 100);
    book.pause(file("w2/c", 0), 200);
    book.forgetIdleSince(150, 100, 250);
    assertEquals(2, book.files());
    // It asks again, so it is not idle any more.
    file("w2/c", 300);
    book.forgetIdleSince(10_000, 100, 10_300);
    assertEquals(2, book.files());
  }

  @Test
  void pause_fileThatEnded_leavesAnotherOneOfItsNameAlone() {
    OpenFile ended = file("w1/a", 0);
    book.forget("w1/a", 1);
    file("w1/a", 2);
    book.pause(ended, 3);
    assertFalse(book.forgetIdleSince(10_000, 100, 10_300));
    assertEquals(1, book.files());
  }

  @Test
  void fileOf_veryLongNames_areToldApartAndForgotten() {
    String path = "w1/" + "d".repeat(8000) + "/";
    OpenFile first = file(path + "a", 0);
    assertNotSame(first, file(path + "b", 0));
    assertSame(first, file(path + "a", 0));
    assertEquals(2, book.files());
    book.forget(path + "a", 1);
    book.forget(path + "b", 1);
    assertEquals(0, book.files());
  }
}
