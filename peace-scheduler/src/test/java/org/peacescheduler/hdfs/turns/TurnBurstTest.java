package org.peacescheduler.hdfs.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.turns.TurnQueue;

/** The testbed's burst of 16 units of 8 chunks, and what there is beside it. */
class TurnBurstTest {
  private static final int UNITS = 8;
  private static final int CHUNKS = 8;

  /** Of a unit that has a link for itself. */
  private static final long ALONE_MILLIS = CHUNKS * TurnBurst.CHUNK_MILLIS;

  private final TurnBurst burst = new TurnBurst();

  private void askAll(long announced, long beginMillis) {
    for (int i = 1; i <= UNITS; i++) {
      for (String rack : List.of("svr1.", "svr2.")) {
        String id = "unit-" + rack.charAt(3) + (char) ('a' + i);
        burst.ask(rack + i, "root", id, CHUNKS, announced, beginMillis);
      }
    }
  }

  /** A unit's first request has no size: it is known when the snapshot is taken. */
  @ParameterizedTest
  @CsvSource({"0, 40", "0, 300", "8388608, 40", "8388608, 300"})
  void ask_allAtOnce_eachIsFrozenForItsOwnTimeAndLinksDoNotIdle(long announced, long begin) {
    askAll(announced, begin);
    burst.run();
    double frozen = burst.units.stream().mapToLong(TurnBurst.Unit::frozen).average().orElseThrow();
    long comp = burst.units.stream().mapToLong(unit -> unit.end - unit.asked).max().orElseThrow();
    assertTrue(frozen < 1.2 * ALONE_MILLIS, "frozen for " + frozen + " ms: " + burst.units);
    assertTrue(comp < 1.05 * UNITS * ALONE_MILLIS + begin, "COMP " + comp + ": " + burst.units);
    assertTrue(Audit.balances(burst.coordinator));
    assertTrue(burst.coordinator.status().idle());
  }

  /** When each of three is told that ask at once, the first one with this announcement. */
  private static List<Long> told(long announced) {
    TurnBurst burst = new TurnBurst();
    for (String id : List.of("one", "two", "three")) {
      long bytes = id.equals("one") ? announced : CHUNKS * TurnBurst.BYTES;
      burst.ask("svr1." + (burst.units.size() + 1), "root", id, CHUNKS, bytes, 300);
    }
    burst.run();
    assertTrue(Audit.balances(burst.coordinator));
    return burst.units.stream().map(unit -> unit.told - unit.asked).toList();
  }

  /**
   * Fewer bytes confirmed than announced give the rest back, more are appended: the next ones are
   * told when they would be had the size been announced as it is, and the place stays.
   */
  @ParameterizedTest
  @CsvSource({"67108864", "1048576"})
  void confirm_moreOrFewerThanAnnounced_isAsIfAnnouncedSo(long announced) {
    List<Long> as = told(CHUNKS * TurnBurst.BYTES);
    List<Long> told = told(announced);
    assertEquals(0, told.get(0));
    for (int i = 1; i < as.size(); i++) {
      assertTrue(Math.abs(told.get(i) - as.get(i)) <= 100, told + " instead of " + as);
    }
  }

  /** One lets its turn pass. It has the next one, before those who asked after it. */
  @Test
  void turn_missed_goesBackToItsPlace() {
    long bytes = CHUNKS * TurnBurst.BYTES;
    burst.misses = 1;
    TurnBurst.Unit missing = burst.ask("svr1.1", "root", "missing", CHUNKS, bytes, 40);
    burst.misses = 0;
    // Writes when the first one's turn is over.
    long before = TurnQueue.TURN_MILLIS - 5_000;
    burst.after(before, () -> burst.ask("svr1.2", "root", "writes", 2 * CHUNKS, 2 * bytes, 40));
    burst.after(
        before + 1_000,
        () -> {
          burst.ask("svr1.3", "root", "later", CHUNKS, bytes, 40);
          burst.ask("svr1.4", "root", "last", CHUNKS, bytes, 40);
        });
    burst.run();
    TurnBurst.Unit writes = burst.units.get(1);
    assertTrue(writes.end > missing.asked + TurnQueue.TURN_MILLIS, burst.units.toString());
    assertTrue(missing.told > missing.asked + TurnQueue.TURN_MILLIS, burst.units.toString());
    assertTrue(missing.told < burst.units.get(2).told, burst.units.toString());
    assertTrue(burst.units.get(2).told < burst.units.get(3).told, burst.units.toString());
    assertTrue(Audit.balances(burst.coordinator));
    assertTrue(burst.coordinator.status().idle());
  }

  @Test
  void ask_otherWay_doesNotWait() {
    TurnBurst.Unit one = burst.ask("svr1.1", "root", "one", CHUNKS, 0, 40);
    TurnBurst.Unit behind = burst.ask("svr1.2", "root", "behind", CHUNKS, 0, 40);
    TurnBurst.Unit back = burst.ask("svr2.1", "root", "back", CHUNKS, 0, 40);
    burst.run();
    assertEquals(0, back.told - back.asked);
    assertTrue(behind.told > one.end - 1_500, burst.units.toString());
  }
}
