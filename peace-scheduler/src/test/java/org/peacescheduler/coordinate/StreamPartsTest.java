package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.coordinate.order.Shares.Terms;
import org.peacescheduler.schedule.Constants;

class StreamPartsTest {
  private static final Share ANN = Share.ofUser("ann");
  private static final Share BOB = Share.ofUser("bob");
  private static final Share LOGS = Share.ofPaths("/logs");

  private final StreamParts parts =
      new StreamParts(
          new Shares(Map.of(LOGS, new Terms(1, 0.8), BOB, new Terms(3, 0))), Constants.STANDARD);

  @Test
  void of_nothingKeepsComing_one() {
    parts.count(ANN, 100);

    assertEquals(1, parts.of(ANN, 1));
  }

  @Test
  void of_shareWhoseOnlyChunkIsALogs_one() {
    parts.setMost(4);
    parts.count(BOB, 100);

    assertEquals(1, parts.of(ANN, 10));
  }

  @Test
  void of_oneShare_asManyAsItHasChunksForEachStream() {
    parts.setMost(4);
    parts.count(ANN, 35);

    assertEquals(2, parts.of(ANN, 10));
    assertEquals(4, parts.of(ANN, 2));
    assertEquals(4, parts.of(ANN, 0.1));
    assertEquals(1, parts.of(ANN, 100));
  }

  @Test
  void of_fewChunksBesideMany_itsPartsMakeUpWhatIsDue() {
    parts.setMost(4);
    parts.count(ANN, 1);
    parts.count(BOB, 100);

    assertEquals(2, parts.of(ANN, 1)); // A quarter is due to it.
    assertEquals(1, parts.of(ANN, 4)); // One stream of four.
    assertEquals(4, parts.of(BOB, 4));
  }

  @Test
  void of_guaranteed_countsMoreThanWeight() {
    parts.setMost(4);
    parts.count(LOGS, 25);
    parts.count(BOB, 100);

    assertEquals(2, parts.of(LOGS, 10));
  }

  @Test
  void count_shareHasNoMoreChunks_othersAreDueItsPart() {
    parts.setMost(4);
    parts.count(BOB, 1);
    parts.count(ANN, 3);
    parts.count(BOB, -1);

    assertEquals(2, parts.of(ANN, 1));
  }
}
