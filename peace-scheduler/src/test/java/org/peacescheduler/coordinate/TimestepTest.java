package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** When a timestep ends, and what is carried over into the next one. */
class TimestepTest {
  private static final PlacementTemplate OTHER_RACK =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  /** Two racks whose link carries {@code uplink}; every server's own link carries plenty. */
  private static Harness harness(int uplink, double fraction) {
    return new Harness(TestNetworks.star(2, 3, 200, uplink), fraction);
  }

  private static List<Ticket> submit(Harness h, int count, String prefix) {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Of two writers, since one alone does not wait for itself.
      String writer = "svr1." + (1 + i % 2);
      tickets.add(h.submit(Harness.chunk(writer + "/" + prefix + i, 1, OTHER_RACK)));
    }
    return tickets;
  }

  private static int granted(Harness h) {
    return h.events(SchedulerEvent.Granted.class).size();
  }

  @ParameterizedTest
  @CsvSource({
    // fraction, chunks in the timestep, completions that end it
    "0, 5, 1",
    "0.5, 5, 3",
    "0.5, 4, 2",
    "0.8, 5, 4",
    "0.8, 10, 8",
    "1, 5, 5",
    "0.55, 20, 11",
    "0.07, 100, 7",
    "0.01, 5, 1",
    "0.8, 1, 1"
  })
  void done_shareOfTheTimestepsChunks_endsIt(double fraction, int chunks, int completions) {
    Harness h = harness(chunks, fraction);
    List<Ticket> tickets = submit(h, chunks + 1, "a");
    assertEquals(chunks, granted(h));
    for (int i = 0; i < completions; i++) {
      assertEquals(0, h.coordinator.status().timestep());
      assertEquals(chunks, granted(h), "capacity comes back with the end of the timestep");
      h.clock.advance(100);
      h.coordinator.done(tickets.get(i), true);
    }
    assertEquals(1, h.coordinator.status().timestep());
    assertEquals(chunks + 1, granted(h));
    assertEquals(
        List.of(
            new SchedulerEvent.TimestepEnded(
                100L * completions, 0, 100L * completions, completions)),
        h.events(SchedulerEvent.TimestepEnded.class));
  }

  @Test
  void done_chunksStillInFlight_keepTheirCapacityAndCountInTheNextTimestep() {
    Harness h = harness(5, 0.8);
    List<Ticket> first = submit(h, 5, "a");
    submit(h, 6, "b");
    for (Ticket ticket : first.subList(0, 4)) {
      h.coordinator.done(ticket, true);
    }
    assertEquals(5, h.used("tor1->core"));
    assertEquals(9, granted(h), "one of the first five is still in flight");
    assertEquals(5, h.coordinator.status().inFlight());
    // The second timestep has the one carried over and four more: four of the five end it.
    h.coordinator.done(first.get(4), true);
    assertEquals(1, h.coordinator.status().timestep());
    List<Coordinator.InFlight> second = h.coordinator.inFlight();
    for (int i = 0; i < 3; i++) {
      h.coordinator.done(second.get(i).ticket(), true);
    }
    assertEquals(2, h.coordinator.status().timestep());
    assertEquals(11, granted(h));
  }

  @Test
  void submit_inTheMiddleOfATimestep_getsWhatIsLeftOfIt() {
    Harness h = harness(5, 1);
    Ticket early = submit(h, 4, "a").get(0);
    h.coordinator.done(early, true);
    submit(h, 1, "b");
    assertEquals(5, granted(h));
    submit(h, 1, "c");
    assertEquals(5, granted(h), "what 'early' had comes back with the end of the timestep");
  }

  @Test
  void replicaDone_withFraction_comesBackWithTheTimestep() {
    Harness h = harness(1, 1);
    Ticket ticket = submit(h, 1, "a").get(0);
    h.coordinator.replicaDone(ticket, h.nodes("svr1.1/a0").get(0));
    assertEquals(1, h.used("tor1->core"));
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void release_withFraction_countsAsAnEnd() {
    Harness h = harness(2, 1);
    List<Ticket> tickets = submit(h, 3, "a");
    h.coordinator.release(tickets.get(0), "gone", true);
    assertEquals(2, granted(h));
    h.coordinator.fallBack(tickets.get(1), FallbackReason.INVALID_TARGETS, "test");
    assertEquals(3, granted(h));
  }

  /** Those that wait get their turn, before they have waited for the longest deferral. */
  @Test
  void tick_withFractionNobodyTellsTheEnd_timestepEndsLongBeforeTheLongestDeferral() {
    Harness h = harness(2, 0.8);
    submit(h, 3, "a");
    h.clock.set(9_999);
    h.coordinator.tick();
    assertEquals(List.of(), h.said("svr1.1/a2"));
    h.clock.set(10_000);
    h.coordinator.tick();
    assertEquals(List.of("granted"), h.said("svr1.1/a2"));
  }
}
