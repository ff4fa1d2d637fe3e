package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** A writer's chunks follow each other over the same servers where links are full. */
class RowsTest {
  private static final long MEGABYTE = 1_000_000;
  private static final PlacementTemplate OUT_AND_ACROSS =
      PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK));

  /** What a megabyte takes at a megabyte a second, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  private static Harness harness(int streamsAcross) {
    return new Harness(
        TestNetworks.parse(
            """
            version: 1
            streamRate: 1 MB/s
            defaults: {server: {up: 1, down: 1}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: %d}]
            servers:
            - {hosts: "svr1.[1-20]", switch: tor1}
            - {hosts: "svr2.[1-20]", switch: tor2}
            """
                .formatted(streamsAcross)),
        0,
        Duration.ofMinutes(10),
        Ends.TOLD);
  }

  private static ChunkRequest chunk(String path) {
    return Harness.chunk(path, 2, OUT_AND_ACROSS, MEGABYTE);
  }

  private static List<Ticket> submit(Harness h, int chunks) {
    // While others write and wait, too: a writer does not wait for itself alone.
    Ticket first = h.submit(chunk("svr1.1/first"));
    h.submit(chunk("svr1.2/other"));
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      tickets.add(h.submit(chunk("svr1.1/" + i)));
    }
    h.clock.set(CHUNK_MILLIS);
    h.coordinator.done(first, true, MEGABYTE);
    return tickets;
  }

  /** Each chunk ends a little after the next one has begun. */
  private static void runOneAfterAnother(Harness h, List<Ticket> tickets, double chunkTimes) {
    for (int i = 0; i + 1 < tickets.size(); i++) {
      assertEquals(List.of("granted"), h.said("svr1.1/" + i));
      long begin = tickets.get(i).flight.lease.begin();
      h.clock.set(begin + (long) (chunkTimes * CHUNK_MILLIS) + 2);
      h.coordinator.pass();
      h.coordinator.done(tickets.get(i), true, MEGABYTE);
      assertTrue(Audit.balances(h.coordinator));
    }
  }

  @Test
  void submit_linkBetweenSwitchesIsFull_eightChunksComeToItOverTheSameServer() {
    Harness h = harness(1);
    runOneAfterAnother(h, submit(h, 17), 1);
    for (int i = 1; i < 8; i++) {
      assertEquals(h.nodes("svr1.1/0").get(0), h.nodes("svr1.1/" + i).get(0));
      assertEquals(h.nodes("svr1.1/8").get(0), h.nodes("svr1.1/" + (8 + i)).get(0));
    }
    assertNotEquals(h.nodes("svr1.1/0").get(0), h.nodes("svr1.1/8").get(0));
    HashSet<String> behind = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      behind.add(h.nodes("svr1.1/" + i).get(1));
    }
    assertTrue(behind.size() > 1, "behind the link the servers are drawn anew");
  }

  @Test
  void submit_serversLinksAloneAreFull_twoChunksFollowEachOther() {
    Harness h = harness(20);
    runOneAfterAnother(h, submit(h, 8), 1);
    for (int i = 0; i < 6; i += 2) {
      assertEquals(h.nodes("svr1.1/" + i), h.nodes("svr1.1/" + (i + 1)));
      assertNotEquals(h.nodes("svr1.1/" + i), h.nodes("svr1.1/" + (i + 2)));
    }
  }

  @Test
  void submit_theOneBeforeIsDone_isFollowedByNone() {
    Harness h = harness(1);
    List<Ticket> tickets = submit(h, 12);
    HashSet<String> first = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      h.clock.set(h.clock.millis() + CHUNK_MILLIS / 2);
      h.coordinator.done(tickets.get(i), true, MEGABYTE);
      first.add(h.nodes("svr1.1/" + i).get(0));
    }
    assertTrue(first.size() > 3, first::toString);
  }
}
