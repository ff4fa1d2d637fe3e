package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.coordinate.order.GroupOrder;

class LedgerTest {
  private static final String COMMIT = "66e07ff44de9dac47399d79356f8707b712cadeb";
  private static final long SEED = 1725988852;

  @TempDir Path folder;

  private static Ledger.Line line(String commit, long seed) {
    return new Ledger.Line(commit, seed, "");
  }

  @Test
  void read_thatOfTheCheckout_hasNoProblems() throws CommandFailure {
    Ledger ledger = Ledger.read(Path.of("ledger.csv"));

    assertTrue(ledger.has(COMMIT));
    assertEquals(List.of(), ledger.problems());
  }

  @Test
  void problems_commitTwice_isOne() {
    assertEquals(
        List.of("commit " + COMMIT + " is judged more than once"),
        new Ledger(List.of(line(COMMIT, SEED), line(COMMIT, SEED))).problems());
  }

  @Test
  void problems_seedThatNoCommitGave_isOne() {
    assertEquals(
        List.of(
            "commit %s has the seed 7, which follows from no digits of it; it is %d"
                .formatted(COMMIT, SEED)),
        new Ledger(List.of(line(COMMIT, 7))).problems());
  }

  @Test
  void append_judgement_isReadAsItWas() throws Exception {
    Path file = Files.writeString(folder.resolve("ledger.csv"), "");
    Judgement judgement =
        Judgement.of(1, SEED, GroupOrder.FAIR_SOJOURN, Variant.STANDARD, 2, (done, of) -> {});

    Ledger.append(file, COMMIT, judgement);
    Ledger ledger = Ledger.read(file);

    String text = Ledger.text(COMMIT, judgement);
    assertEquals(List.of(new Ledger.Line(COMMIT, SEED, text)), ledger.lines());
    assertTrue(text.endsWith(",random-" + SEED + "-000"), text);
  }

  @Test
  void read_otherLine_isBadInput() throws Exception {
    Path file = Files.writeString(folder.resolve("ledger.csv"), "66e07ff,1\n");

    assertThrows(CommandFailure.class, () -> Ledger.read(file));
  }
}
