package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** Whoever goes though links are full is told to have, and why. */
class ExemptionTest {
  private static final long MEGABYTE = 1_000_000;
  private static final long CHUNK_MILLIS = 1130;
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  /** One stream of a megabyte a second crosses between the racks. */
  private final Harness h =
      new Harness(
          TestNetworks.parse(
              """
              version: 1
              streamRate: 1 MB/s
              defaults: {server: {up: 9, down: 9}}
              switches: [{name: tor1}, {name: tor2}]
              links: [{between: [tor1, tor2], capacity: 1}]
              servers:
              - {hosts: "svr1.[1-9]", switch: tor1}
              - {hosts: "svr2.[1-9]", switch: tor2}
              """),
          0,
          Duration.ofMinutes(10),
          Ends.TOLD);

  private static ChunkRequest across(String path) {
    return Harness.chunk(path, 1, ACROSS, MEGABYTE);
  }

  private void passUntil(long millis) {
    for (long t = h.clock.millis(); t < millis; t += 5) {
      h.clock.set(t);
      h.coordinator.pass();
    }
  }

  private void endAt(long millis, Ticket ticket) {
    h.clock.set(millis);
    h.coordinator.done(ticket, false, MEGABYTE);
  }

  private SchedulerEvent.Granted granted(String path) {
    return h.events(SchedulerEvent.Granted.class).stream()
        .filter(event -> event.chunk().path().equals(path))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private void assertExempt(Exemption kind, String path) {
    assertEquals(Optional.of(kind), granted(path).exempt(), path);
  }

  @Test
  void granted_linksHaveRoom_isNoExemptionAndSaysItsWay() {
    h.submit(across("svr1.1/a"));
    assertEquals(Optional.empty(), granted("svr1.1/a").exempt());
    assertEquals(
        new SchedulerEvent.Way(List.of("tor1->tor2"), CHUNK_MILLIS), granted("svr1.1/a").way());
  }

  @Test
  void granted_writerIsAlone_saysSo() {
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.1/b"));
    assertExempt(Exemption.ALONE, "svr1.1/b");
  }

  @Test
  void granted_nothingIsStatedAndTurnsHaveNotBeenSeenToPay_saysSo() {
    Harness untold =
        new Harness(
            TestNetworks.parse(
                """
                version: 1
                defaults: {server: {up: 1, down: 1}}
                switches: [{name: tor1}, {name: tor2}]
                links: [{between: [tor1, tor2], capacity: 1}]
                servers: [{hosts: "svr1.[1-9]", switch: tor1}, {hosts: "svr2.[1-9]", switch: tor2}]
                """),
            new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1));
    untold.submit(across("svr1.1/a"));
    untold.submit(across("svr1.2/b"));
    assertEquals(
        List.of(Optional.empty(), Optional.of(Exemption.TRIAL)),
        untold.events(SchedulerEvent.Granted.class).stream()
            .map(SchedulerEvent.Granted::exempt)
            .toList());
  }

  @Test
  void granted_writerWasSlow_saysSo() {
    endAt(10 * CHUNK_MILLIS, h.submit(across("svr1.1/slow")));
    h.submit(across("svr1.2/full"));
    h.submit(across("svr1.1/slow"));
    assertExempt(Exemption.SLOW, "svr1.1/slow");
  }

  @Test
  void granted_firstWritersOfItsKindWereSlow_saysSo() {
    for (int writer = 1; writer <= 4; writer++) {
      endAt(10 * writer * CHUNK_MILLIS, h.submit(across("svr1." + writer + "/slow")));
    }
    Ticket quick = h.submit(across("svr1.5/new"));
    h.coordinator.observe(across("svr1.6/full"), List.of("svr2.1"));
    h.coordinator.observe(across("svr1.7/full"), List.of("svr2.1"));
    for (int file = 0; file < 10; file++) {
      h.coordinator.observe(across("svr1.8/full" + file), List.of("svr2.1"));
    }
    h.submit(across("svr1.9/new"));
    assertExempt(Exemption.SLOW_KIN, "svr1.9/new");
    assertEquals(Optional.empty(), granted(quick.chunk().path()).exempt());
  }

  @Test
  void granted_chunkOfALog_saysSo() {
    h.coordinator.flushed(h.submit(across("svr1.1/wal/1")));
    passUntil(CHUNK_MILLIS + 10);
    h.submit(across("svr1.2/full"));
    h.submit(across("svr1.1/wal/2"));
    assertExempt(Exemption.LOG, "svr1.1/wal/2");
  }

  @Test
  void granted_nothingMovesThere_saysSo() {
    for (int file = 0; file < 15; file++) { // So that no byte is left over of the link.
      h.coordinator.observe(across("svr1.1/idle" + file), List.of("svr2.1"));
    }
    h.submit(across("svr1.2/a"));
    passUntil(8 * CHUNK_MILLIS);
    assertExempt(Exemption.STANDSTILL, "svr1.2/a");
  }

  @Test
  void granted_mostOfTheLinkIsNotScheduled_saysSo() {
    for (int file = 0; file < 15; file++) {
      h.coordinator.observe(
          across("svr1.1/excluded" + file),
          List.of("svr2.1"),
          Optional.of(Exemption.EXCLUDED_PATH));
    }
    Ticket ticket = h.submit(across("svr1.2/a"));
    assertEquals(Ticket.State.WAITING, ticket.state);
    h.coordinator.pass();
    assertExempt(Exemption.UNSCHEDULED, "svr1.2/a");
  }

  @Test
  void granted_mostOfTheLinkMayNotWait_saysSo() {
    h.submit(across("svr1.1/first"));
    for (int file = 0; file < 15; file++) {
      String path = "svr1." + (3 + file % 7) + "/crowd" + file;
      h.coordinator.giveUpWaiting(
          h.submit(across(path)), FallbackReason.CROWDED, "more than may wait");
      h.coordinator.observe(across(path), List.of("svr2.1"));
    }
    h.submit(across("svr1.2/a"));
    h.coordinator.pass();
    assertExempt(Exemption.UNSCHEDULED, "svr1.2/a");
  }

  @Test
  void observe_pathIsExcluded_saysSo() {
    h.coordinator.observe(
        across("svr1.1/a"), List.of("svr2.1"), Optional.of(Exemption.EXCLUDED_PATH));
    assertEquals(
        Optional.of(Exemption.EXCLUDED_PATH),
        h.events(SchedulerEvent.Placed.class).get(0).exempt());
  }

  @Test
  void replan_hdfsRefusesADatanode_saysWhich() {
    Ticket ticket = h.submit(across("svr1.1/a"));
    String refused = granted("svr1.1/a").nodes().get(0);
    h.replan(ticket, across("svr1.1/a").without(refused));
    assertEquals(
        List.of(new SchedulerEvent.Refused(0, ticket.chunk(), List.of(refused))),
        h.events(SchedulerEvent.Refused.class));
  }
}
