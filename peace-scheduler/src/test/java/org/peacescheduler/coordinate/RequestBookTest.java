package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

  private long number(String path, long now) {
    return book.memberOf(Harness.chunk(path), now).group().number();
  }

  @Test
  void memberOf_unknownWriters_areAGroupEach() {
    assertEquals(0, book.memberOf(unknown("/a"), 0).group().number());
    assertEquals(1, book.memberOf(unknown("/b"), 0).group().number());
  }

  private static ChunkRequest unknown(String path) {
    return ChunkRequest.of(path, 1, Harness.ANY).build();
  }

  @Test
  void memberOf_filesInOneDirectory_areAGroupWhoeverWritesThem() {
    assertEquals(0, book.memberOf(unknown("/data/host-1/a"), 0).group().number());
    assertEquals(0, book.memberOf(unknown("/data/host-2/a"), 0).group().number());
    assertEquals(1, book.memberOf(unknown("/more/host-2/a"), 0).group().number());
  }

  @Test
  void advance_knownAndUnknownFiles_countsChunks() {
    number("w1/a", 0);
    assertEquals(0, book.chunkNumber("w1/a"));
    book.advance("w1/a");
    book.advance("w9/unknown");
    assertEquals(1, book.chunkNumber("w1/a"));
  }

  @Test
  void forgetIdleSince_onlyFilesThatPaused_areForgotten() {
    number("w1/a", 0);
    number("w1/b", 0);
    number("w2/c", 0);
    book.pause("w1/a", 100);
    book.pause("w2/c", 200);
    book.forgetIdleSince(150, 100, 250);
    assertEquals(2, book.files());
    // It asks again, so it is not idle any more.
    number("w2/c", 300);
    book.forgetIdleSince(10_000, 100, 10_300);
    assertEquals(2, book.files());
  }

  @Test
  void memberOf_veryLongNames_areToldApartAndForgotten() {
    String path = "w1/" + "d".repeat(8000) + "/";
    number(path + "a", 0);
    number(path + "b", 0);
    book.advance(path + "a");
    assertEquals(1, book.chunkNumber(path + "a"));
    assertEquals(0, book.chunkNumber(path + "b"));
    assertEquals(2, book.files());
    book.forget(path + "a", 1);
    book.forget(path + "b", 1);
    assertEquals(0, book.files());
  }
}
