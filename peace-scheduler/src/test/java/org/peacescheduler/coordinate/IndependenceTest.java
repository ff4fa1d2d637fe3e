package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** A client's files go together where no rate is told, until they have ended apart. */
class IndependenceTest {
  private static final long MEGABYTE = 1_000_000;
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  private final Independence files = new Independence(1.25);

  /** One chunk at a time crosses between the racks; nobody says what that carries. */
  private static Harness untold() {
    return network("");
  }

  private static Harness network(String rate) {
    return new Harness(
        TestNetworks.parse(
            rate
                + """
                version: 1
                defaults: {server: {up: 99, down: 99}}
                switches: [{name: tor1}, {name: tor2}]
                links: [{between: [tor1, tor2], capacity: 1}]
                servers:
                - {hosts: "svr1.[1-9]", switch: tor1}
                - {hosts: "svr2.[1-9]", switch: tor2}
                """),
        new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1)
            .without(Set.of(Mechanism.ADMISSION_TRIAL)));
  }

  private static Ticket submit(Harness h, String path) {
    return h.submit(Harness.chunk(path, 1, ACROSS, MEGABYTE));
  }

  private static List<Optional<Exemption>> granted(Harness h, String path) {
    return h.events(SchedulerEvent.Granted.class).stream()
        .filter(event -> event.chunk().path().equals(path))
        .map(SchedulerEvent.Granted::exempt)
        .toList();
  }

  @Test
  void submit_anotherFileOfTheClientIsInFlight_goesToo() {
    Harness h = untold();
    submit(h, "svr1.1/a");
    submit(h, "svr1.2/b");
    submit(h, "svr1.1/c");
    assertEquals(List.of(), granted(h, "svr1.2/b"));
    assertEquals(List.of(Optional.of(Exemption.TOGETHER)), granted(h, "svr1.1/c"));
  }

  @Test
  void grant_otherFilesOfTheClientWait_theyGoWithTheFirst() {
    Harness h = untold();
    Ticket first = submit(h, "svr1.1/a");
    submit(h, "svr1.2/b");
    submit(h, "svr1.2/c");
    submit(h, "svr1.3/d");
    h.clock.set(1_000);
    h.coordinator.done(first, false, MEGABYTE);
    assertEquals(List.of(Optional.empty()), granted(h, "svr1.2/b"));
    assertEquals(List.of(Optional.of(Exemption.TOGETHER)), granted(h, "svr1.2/c"));
  }

  @Test
  void submit_rateIsTold_waits() {
    Harness h = network("streamRate: 1 MB/s\n");
    submit(h, "svr1.1/a");
    submit(h, "svr1.2/b");
    submit(h, "svr1.1/c");
    assertEquals(List.of(), granted(h, "svr1.1/c"));
  }

  @Test
  void submit_manyFilesOfOneClient_onlyAFewGoTogether() {
    Harness h = untold();
    submit(h, "svr1.1/a");
    submit(h, "svr1.2/b");
    for (int file = 0; file < 100; file++) {
      submit(h, "svr1.1/more" + file);
    }
    assertEquals(Bounds.MOST_TOGETHER, h.events(SchedulerEvent.Granted.class).size());
  }

  @Test
  void submit_filesHaveEndedApart_waits() {
    Harness h = untold();
    Ticket a = submit(h, "svr1.1/a");
    Ticket c = submit(h, "svr1.1/c");
    h.clock.set(1_000);
    h.coordinator.done(a, true, MEGABYTE);
    h.clock.set(2_000);
    h.coordinator.done(c, true, MEGABYTE);
    submit(h, "svr1.1/d");
    submit(h, "svr1.2/b");
    submit(h, "svr1.1/e");
    assertEquals(List.of(), granted(h, "svr1.1/e"));
  }

  @Test
  void isWritten_filesEndTogether_mayStandStill() {
    files.begins();
    files.isWritten("a", 0, 4_000);
    files.isWritten("b", 0, 4_900);
    assertTrue(files.mayStandStill());
  }

  @Test
  void isWritten_filesEndApart_areIndependent() {
    files.begins();
    files.isWritten("a", 0, 4_000);
    files.isWritten("b", 0, 5_100);
    assertFalse(files.mayStandStill());
  }

  @Test
  void isWritten_oneAfterTheOther_tellsNothing() {
    files.begins();
    files.isWritten("a", 0, 4_000);
    files.isWritten("a", 1_000, 9_000);
    files.isWritten("b", 9_000, 20_000);
    assertTrue(files.mayStandStill());
  }

  @Test
  void mayStandStill_nothingInFlight_no() {
    files.begins();
    files.leaves();
    assertFalse(files.mayStandStill());
  }
}
