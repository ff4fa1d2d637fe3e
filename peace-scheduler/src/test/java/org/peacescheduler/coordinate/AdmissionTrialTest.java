package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;

class AdmissionTrialTest {
  private static final SchedulerSettings SETTINGS =
      new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1);
  private static final long BYTES = 1_000_000;

  private AdmissionTrial trial = new AdmissionTrial(SETTINGS, false, 0);
  private long now;

  private Ticket begin(boolean isOverFullLinks) {
    return begin(isOverFullLinks, BYTES);
  }

  private Ticket begin(boolean isOverFullLinks, long bytes) {
    Chunk chunk = new Chunk("/a", "svr1.1", 0, "");
    Ticket ticket = new Ticket(0, chunk, null, Harness.chunk("svr1.1/a"), now);
    ticket.flight.granted = now;
    ticket.size.asked = bytes;
    trial.begun(ticket);
    trial.letIn(ticket, isOverFullLinks);
    return ticket;
  }

  private void end(Ticket ticket) {
    end(ticket, ticket.size.asked);
  }

  private void end(Ticket ticket, double due) {
    ticket.flight.isWritten = true;
    ticket.size.written = ticket.size.asked;
    trial.ended(ticket, () -> due, now);
  }

  /** So many chunks are in flight at a time, each takes so long, until so many have ended. */
  private void send(int ends, int inFlight, long millis) {
    for (int ended = 0; ended < ends; ended += inFlight) {
      List<Ticket> tickets = Stream.generate(() -> begin(true)).limit(inFlight).toList();
      now += millis;
      trial.elapse(true, now);
      tickets.forEach(this::end);
    }
  }

  /** One chunk, then two, up to so many are in flight at a time, for as long as is told. */
  private void sendMoreAndMore(int most, LongUnaryOperator millis, IntToDoubleFunction due) {
    for (int n = 1; n <= most; n++) {
      List<Ticket> tickets = Stream.generate(() -> begin(true)).limit(n).toList();
      now += millis.applyAsLong(n);
      trial.elapse(true, now);
      double ofLinks = due.applyAsDouble(n);
      tickets.forEach(ticket -> end(ticket, ofLinks));
    }
  }

  @Test
  void chunksAsQuickBesideMany_turnsAreNotTried() {
    sendMoreAndMore(16, n -> 1600, n -> 1.6 * BYTES / n);
    assertTrue(trial.isOpen());
  }

  @Test
  void chunksSlowerBesideManyOnTheirLinks_turnsAreTried() {
    sendMoreAndMore(4, n -> 100 * n, n -> BYTES);
    assertFalse(trial.isOpen());
  }

  @Test
  void chunksSlowerTheMoreThereAreButNotByTheirLinks_turnsAreTried() {
    sendMoreAndMore(4, n -> 100 * n, n -> (1 + n % 2) * BYTES * n); // A core that no file tells of.
    assertFalse(trial.isOpen());
  }

  @Test
  void bandwidthsStated_isNotOpen() {
    assertFalse(new AdmissionTrial(SETTINGS, true, 0).isOpen());
  }

  @Test
  void bandwidthsNotStated_opensUntilAGenerationHasEnded() {
    assertTrue(trial.isOpen());
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_allGetAsMuch_stay() {
    send(16, 16, 1600);
    send(200, 2, 220);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_noneEndsThoughMostShouldHave_endBeforeOneDoes() {
    send(16, 16, 1600);
    begin(false);
    begin(false);
    now += 500;
    trial.elapse(true, now);
    trial.decide(now);
    assertFalse(trial.isOpen());
    now += 600;
    trial.elapse(true, now);
    trial.decide(now);
    assertTrue(trial.isOpen());
  }

  @Test
  void turns_chunksOfBefore_tellNothing() {
    List<Ticket> before = Stream.generate(() -> begin(true)).limit(32).toList();
    now += 1600;
    trial.elapse(true, now);
    before.subList(0, 16).forEach(this::end);
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
    now += 1600;
    trial.elapse(true, now);
    before.subList(16, 32).forEach(this::end);
    assertFalse(trial.isOpen());
    send(2, 2, 1600);
    assertTrue(trial.isOpen());
  }

  @Test
  void turns_haveNotPaid_areTriedAgainFourTimesAsLate() {
    send(16, 16, 1600);
    send(2, 2, 1600);
    assertTrue(trial.isOpen());
    send(48, 16, 1600);
    assertTrue(trial.isOpen());
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_besideIdleLogs_countWhatIsSentAlone() {
    for (int i = 0; i < 40; i++) {
      begin(true); // It never ends, and has a place as those that do.
    }
    send(64, 16, 1600);
    assertFalse(trial.isOpen());
    for (int i = 0; i < 16 && !trial.isOpen(); i++) {
      send(2, 2, 1600); // An eighth of what all got.
    }
    assertTrue(trial.isOpen());
  }

  @Test
  void tinyChunksEndFirst_longOnesAreCounted() {
    List<Ticket> longOnes = Stream.generate(() -> begin(true)).limit(16).toList();
    for (int i = 0; i < 50; i++) {
      Ticket tiny = begin(true, BYTES / 1000);
      now += 30;
      trial.elapse(true, now);
      end(tiny);
    }
    assertTrue(trial.isOpen());
    now += 100;
    trial.elapse(true, now);
    longOnes.forEach(this::end);
    assertFalse(trial.isOpen());
  }

  @Test
  void turns_havePaidAndAllGetLess_endForAnotherTrial() {
    send(16, 16, 1600);
    send(64, 2, 200);
    assertFalse(trial.isOpen());
    for (int i = 0; i < 32 && !trial.isOpen(); i++) {
      send(2, 2, 300);
    }
    assertTrue(trial.isOpen());
  }

  @Test
  void timeWithoutContention_isNotCounted() {
    for (int i = 0; i < 100; i++) {
      Ticket ticket = begin(false);
      now += 1000;
      trial.elapse(false, now);
      end(ticket);
    }
    assertTrue(trial.isOpen());
  }

  @Test
  void moveTo_bandwidthsAreStatedNow_takesTurns() {
    trial.moveTo(true, Stream.empty());
    assertFalse(trial.isOpen());
    send(200, 2, 10_000);
    assertFalse(trial.isOpen());
  }

  @Test
  void moveTo_bandwidthsAreStatedNoMore_opens() {
    trial = new AdmissionTrial(SETTINGS, true, 0);
    trial.moveTo(false, Stream.empty());
    assertTrue(trial.isOpen());
  }

  @Test
  void moveTo_bandwidthsAreStatedNoMore_countsThoseInFlight() {
    trial = new AdmissionTrial(SETTINGS, true, 0);
    Stream<Ticket> before = Stream.generate(() -> begin(false)).limit(16).toList().stream();
    trial.moveTo(false, before);
    send(16, 16, 1600);
    assertTrue(trial.isOpen()); // 32 were in flight at once.
    send(16, 16, 1600);
    assertFalse(trial.isOpen());
  }

  @Test
  void moveTo_chunksBegunBefore_sayNothingOfWhatLimitsRates() {
    trial = new AdmissionTrial(SETTINGS, true, 0);
    List<Ticket> before = Stream.generate(() -> begin(true)).limit(4).toList();
    now += 10_000;
    trial.elapse(true, now);
    trial.moveTo(false, before.stream());
    sendMoreAndMore(3, n -> 1600, n -> 1.6 * BYTES / n);
    before.forEach(ticket -> end(ticket, BYTES / 4.0)); // Due since they have been counted alone.
    sendMoreAndMore(16, n -> 1600, n -> 1.6 * BYTES / n);
    assertTrue(trial.isOpen());
  }

  @Test
  void leftOut_isNeverOpen() {
    SchedulerSettings without = SETTINGS.without(Set.of(Mechanism.ADMISSION_TRIAL));
    assertFalse(new AdmissionTrial(without, false, 0).isOpen());
  }
}
