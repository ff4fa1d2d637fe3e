package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnTest {
  private static final TestbedOptions OPTIONS =
      Samples.options(Samples.grid(List.of(2, 4), List.of(8, 2)), 2, 1);

  @Test
  void all_twoRounds_alternateWithinACell() {
    List<String> measured =
        Turn.all(OPTIONS).stream()
            .filter(turn -> !turn.warmUp())
            .map(turn -> turn.number() + " " + turn.cell().name() + " " + turn.configuration())
            .toList();
    assertEquals(16, measured.size());
    assertEquals(
        List.of(
            "1 2 writers x 8 chunks 0",
            "1 2 writers x 8 chunks 1",
            "1 2 writers x 2 chunks 0",
            "1 2 writers x 2 chunks 1"),
        measured.subList(0, 4));
    assertEquals("2 4 writers x 2 chunks 1", measured.get(15));
  }

  @Test
  void all_warmUp_isOfTheLargestCell() {
    List<Turn> warmUps = Turn.all(OPTIONS).stream().filter(Turn::warmUp).toList();
    assertEquals(2, warmUps.size());
    assertEquals("4 writers x 8 chunks", warmUps.get(1).cell().name());
  }

  @Test
  void directory_allTurns_isEachItsOwn() {
    List<Turn> turns = Turn.all(OPTIONS);
    assertEquals("/warm-up-1-4-writers-x-8-chunks", turns.get(0).directory());
    assertEquals(
        turns.size() / 2, // Each configuration has a NameNode of its own.
        turns.stream().map(Turn::directory).distinct().count());
  }

  @Test
  void timeLeft_cellsKnownAndUnknown_followsWhatWasTaken() {
    TestbedOptions two = Samples.options(Samples.grid(List.of(4), List.of(8, 2)), 1, 0);
    TimeLeft left = new TimeLeft(two, Turn.all(two));
    double pauses = Written.PAUSES_SECONDS;
    left.over(pauses + 100); // 8 chunks; 100 s ahead, and twice a quarter of it for 2 chunks
    assertEquals(150 + 3 * pauses, left.seconds(), 1e-9);
    assertEquals("about 3 min left", left.toString());
    left.over(pauses + 140);
    assertEquals("about 69 s left", left.toString()); // 2 x (4.5 + 120 / 4)
    left.over(pauses + 50);
    assertEquals(50 + pauses, left.seconds(), 1e-9);
    left.over(pauses + 40);
    assertEquals("about 0 s left", left.toString());
  }
}
