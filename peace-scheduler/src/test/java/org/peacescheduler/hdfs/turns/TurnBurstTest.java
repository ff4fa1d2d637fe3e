package org.peacescheduler.hdfs.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertTrue(burst.coordinator.balances());
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
