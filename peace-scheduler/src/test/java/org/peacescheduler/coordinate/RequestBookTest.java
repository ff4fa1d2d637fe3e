package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestBookTest {
  private final RequestBook book = new RequestBook();

  private long number(String path, long now) {
    return book.standingOf(Harness.chunk(path), now).number();
  }

  @Test
  void standingOf_filesBegunTogether_areOneRequestPerWriter() {
    assertEquals(0, number("w1/a", 0));
    assertEquals(1, number("w2/c", 3));
    assertEquals(0, number("w1/b", 5));
    assertEquals(0, number("w1/d", 1000));
    assertEquals(2, number("w1/e", 1001));
    assertEquals(2, number("w1/f", 2001));
    assertEquals(0, number("w1/a", 9000));
  }

  @Test
  void standingOf_requestWhoseFilesHaveEnded_isNotJoined() {
    assertEquals(0, number("w1/a", 0));
    book.forget("w1/a");
    assertEquals(1, number("w1/b", 1));
    assertEquals(1, book.files());
  }

  @Test
  void standingOf_olderRequestEnds_newerOneIsStillJoined() {
    number("w1/a", 0);
    assertEquals(1, number("w1/b", 5000));
    book.forget("w1/a");
    assertEquals(1, number("w1/c", 5001));
  }

  @Test
  void standingOf_unknownWriters_areARequestEach() {
    ChunkRequest a =
        new ChunkRequest(
            "/a",
            Optional.empty(),
            Optional.empty(),
            1,
            Harness.ANY,
            Set.of(),
            Optional.empty(),
            0);
    ChunkRequest b =
        new ChunkRequest(
            "/b",
            Optional.empty(),
            Optional.empty(),
            1,
            Harness.ANY,
            Set.of(),
            Optional.empty(),
            0);
    assertEquals(0, book.standingOf(a, 0).number());
    assertEquals(1, book.standingOf(b, 0).number());
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
    book.forgetIdleSince(150);
    assertEquals(2, book.files());
    // It asks again, so it is not idle any more.
    number("w2/c", 300);
    book.forgetIdleSince(10_000);
    assertEquals(2, book.files());
  }
}
