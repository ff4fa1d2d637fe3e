package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class CoordinatorTest {
  private static final PlacementTemplate OTHER_RACK =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  /** Two racks of three servers; the way out of each rack carries {@code uplink}. */
  private static NetworkModel racks(int uplink) {
    return TestNetworks.star(2, 3, 2, uplink);
  }

  /** A chunk from svr1.x to the other rack: all of them share tor1->core. */
  private static ChunkRequest across(String path) {
    return Harness.chunk(path, 1, OTHER_RACK);
  }

  @Test
  void submit_roomLeft_grantsBeforeItReturns() {
    Harness h = new Harness(racks(9), 0);
    h.clock.set(1000);
    h.submit(across("svr1.1/a"));
    assertEquals(List.of("granted"), h.said("svr1.1/a"));
    assertEquals(
        List.of(
            new SchedulerEvent.Submitted(
                1000,
                new Chunk("svr1.1/a", "svr1.1", 0),
                SchedulerEvent.Asked.of(across("svr1.1/a"))),
            new SchedulerEvent.Granted(
                1000,
                new Chunk("svr1.1/a", "svr1.1", 0),
                h.nodes("svr1.1/a"),
                0,
                0,
                Optional.empty(),
                new SchedulerEvent.Way(List.of("tor1->core", "core->tor2"), 0))),
        h.events);
    assertEquals(1, h.used("tor1->core"));
    assertEquals(1, h.used("svr1.1->tor1"));
  }

  @Test
  void submit_linkFull_defersOnceAndNamesTheLink() {
    Harness h = new Harness(racks(1), 0);
    Ticket first = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.coordinator.tick();
    assertEquals(List.of(), h.said("svr1.2/b"));
    assertEquals(
        List.of(
            new SchedulerEvent.Deferred(
                0, new Chunk("svr1.2/b", "svr1.2", 0), List.of("tor1->core"))),
        h.events(SchedulerEvent.Deferred.class));
    assertTrue(h.coordinator.isAnyoneWaiting());

    h.clock.set(700);
    h.coordinator.done(first, true);
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    SchedulerEvent.Granted granted = h.events(SchedulerEvent.Granted.class).get(1);
    assertEquals(1, granted.timestep());
    assertEquals(700, granted.waited());
    assertEquals(1, h.events(SchedulerEvent.Deferred.class).size());
  }

  @Test
  void together_severalEnd_whatTheyFreeIsGrantedWhenAllAreDone() {
    Harness h = new Harness(racks(2), 0);
    Ticket first = h.submit(across("svr1.1/a"));
    Ticket second = h.submit(across("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    h.submit(across("svr1.2/d"));
    h.coordinator.together(
        () -> {
          h.coordinator.done(first, true);
          h.coordinator.done(second, true);
          assertEquals(2, h.coordinator.status().waiting());
          assertEquals(List.of(), h.said("svr1.3/c"));
        });
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
    assertEquals(List.of("granted"), h.said("svr1.2/d"));
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void submit_newerFileAsksForItsNextChunk_olderRequestGetsWhatItFreed() {
    Harness h = new Harness(racks(1), 0);
    Ticket first = h.submit(across("svr1.1/old"));
    h.submit(across("svr1.2/older"));
    h.clock.set(5000);
    h.submit(across("svr1.3/new"));
    h.coordinator.release(first, "test", true);
    assertEquals(List.of("granted"), h.said("svr1.2/older"));
    h.coordinator.done(h.coordinator.inFlight().get(0).ticket(), false);
    assertEquals(List.of("granted"), h.said("svr1.3/new"));
    h.submit(across("svr1.2/older"));
    assertEquals(1, h.coordinator.status().waiting());
    // 'new' is written and asks for more; what it frees belongs to 'older'.
    h.submit(across("svr1.3/new"));
    assertEquals(List.of("granted", "granted"), h.said("svr1.2/older"));
    assertEquals(List.of("granted"), h.said("svr1.3/new"));
  }

  @Test
  void submit_oneThatDoesNotFit_doesNotBarOthersBehindIt() {
    Harness h = new Harness(racks(1), 0);
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.submit(across("svr2.1/c"));
    assertEquals(List.of(), h.said("svr1.2/b"));
    assertEquals(List.of("granted"), h.said("svr2.1/c"));
  }

  @Test
  void submit_filesOfOneWriter_areOneRequest() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    h.clock.set(10);
    h.submit(across("svr1.2/b"));
    h.clock.set(20);
    h.submit(across("svr1.1/a2"));
    // a2 came later than b, but belongs to the request that began with a.
    h.coordinator.done(running, true);
    assertEquals(List.of("granted"), h.said("svr1.1/a2"));
    assertEquals(List.of(), h.said("svr1.2/b"));
  }

  @Test
  void submit_sameFileWhileItWaits_takesOverItsPlace() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    Ticket waiting = h.submit(across("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    assertSame(waiting, h.submit(across("svr1.2/b")));
    assertEquals(List.of("superseded"), h.said("svr1.2/b"));
    h.coordinator.done(running, true);
    assertEquals(List.of("superseded", "granted"), h.said("svr1.2/b"));
    assertEquals(List.of(), h.said("svr1.3/c"));
  }

  @Test
  void learnt_chunkThatIsDone_isTold() {
    Harness h = new Harness(racks(9), 0);
    Ticket first = h.submit(across("svr1.1/a"));
    h.clock.set(250);
    h.submit(across("svr1.1/a"));
    h.coordinator.learnt(first, 70);
    h.coordinator.learnt(first, 80);
    assertEquals(
        List.of(new SchedulerEvent.Measured(250, new Chunk("svr1.1/a", "svr1.1", 0), 70)),
        h.events(SchedulerEvent.Measured.class));
  }

  @Test
  void observe_chunkOfTheStockPolicy_isToldWithItsNodes() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.observe(across("svr1.1/a"), List.of("svr2.1"));
    assertEquals(
        List.of(
            new SchedulerEvent.Placed(
                0,
                new Chunk("svr1.1/a", "svr1.1", 0),
                SchedulerEvent.Asked.of(across("svr1.1/a")),
                List.of("svr2.1"))),
        h.events);
  }

  @Test
  void submit_nextChunk_saysThatTheOneBeforeIsWritten() {
    Harness h = new Harness(racks(9), 0);
    h.submit(across("svr1.1/a"));
    h.clock.set(250);
    h.submit(across("svr1.1/a"));
    assertEquals(
        List.of(new SchedulerEvent.Done(250, new Chunk("svr1.1/a", "svr1.1", 0), 250, 0)),
        h.events(SchedulerEvent.Done.class));
    assertEquals(1, h.coordinator.inFlight().get(0).ticket().chunk().number());
    assertEquals(1, h.used("tor1->core"));
  }

  private static final Set<String> ALL =
      Set.of("svr1.1", "svr1.2", "svr1.3", "svr2.1", "svr2.2", "svr2.3");

  /** A client that could not write to the server it got; which one that is. */
  private static String afterAFailure(Harness h, String path) {
    h.submit(across(path));
    String bad = h.nodes(path).get(0);
    h.coordinator.release(h.submit(across(path).without(bad)), "placed nowhere", false);
    return bad;
  }

  @Test
  void submit_twoClientsCouldNotWriteToAServer_nobodyGetsItUntilItIsHeardFrom() {
    Harness h = new Harness(TestNetworks.star(2, 3, 1, 9), 0);
    h.coordinator.setPresent(ALL);
    h.clock.set(600);
    String bad = afterAFailure(h, "svr1.1/a");
    h.clock.set(700);
    h.coordinator.observe(across("svr2.1/a"), List.of(bad));
    h.coordinator.observe(across("svr2.1/a").without(bad), List.of());
    assertEquals(Map.of(bad, 700L), h.coordinator.suspects());
    h.submit(across("svr1.1/b"));
    h.submit(across("svr1.2/c"));
    h.submit(across("svr1.3/d"));
    // Its ways are idle, those of the other two are not.
    assertEquals(List.of("granted"), h.said("svr1.1/b"));
    assertEquals(List.of("granted"), h.said("svr1.2/c"));
    assertEquals(List.of(), h.said("svr1.3/d"));

    h.coordinator.trust(Set.of(bad));

    assertEquals(List.of(bad), h.nodes("svr1.3/d"));
    assertEquals(Map.of(), h.coordinator.suspects());
  }

  @Test
  void submit_oneClientCouldNotWriteToAServer_itAloneStaysAway() {
    Harness h = new Harness(TestNetworks.star(2, 3, 1, 9), 0);
    h.coordinator.setPresent(ALL);
    String bad = afterAFailure(h, "svr1.1/a");
    for (int i = 0; i < 20; i++) {
      h.coordinator.done(h.submit(across("svr1.1/b" + i)), true);
      assertTrue(!h.nodes("svr1.1/b" + i).contains(bad));
    }
    h.submit(across("svr1.1/b"));
    h.submit(across("svr1.2/c"));
    h.submit(across("svr1.3/d"));
    // There is one way to each of the three, so who is not the first one's client gets it.
    assertEquals(List.of("granted"), h.said("svr1.1/b"));
    assertTrue(h.nodes("svr1.2/c").contains(bad) || h.nodes("svr1.3/d").contains(bad));
  }

  @Test
  void replan_clientCouldNotWriteToAServer_isNotSentThere() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(ALL);
    String bad = afterAFailure(h, "svr1.1/a");
    for (int i = 0; i < 20; i++) {
      String path = "svr1.1/b" + i;
      Ticket ticket = h.submit(across(path));
      h.replan(ticket, across(path).without(h.nodes(path).get(0)));
      assertTrue(!h.nodes(path).contains(bad));
      h.coordinator.done(ticket, true);
    }
  }

  @Test
  void submit_clientStillExcludesAServerThatIsHeardFrom_nobodyElseDoes() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(ALL);
    String bad = afterAFailure(h, "svr1.1/a");
    h.coordinator.observe(across("svr1.1/a").without(bad), List.of());
    h.coordinator.trust(Set.of(bad));
    h.submit(across("svr1.1/a").without(bad));
    h.coordinator.find(across("svr1.1/a"), List.of("svr2.1"));
    h.submit(across("svr1.1/a").without(bad));
    assertEquals(List.of("granted", "pipeline-failed", "granted", "granted"), h.said("svr1.1/a"));
    assertEquals(Map.of(), h.coordinator.suspects());
  }

  @Test
  void submit_firstRequestExcludesServers_isNoFailure() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(ALL);
    h.submit(across("svr1.1/a").without("svr2.1"));
    h.submit(across("svr1.1/a").without("svr2.1").without("svr1.3"));
    assertEquals(List.of("granted", "granted"), h.said("svr1.1/a"));
    assertEquals(Map.of(), h.coordinator.suspects());
  }

  @Test
  void submit_clientsCannotWriteToAnybody_threeQuartersOfTheServersAreStillGranted() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(ALL);
    afterAFailure(h, "svr1.1/a");
    afterAFailure(h, "svr1.2/b");
    afterAFailure(h, "svr1.3/c");
    assertEquals(List.of("granted", "pipeline-failed"), h.said("svr1.3/c"));
    for (String host : ALL) {
      h.coordinator.observe(across("svr2.1/" + host), List.of(host));
      h.coordinator.observe(across("svr2.1/" + host).without(host), List.of());
    }
    ResidualNetwork residual = h.coordinator.residual();
    assertEquals(
        5, IntStream.range(0, ALL.size()).filter(residual::isPresent).count(), "of six servers");
  }

  @Test
  void exchange_serverIsSuspected_staysSo() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(ALL);
    String bad = afterAFailure(h, "svr1.1/a");
    h.coordinator.observe(across("svr1.2/a"), List.of(bad));
    h.coordinator.observe(across("svr1.2/a").without(bad), List.of());
    h.coordinator.exchange(racks(9), ALL);
    for (int i = 0; i < 20; i++) {
      h.coordinator.done(h.submit(across("svr1.3/b" + i)), true);
      assertTrue(!h.nodes("svr1.3/b" + i).contains(bad));
    }
  }

  @Test
  void submit_withMoreNodesExcluded_saysThatTheOneBeforeFailedAndLeavesItToStock() {
    Harness h = new Harness(racks(9), 0);
    h.submit(across("svr1.1/a"));
    String bad = h.nodes("svr1.1/a").get(0);
    h.submit(across("svr1.1/a").without(bad));
    assertEquals(List.of("granted", "pipeline-failed"), h.said("svr1.1/a"));
    assertTrue(Audit.balances(h.coordinator));
    assertEquals(
        List.of(
            new SchedulerEvent.Released(0, new Chunk("svr1.1/a", "svr1.1", 0), "pipeline-failed")),
        h.events(SchedulerEvent.Released.class));
    h.coordinator.observe(across("svr1.1/a").without(bad), List.of());
    h.coordinator.release(h.coordinator.inFlight().get(0).ticket(), "abandoned", false);
    // The one after is Peace's again.
    h.submit(across("svr1.1/a").without(bad));
    assertTrue(!h.nodes("svr1.1/a").contains(bad));
    assertEquals(0, h.coordinator.inFlight().get(0).ticket().chunk().number());
    assertEquals(1, h.used("tor1->core"));
  }

  @Test
  void submit_neverFits_fallsBackAtOnceWithTheReason() {
    Harness h = new Harness(racks(1), 0);
    h.submit(Harness.chunk("svr1.1/a", 4, OTHER_RACK));
    assertEquals(List.of("impossible"), h.said("svr1.1/a"));
    Outcome.Fallback fallback = (Outcome.Fallback) h.outcomes.get("svr1.1/a").get(0);
    assertEquals(
        "replica 3 of 4: constraint 'other-rack' needs more than an idle network has on"
            + " tor1->core (capacity 1)",
        fallback.detail());
    assertEquals(0, h.coordinator.status().waiting());
    Ticket placed =
        h.coordinator.observe(Harness.chunk("svr1.1/a", 4, OTHER_RACK), List.of("svr2.1"));
    assertEquals(1, h.used("tor1->core"), "nothing else has its links any more");
    h.coordinator.done(placed, true);
    h.assertNothingLeft();
  }

  @Test
  void submit_manyFullServers_isGrantedWhenAnyOfThemIsFree() {
    // 40 targets are full, more than a deferral names; the one that gets free is none of the named.
    NetworkModel model = TestNetworks.star(2, 40, 1, 200);
    Harness h = new Harness(model, 0);
    List<Ticket> running = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      running.add(h.submit(across("svr1." + i + "/f")));
    }
    h.submit(
        ChunkRequest.of("gw/late", 1, OTHER_RACK)
            .writer(Optional.of("gw"), Optional.of("/tor1"))
            .build());
    assertEquals(40, h.coordinator.status().inFlight());
    assertEquals(List.of(), h.said("gw/late"));
    List<String> named = h.events(SchedulerEvent.Deferred.class).get(0).blockedBy();
    Ticket unnamed =
        running.stream()
            .filter(t -> named.stream().noneMatch(n -> n.endsWith("->" + t.flight.nodes.get(0))))
            .findFirst()
            .orElseThrow();
    h.coordinator.done(unnamed, true);
    assertEquals(List.of("granted"), h.said("gw/late"));
  }

  @Test
  void done_manyWaitForTheirOwnLinks_theOneWhoseLinkIsFreeIsGranted() {
    Harness h = new Harness(TestNetworks.star(2, 20, 1, 200), 0);
    PlacementTemplate local = PlacementTemplate.likeStock(true);
    List<Ticket> running = new ArrayList<>();
    for (int rack = 1; rack <= 2; rack++) {
      for (int i = 1; i <= 20; i++) {
        String host = "svr" + rack + "." + i;
        running.add(h.submit(Harness.chunk(host + "/a", 2, local)));
        h.submit(Harness.chunk(host + "/b", 2, local));
      }
    }
    assertEquals(40, h.coordinator.status().inFlight());
    for (int i : List.of(39, 17, 28)) {
      Ticket ended = running.get(i);
      h.coordinator.done(ended, true);
      String next = ended.file().key.replace("/a", "/b");
      assertEquals(List.of("granted"), h.said(next), next);
    }
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void pass_whoeverElseWroteHasEnded_nobodyWaitsForItselfAlone() {
    Harness h = new Harness(TestNetworks.star(2, 3, 1, 9), 0);
    PlacementTemplate local = PlacementTemplate.likeStock(true);
    Ticket other = h.submit(Harness.chunk("svr1.2/a", 2, local));
    h.submit(Harness.chunk("svr1.1/a", 2, local));
    h.submit(Harness.chunk("svr1.1/b", 2, local));
    h.submit(Harness.chunk("svr1.1/c", 2, local));
    h.coordinator.done(other, true);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr1.1/b"));
    assertEquals(List.of("granted"), h.said("svr1.1/c"));
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void replicaDone_continuous_givesItsHopBackAtOnce() {
    Harness h = new Harness(TestNetworks.star(3, 2, 1, 9), 0);
    Ticket ticket =
        h.submit(
            Harness.chunk(
                "svr1.1/a",
                2,
                PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK))));
    assertEquals("svr1.2", h.nodes("svr1.1/a").get(0));
    h.coordinator.replicaDone(ticket, "svr1.2");
    h.coordinator.replicaDone(ticket, "svr1.2");
    h.coordinator.replicaDone(ticket, "svr9.9");
    assertEquals(0, h.used("svr1.1->tor1"));
    assertEquals(0, h.used("tor1->svr1.2"));
    assertEquals(1, h.used("svr1.2->tor1"));
    assertEquals(1, h.events(SchedulerEvent.ReplicaDone.class).size());
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void replicaDone_laterInThePipeline_givesTheHopsBeforeItBackToo() {
    Harness h = new Harness(TestNetworks.star(3, 2, 1, 9), 0);
    Ticket ticket =
        h.submit(
            Harness.chunk(
                "svr1.1/a",
                2,
                PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK))));
    h.coordinator.replicaDone(ticket, h.nodes("svr1.1/a").get(1));
    assertEquals(0, h.used("svr1.1->tor1"));
    assertEquals(0, h.used("tor1->svr1.2"));
    assertEquals(0, h.used("svr1.2->tor1"));
    assertEquals(1, h.coordinator.status().inFlight());
    h.coordinator.replicaDone(ticket, "svr1.2");
    assertEquals(2, h.events(SchedulerEvent.ReplicaDone.class).size());
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void done_twice_hasNoFurtherEffect() {
    Harness h = new Harness(racks(9), 0);
    Ticket ticket = h.submit(across("svr1.1/a"));
    h.coordinator.done(ticket, true);
    h.coordinator.done(ticket, true);
    h.coordinator.release(ticket, "late", true);
    h.coordinator.fallBack(ticket, FallbackReason.ERROR, "late");
    assertEquals(1, h.events(SchedulerEvent.Done.class).size());
    assertEquals(0, h.events(SchedulerEvent.Released.class).size());
    assertEquals(List.of("granted"), h.said("svr1.1/a"));
    h.assertNothingLeft();
  }

  @Test
  void done_ofAChunkThatWaits_hasNoEffect() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    Ticket waiting = h.submit(across("svr1.2/b"));
    h.coordinator.done(waiting, true);
    h.coordinator.done(running, true);
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    h.coordinator.done(waiting, true);
    h.assertNothingLeft();
  }

  @Test
  void release_ofAChunkThatWaits_tellsWhoeverWaits() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    Ticket waiting = h.submit(across("svr1.2/b"));
    h.coordinator.release(waiting, "file-gone", true);
    assertEquals(List.of("withdrawn"), h.said("svr1.2/b"));
    h.coordinator.done(running, true);
    assertEquals(List.of("withdrawn"), h.said("svr1.2/b"));
    h.assertNothingLeft();
  }

  @Test
  void release_inFlight_givesTheCapacityBack() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.coordinator.release(running, "abandoned", false);
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    assertEquals(
        List.of(new SchedulerEvent.Released(0, new Chunk("svr1.1/a", "svr1.1", 0), "abandoned")),
        h.events(SchedulerEvent.Released.class));
  }

  @Test
  void release_fileEndedAfterAFallback_forgetsTheFile() {
    Harness h = new Harness(racks(1), 0);
    Ticket ticket = h.submit(across("svr1.1/a"));
    h.coordinator.fallBack(ticket, FallbackReason.INVALID_TARGETS, "test");
    assertEquals(1, h.coordinator.status().openFiles());
    h.coordinator.release(ticket, "file-gone", true);
    h.assertNothingLeft();
  }

  @Test
  void release_oldTicketOfANewFileOfThatName_leavesTheNewOneAlone() {
    Harness h = new Harness(racks(9), 0);
    Ticket old = h.submit(across("svr1.1/a"));
    h.coordinator.done(old, true);
    Ticket recreated = h.submit(across("svr1.1/a"));
    assertNotSame(old, recreated);
    h.coordinator.release(old, "late", true);
    assertEquals(1, h.coordinator.status().openFiles());
    assertEquals(1, h.coordinator.status().inFlight());
  }

  @Test
  void submit_fileAsksForItsNextChunk_everyReplicaOfTheOneBeforeIsTold() {
    Harness h = new Harness(racks(9), 0);
    PlacementTemplate two =
        PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK));
    Ticket first = h.submit(Harness.chunk("svr1.1/a", 2, two));
    List<String> nodes = h.nodes("svr1.1/a");
    h.coordinator.replicaDone(first, nodes.get(1));
    h.submit(Harness.chunk("svr1.1/a", 2, two));
    assertEquals(
        List.of(nodes.get(1), nodes.get(0)),
        h.events(SchedulerEvent.ReplicaDone.class).stream()
            .map(SchedulerEvent.ReplicaDone::node)
            .toList());
    assertEquals(1, h.events(SchedulerEvent.Done.class).size());
  }

  @Test
  void replan_refusedNode_isPlannedWithoutItAndCallsBackAgain() {
    Harness h = new Harness(racks(9), 0);
    Ticket ticket = h.submit(across("svr1.1/a"));
    String bad = h.nodes("svr1.1/a").get(0);
    h.replan(ticket, across("svr1.1/a").without(bad));
    assertEquals(List.of("granted", "granted"), h.said("svr1.1/a"));
    assertTrue(!h.nodes("svr1.1/a").contains(bad));
    assertEquals(1, h.used("tor1->core"));
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void replan_noneOfTheOthersCanEverTakeIt_fallsBackForTheRefusals() {
    Harness h = new Harness(TestNetworks.star(2, 1, 1, 1), 0);
    Ticket ticket = h.submit(across("svr1.1/a"));
    h.replan(ticket, across("svr1.1/a").without("svr2.1"));
    assertEquals(List.of("granted", "invalid-targets"), h.said("svr1.1/a"));
    assertTrue(h.coordinator.status().idle());
  }

  @Test
  void replan_onlyChunkInFlightWithFraction_doesNotWaitForItself() {
    for (double fraction : new double[] {0, 0.5, 0.8, 1}) {
      Harness h = new Harness(racks(1), fraction);
      Ticket ticket = h.submit(across("svr1.1/a"));
      h.replan(ticket, across("svr1.1/a").without(h.nodes("svr1.1/a").get(0)));
      assertEquals(List.of("granted", "granted"), h.said("svr1.1/a"), "fraction " + fraction);
    }
  }

  @Test
  void replan_restOfTheTimestepIsDone_endsIt() {
    Harness h = new Harness(TestNetworks.star(2, 2, 1, 2), 1);
    Ticket a = h.submit(across("svr1.1/a"));
    Ticket b = h.submit(across("svr1.2/b"));
    h.coordinator.done(a, true);
    assertEquals(0, h.coordinator.status().timestep());
    // b may now only go where a's replica went; that server comes back with the timestep's end.
    h.replan(b, across("svr1.2/b").without(h.nodes("svr1.2/b").get(0)));
    assertEquals(List.of("granted", "granted"), h.said("svr1.2/b"));
    assertEquals(h.nodes("svr1.1/a"), h.nodes("svr1.2/b"));
  }

  @Test
  void replan_afterTheChunkEnded_isWithdrawn() {
    Harness h = new Harness(racks(1), 0);
    Ticket ticket = h.submit(across("svr1.1/a"));
    h.coordinator.release(ticket, "gone", true);
    h.replan(ticket, across("svr1.1/a"));
    assertEquals(List.of("granted", "withdrawn"), h.said("svr1.1/a"));
  }

  @Test
  void observe_stockPlacement_isLoadUntilItEnds() {
    Harness h = new Harness(racks(1), 0);
    Ticket stock = h.coordinator.observe(across("svr1.1/a"), List.of("svr1.2", "svr2.1"));
    assertEquals(1, h.used("svr1.1->tor1"));
    assertEquals(1, h.used("svr1.2->tor1"));
    assertEquals(1, h.used("tor1->core"));
    h.submit(across("svr1.3/b"));
    assertEquals(List.of(), h.said("svr1.3/b"));
    h.coordinator.done(stock, true);
    assertEquals(List.of("granted"), h.said("svr1.3/b"));
  }

  @Test
  void observe_moreThanTheNetworkCarries_goesBelowZeroAndComesBack() {
    Harness h = new Harness(racks(1), 0);
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      tickets.add(h.coordinator.observe(across("svr1.1/" + i), List.of("svr2.1")));
    }
    assertEquals(5, h.used("tor1->core"));
    h.submit(across("svr1.3/b"));
    for (Ticket ticket : tickets) {
      assertEquals(List.of(), h.said("svr1.3/b"));
      h.coordinator.done(ticket, true);
    }
    assertEquals(List.of("granted"), h.said("svr1.3/b"));
  }

  @Test
  void observe_unknownNodesAndWriter_costNothing() {
    Harness h = new Harness(racks(1), 0);
    Ticket ticket = h.coordinator.observe(Harness.chunk("client/a"), List.of("x", "svr2.1"));
    assertEquals(1, h.used("tor2->svr2.1"));
    assertEquals(0, h.used("core->tor2"));
    h.coordinator.replicaDone(ticket, "x");
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void observe_fileThatWaits_endsItsWait() {
    Harness h = new Harness(racks(1), 0);
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    Ticket stock = h.coordinator.observe(across("svr1.2/b"), List.of("svr2.2"));
    assertEquals(List.of("withdrawn"), h.said("svr1.2/b"));
    assertEquals(0, h.coordinator.status().waiting());
    assertEquals(2, h.used("tor1->core"));
    h.coordinator.done(stock, true);
    assertEquals(1, h.used("tor1->core"));
  }

  @Test
  void tick_deferralRunsOut_fallsBackOnce() {
    Harness h = new Harness(racks(1), 0, Duration.ofSeconds(5));
    Ticket running = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.clock.set(4_999);
    h.coordinator.tick();
    assertEquals(List.of(), h.said("svr1.2/b"));
    h.coordinator.replicaDone(running, "none");
    h.clock.set(5_000);
    h.coordinator.done(running, true);
    h.submit(across("svr1.1/c"));
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    h.clock.set(10_000);
    h.coordinator.tick();
    assertEquals(List.of("deferral-max"), h.said("svr1.1/c"));
    h.coordinator.tick();
    assertEquals(
        List.of(FallbackReason.DEFERRAL_MAX),
        h.events(SchedulerEvent.Fallback.class).stream()
            .map(SchedulerEvent.Fallback::reason)
            .toList());
  }

  @Test
  void tick_nobodyTellsTheEnd_givesTheCapacityBackInTime() {
    Harness h = new Harness(racks(1), 0, Duration.ofSeconds(60));
    h.submit(across("svr1.1/a"));
    h.clock.set(9_999);
    h.coordinator.tick();
    assertEquals(1, h.coordinator.status().inFlight());
    h.clock.set(10_000);
    h.coordinator.tick();
    assertEquals("time", h.events(SchedulerEvent.Released.class).get(0).reason());
    assertForgottenInTime(h);
  }

  @Test
  void tick_endsAreTold_noTimeEndsAChunk() {
    Harness h = new Harness(racks(1), 0, Duration.ofSeconds(5), Ends.TOLD);
    Ticket log = h.submit(across("svr1.1/log"));
    h.clock.set(Duration.ofDays(1).toMillis());
    h.coordinator.tick();
    assertEquals(1, h.coordinator.status().inFlight());
    h.coordinator.done(log, true);
    h.assertNothingLeft();
  }

  /** All capacity is back; the file may go on, and is forgotten when it does not. */
  private static void assertForgottenInTime(Harness h) {
    assertTrue(h.coordinator.status().idle());
    assertEquals(1, h.coordinator.status().openFiles());
    h.clock.set(h.clock.millis() + 90_000);
    h.coordinator.tick();
    h.assertNothingLeft();
  }

  @Test
  void tick_chunkIsAsLargeAsItLasts_keepsItsCapacity() {
    Harness h = new Harness(TestNetworks.parse(ONE_MB_A_SECOND), 0);
    h.submit(twentyMegabytes("svr1/a"));
    h.submit(twentyMegabytes("svr2/b"));
    h.clock.set(45_199); // Twice 1.13 of what 20 MB take.
    h.coordinator.tick();
    assertEquals(List.of(), h.said("svr2/b"));
    h.clock.set(45_200);
    h.coordinator.tick();
    assertEquals(List.of("granted"), h.said("svr2/b"));
  }

  /** A first burst, of which no chunk has ended: as many share the link as there are. */
  @Test
  void tick_manyShareALinkAndNothingIsKnown_noneEndsByTimeBeforeThatExplainsIt() {
    Harness h = new Harness(TestNetworks.parse(ONE_MB_A_SECOND), 0);
    for (int i = 0; i < 20; i++) {
      h.coordinator.observe(Harness.chunk("svr2/" + i, 1, Harness.ANY, 1_000_000), List.of("svr1"));
    }
    for (int second = 1; second <= 40; second++) {
      h.clock.set(1000L * second);
      h.coordinator.tick();
      assertEquals(20, h.coordinator.status().inFlight(), "after " + second + " s");
    }
    h.clock.set(120_000);
    h.coordinator.tick();
    assertEquals(0, h.coordinator.status().inFlight());
  }

  @Test
  void tick_chunkOutlastsItsTime_itsFileGoesOnAsTheSameRequest() {
    Harness h = new Harness(racks(1), 0);
    Ticket first = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.clock.set(10_000);
    Ticket young = h.submit(across("svr1.3/c"));
    h.coordinator.tick();
    assertEquals(List.of("granted"), h.said("svr1.2/b"));

    Ticket next = h.submit(across("svr1.1/a"));

    assertTrue(next.member().group().number() < young.member().group().number());
    assertEquals(first.chunk().number() + 1, next.chunk().number());
  }

  private static final String ONE_MB_A_SECOND =
      """
      version: 1
      streamRate: 1 MB/s
      switches: [{name: tor1}]
      servers: [{hosts: "svr[1-3]", switch: tor1, up: 9 MB/s, down: 1 MB/s}]
      """;

  private static ChunkRequest twentyMegabytes(String path) {
    return Harness.chunk(path, 2, Harness.ANY, 20_000_000);
  }

  @Test
  void stop_thenAnotherIsSubmittedOrPlannedAgain_bothFallBackAndNothingIsLost() {
    Harness h = new Harness(racks(9), 0);
    Ticket granted = h.submit(across("svr1.1/a"));
    h.coordinator.stop();
    h.submit(across("svr1.2/b"));
    h.replan(granted, across("svr1.1/a").without(h.nodes("svr1.1/a").get(0)));
    assertEquals(List.of("stopped"), h.said("svr1.2/b"));
    assertEquals(List.of("granted", "stopped"), h.said("svr1.1/a"));
    assertTrue(Audit.balances(h.coordinator));
    assertTrue(h.coordinator.status().idle());
  }

  private static ChunkRequest ofFile(String file, ChunkRequest chunk) {
    return ChunkRequest.of(chunk.path(), chunk.replication(), chunk.template())
        .file(file)
        .writer(chunk.writer(), chunk.writerRack())
        .fullBytes(chunk.fullBytes())
        .build();
  }

  @Test
  void submit_anotherFileTakesThePath_neitherLosesItsPlace() {
    Harness h = new Harness(racks(1), 0);
    Ticket holder = h.submit(across("svr1.1/a"));
    List<Outcome> renamed = new ArrayList<>();
    List<Outcome> created = new ArrayList<>();
    Ticket first = h.coordinator.submit(ofFile("7", across("svr1.2/x")), renamed::add);
    Ticket second = h.coordinator.submit(ofFile("9", across("svr1.2/x")), created::add);
    assertNotSame(first, second);
    assertEquals(List.of(), renamed);
    h.coordinator.release(first, "not-allocated", true);
    assertEquals(List.of(), created);
    h.coordinator.done(holder, true);
    assertInstanceOf(Outcome.Granted.class, created.get(0));
    h.coordinator.done(second, true);
    h.assertNothingLeft();
  }

  @Test
  void find_chunkBegunNobodyKnowsWhen_countsAsOverdueAtOnce() {
    Harness h =
        new Harness(TestNetworks.parse(ONE_MB_A_SECOND), 0, Duration.ofSeconds(60), Ends.TOLD);
    h.coordinator.find(twentyMegabytes("svr1/log"), List.of("svr2"));
    h.submit(twentyMegabytes("svr2/b"));
    h.clock.set(100);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr2/b"));
  }

  @Test
  void seen_moreNodesOfAChunkThatWasFound_itIsOverdueAsBefore() {
    Harness h =
        new Harness(TestNetworks.parse(ONE_MB_A_SECOND), 0, Duration.ofSeconds(60), Ends.TOLD);
    Ticket log = h.coordinator.find(twentyMegabytes("svr1/log"), List.of("svr2"));
    h.coordinator.seen(log, List.of("svr2", "svr3"));
    h.coordinator.seen(log, List.of("svr2", "svr3"));
    h.submit(twentyMegabytes("svr2/b"));
    h.clock.set(100);
    h.coordinator.pass();
    assertEquals(List.of("granted"), h.said("svr2/b"));
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void seen_moreNodesOfAChunkThatRests_itGoesOnResting() {
    Harness h =
        new Harness(TestNetworks.parse(ONE_MB_A_SECOND), 0, Duration.ofSeconds(60), Ends.TOLD);
    Ticket log = h.coordinator.find(twentyMegabytes("svr1/log"), List.of("svr2"));
    for (long t = 0; t < 200_000; t += 1000) {
      h.clock.set(t);
      h.coordinator.pass();
    }
    assertTrue(log.flight.lease.isStalled);
    h.coordinator.seen(log, List.of("svr2", "svr3"));
    assertTrue(log.flight.lease.isStalled);
    assertTrue(Audit.balances(h.coordinator));
  }

  @Test
  void done_mostOfItWasWrittenBefore_teachesNoRate() {
    NetworkModel wide =
        TestNetworks.parse(ONE_MB_A_SECOND.replace("down: 1 MB/s", "down: 90 MB/s"));
    Harness h = new Harness(wide, 0, Duration.ofSeconds(60), Ends.TOLD);
    long stream = load(h, h.submit(twentyMegabytes("svr1/a")));
    Ticket moved = h.submit(twentyMegabytes("svr1/moved"));
    h.clock.set(20_000);
    h.coordinator.reroute(moved, List.of("svr2", "svr3"));
    Ticket appended = h.coordinator.resume(twentyMegabytes("svr1/more"), List.of("svr2", "svr3"));
    h.clock.set(20_100);
    for (Ticket ticket : List.of(moved, appended)) {
      h.coordinator.done(ticket, true, 20_000_000);
    }
    assertEquals(stream, load(h, h.submit(twentyMegabytes("svr1/b"))));
  }

  /** What a chunk is expected to send, in bytes per second. */
  private static long load(Harness h, Ticket ticket) {
    assertEquals(List.of("granted"), h.said(ticket.chunk().path()));
    return ticket.flight.lease.bytesPerSecond();
  }

  /** On a patched NameNode as on a stock one. */
  @Test
  void tick_wholeTimesteps_anIdleChunkHoldsOthersUpForFourTimesTheMean() {
    Harness h = new Harness(racks(1), 0.5, Duration.ofSeconds(30), Ends.TOLD);
    h.coordinator.done(takesFourSeconds(h), true);
    h.submit(across("svr1.1/log"));
    h.clock.set(10_000);
    h.submit(across("svr1.2/b"));
    h.clock.set(19_999);
    h.coordinator.tick();
    assertEquals(List.of(), h.said("svr1.2/b"));
    h.clock.set(20_000);
    h.coordinator.tick();
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
  }

  @Test
  void tick_wholeTimesteps_whatWasFoundCountsForTenSeconds() {
    Harness h = new Harness(racks(1), 0.5, Duration.ofSeconds(30), Ends.TOLD);
    h.coordinator.done(takesFourSeconds(h), true);
    Ticket moved = h.coordinator.find(across("svr1.1/moved"), List.of("svr2.1"));
    h.coordinator.find(across("svr1.2/log"), List.of("svr2.2"));
    h.coordinator.reroute(moved, List.of("svr2.3"));
    h.clock.set(13_999);
    h.coordinator.tick();
    assertEquals(2, h.coordinator.status().inFlight());
    h.clock.set(14_000);
    h.coordinator.tick();
    assertEquals(1, h.coordinator.status().inFlight(), "one has told its new pipeline");
  }

  /** A chunk that has been in flight for four seconds. */
  private static Ticket takesFourSeconds(Harness h) {
    Ticket ticket = h.submit(across("svr1.1/usual"));
    h.clock.set(4_000);
    return ticket;
  }

  @Test
  void submit_manyAlikeWait_eachIsToldAndGrantedInItsTurn() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    List<String> paths = List.of("svr1.2/a", "svr1.2/b", "svr1.2/c");
    List<Ticket> tickets = paths.stream().map(path -> h.submit(across(path))).toList();
    assertEquals(3, h.events(SchedulerEvent.Deferred.class).size());
    for (int i = 0; i < paths.size(); i++) {
      h.coordinator.done(running, true);
      running = tickets.get(i);
      assertEquals(List.of("granted"), h.said(paths.get(i)));
    }
    h.coordinator.done(running, true);
    h.assertNothingLeft();
  }

  @Test
  void copyOrdered_fullOrNot_isLoadUntilItEnds() {
    for (double fraction : new double[] {0, 0.8}) {
      Harness h = new Harness(racks(3), fraction);
      h.submit(across("svr1.3/a"));
      h.submit(across("svr1.3/b"));
      Copy one = new Copy(1, "svr1.1", "svr2.1");
      Copy other = new Copy(2, "svr1.2", "svr2.2");
      h.coordinator.copyOrdered(one);
      h.coordinator.copyOrdered(one);
      h.coordinator.copyOrdered(other);
      assertEquals(2, h.coordinator.status().copies());
      assertEquals(1, h.used("svr1.1->tor1"));
      assertEquals(4, h.used("tor1->core"));
      h.submit(across("svr1.1/c"));
      assertEquals(List.of(), h.said("svr1.1/c"));
      h.coordinator.copyEnded(one);
      h.coordinator.copyEnded(one);
      assertEquals(List.of("granted"), h.said("svr1.1/c"));
      h.coordinator.copyEnded(other);
      assertTrue(Audit.balances(h.coordinator));
    }
  }

  @Test
  void copyOrdered_manyAtOnce_leaveHalfOfEachEdgeToChunks() {
    for (int capacity : new int[] {1, 2, 3}) {
      Harness h = new Harness(racks(capacity), 0);
      List<Copy> copies = new ArrayList<>();
      for (int block = 0; block < 5; block++) {
        copies.add(new Copy(block, "svr1.1", "svr2.1"));
      }
      copies.forEach(h.coordinator::copyOrdered);
      assertEquals(1, h.load("svr1.1->tor1"), 0.01);
      assertEquals(capacity / 2.0, h.load("tor1->core"), 0.01);
      assertEquals(1, h.load("tor2->svr2.1"), 0.01);
      Ticket chunk = h.submit(across("svr1.2/a"));
      assertEquals(List.of("granted"), h.said("svr1.2/a"));
      copies.forEach(h.coordinator::copyEnded);
      h.coordinator.done(chunk, true);
      h.assertNothingLeft();
    }
  }

  @Test
  void copyOrdered_lastsForAnHour_noTimeEndsIt() {
    Harness h = new Harness(racks(1), 0, Duration.ofSeconds(60), Ends.TOLD);
    h.coordinator.copyOrdered(new Copy(1, "svr1.1", "svr2.1"));
    h.clock.set(3_600_000);
    h.coordinator.tick();
    assertEquals(1, h.coordinator.status().copies());
  }

  @Test
  void copyOrdered_hostsOutsideTheModel_costsNothing() {
    Harness h = new Harness(racks(1), 0);
    h.coordinator.copyOrdered(new Copy(1, "x", "svr2.1"));
    assertTrue(h.coordinator.status().idle());
    h.coordinator.copyEnded(new Copy(1, "x", "svr2.1"));
    h.assertNothingLeft();
  }

  @Test
  void endCopiesOutside_sourceOrTargetLost_onlyTheseEnd() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.copyOrdered(new Copy(1, "svr1.1", "svr2.1"));
    h.coordinator.copyOrdered(new Copy(1, "svr2.1", "svr1.2"));
    h.coordinator.copyOrdered(new Copy(1, "svr1.2", "svr1.3"));
    h.coordinator.endCopiesOutside(Set.of("svr1.1", "svr1.2", "svr1.3"));
    assertEquals(1, h.coordinator.status().copies());
    assertEquals(1, h.used("svr1.2->tor1"));
    assertEquals(0, h.used("tor1->core"));
  }

  @Test
  void exchange_copiesUnderWay_loadTheNewModel() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.copyOrdered(new Copy(1, "svr1.1", "svr2.1"));
    h.coordinator.exchange(racks(2), Set.of("svr1.2", "svr2.1", "svr2.2"));
    assertEquals(1, h.used("tor1->core"));
    h.submit(across("svr1.2/b"));
    h.submit(across("svr1.2/c"));
    assertEquals(List.of(), h.said("svr1.2/c"));
    h.coordinator.copyEnded(new Copy(1, "svr1.1", "svr2.1"));
    assertEquals(List.of("granted"), h.said("svr1.2/c"));
  }

  @Test
  void exchange_chunksInFlight_loadTheNewModelByTheirNodes() {
    Harness h = new Harness(racks(9), 0);
    Ticket a = h.submit(across("svr1.1/a"));
    Ticket b = h.submit(across("svr1.2/b"));
    NetworkModel thin = racks(1);
    Set<String> hosts = Set.of("svr1.1", "svr1.2", "svr1.3", "svr2.1", "svr2.2", "svr2.3");
    h.coordinator.exchange(thin, hosts);
    assertEquals(2, h.used("tor1->core"));
    h.submit(across("svr1.3/c"));
    h.coordinator.done(a, true);
    assertEquals(List.of(), h.said("svr1.3/c"));
    h.coordinator.done(b, true);
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
  }

  @Test
  void exchange_wider_grantsWhatWaits() {
    for (double fraction : new double[] {0, 0.8}) {
      Harness h = new Harness(racks(1), fraction);
      Ticket a = h.submit(across("svr1.1/a"));
      Ticket b = h.submit(across("svr1.2/b"));
      h.coordinator.exchange(racks(2), Set.of("svr1.1", "svr2.1", "svr2.2"));
      assertEquals(List.of("granted"), h.said("svr1.2/b"));
      h.coordinator.done(a, true);
      h.coordinator.done(b, true);
      h.assertNothingLeft();
    }
  }

  @Test
  void exchange_waitingChunkFitsTheNewModelNever_fallsBackInItsTurn() {
    Harness h = new Harness(racks(2), 0);
    Ticket a = h.submit(across("svr1.1/a"));
    Ticket b = h.submit(across("svr1.2/b"));
    h.submit(Harness.chunk("svr1.3/c", 3, OTHER_RACK));
    assertEquals(List.of(), h.said("svr1.3/c"));
    h.coordinator.exchange(
        racks(1), Set.of("svr1.1", "svr1.2", "svr1.3", "svr2.1", "svr2.2", "svr2.3"));
    assertEquals(List.of(), h.said("svr1.3/c"), "an ordinary one waits instead of it");
    h.coordinator.done(a, true);
    h.coordinator.done(b, true);
    assertEquals(List.of("impossible"), h.said("svr1.3/c"));
  }

  @Test
  void exchange_inTheMiddleOfAPipeline_keepsFinishedHopsFree() {
    Harness h = new Harness(TestNetworks.star(2, 3, 1, 3), 0);
    PlacementTemplate near =
        PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK));
    Ticket ticket = h.submit(Harness.chunk("svr1.1/a", 2, near));
    List<String> nodes = h.nodes("svr1.1/a");
    h.coordinator.replicaDone(ticket, nodes.get(0));
    h.coordinator.exchange(TestNetworks.star(2, 3, 1, 1), Set.copyOf(nodes));
    assertEquals(0, h.used("svr1.1->tor1"));
    assertEquals(1, h.used(nodes.get(0) + "->tor1"));
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void setPresent_absentHosts_takeNothing() {
    Harness h = new Harness(racks(9), 0);
    h.coordinator.setPresent(Set.of("svr1.1", "svr2.3"));
    h.submit(across("svr1.1/a"));
    assertEquals(List.of("svr2.3"), h.nodes("svr1.1/a"));
    h.coordinator.setPresent(Set.of("svr1.1", "svr1.2"));
    h.submit(across("svr1.2/b"));
    assertEquals(List.of("impossible"), h.said("svr1.2/b"));
  }

  @Test
  void setPresent_aHostRegisters_grantsWhatWaits() {
    Harness h = new Harness(TestNetworks.star(2, 3, 1, 9), 0);
    h.coordinator.setPresent(Set.of("svr1.1", "svr2.3"));
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    assertEquals(List.of(), h.said("svr1.2/b"));
    h.coordinator.setPresent(Set.of("svr1.1", "svr2.2", "svr2.3"));
    assertEquals(List.of("svr2.2"), h.nodes("svr1.2/b"));
  }

  @Test
  void stop_everyoneFallsBack_nowAndLater() {
    Harness h = new Harness(racks(1), 0);
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.coordinator.stop();
    assertEquals(List.of("stopped"), h.said("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    assertEquals(List.of("stopped"), h.said("svr1.3/c"));
    assertEquals(0, h.coordinator.status().waiting());
  }

  @Test
  void callback_thatThrows_doesNotKeepOthersFromTheirs() {
    Harness h = new Harness(racks(1), 0);
    Ticket running = h.submit(across("svr1.1/a"));
    h.coordinator.submit(
        across("svr1.2/b"),
        outcome -> {
          throw new IllegalStateException("callback");
        });
    h.submit(across("svr1.3/c"));
    Set<String> all = Set.of("svr1.1", "svr1.2", "svr1.3", "svr2.1", "svr2.2", "svr2.3");
    assertThrows(IllegalStateException.class, () -> h.coordinator.exchange(racks(3), all));
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
    h.coordinator.done(running, true);
  }

  @Test
  void writerOutsideTheModel_behindItsRack_loadsTheRacksLinks() {
    Harness h = new Harness(racks(1), 0);
    ChunkRequest gateway =
        ChunkRequest.of("gw/a", 1, OTHER_RACK)
            .writer(Optional.of("gw"), Optional.of("/tor1"))
            .avoidedRack(Optional.of("/nowhere"))
            .build();
    h.submit(gateway);
    assertEquals(1, h.used("tor1->core"));
    assertEquals(0, h.used("svr1.1->tor1"));
  }

  @Test
  void settings_outOfRange_areRefused() {
    GroupOrder order = GroupOrder.FIRST_COME;
    Duration minute = Duration.ofSeconds(60);
    assertThrows(
        IllegalArgumentException.class, () -> new SchedulerSettings(1.1, minute, order, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new SchedulerSettings(-0.1, minute, order, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new SchedulerSettings(Double.NaN, minute, order, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new SchedulerSettings(0.5, Duration.ZERO, order, 1));
    assertThrows(IllegalArgumentException.class, () -> Harness.chunk("svr1.1/a", 0, OTHER_RACK));
  }

  @Test
  void resubmit_grantedMeanwhile_sameTicketAndSameGrant() {
    Harness h = new Harness(racks(9), 0);
    Ticket first = h.submit("svr1.1/a");
    List<Outcome> again = new ArrayList<>();
    Ticket second = h.coordinator.resubmit(first, Harness.chunk("svr1.1/a"), again::add);
    assertSame(first, second);
    assertEquals(h.outcomes.get("svr1.1/a"), again);
    assertEquals(1, h.coordinator.status().inFlight());
    assertEquals(0, h.events(SchedulerEvent.Done.class).size());
  }

  @Test
  void resubmit_waiting_takesThePlaceOfTheEarlierCall() {
    Harness h = new Harness(racks(1), 0);
    Ticket holder = h.submit(across("svr1.1/a"));
    Ticket first = h.submit(across("svr1.2/b"));
    List<Outcome> again = new ArrayList<>();
    assertSame(first, h.coordinator.resubmit(first, across("svr1.2/b"), again::add));
    assertEquals(List.of("superseded"), h.said("svr1.2/b"));
    h.coordinator.done(holder, true);
    assertInstanceOf(Outcome.Granted.class, again.get(0));
  }

  @Test
  void resubmit_endedMeanwhile_isAnotherChunk() {
    Harness h = new Harness(racks(9), 0);
    Ticket first = h.submit("svr1.1/a");
    h.coordinator.release(first, "connection dropped", false);
    Ticket second = h.coordinator.resubmit(first, Harness.chunk("svr1.1/a"), outcome -> {});
    assertNotSame(first, second);
    assertEquals(1, h.coordinator.status().inFlight());
  }

  @Test
  void reroute_otherNode_loadMovesThere() {
    Harness h = new Harness(TestNetworks.star(2, 5, 2, 9), 0);
    PlacementTemplate two =
        PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.SAME_RACK));
    Ticket ticket = h.submit(Harness.chunk("svr1.1/a", 2, two));
    List<String> nodes = h.nodes("svr1.1/a");
    String other =
        Stream.of("svr1.2", "svr1.3", "svr1.4").filter(n -> !nodes.contains(n)).findFirst().get();
    h.coordinator.replicaDone(ticket, nodes.get(1));
    h.coordinator.reroute(ticket, List.of(nodes.get(1), other));
    assertEquals(0, h.used("tor1->" + nodes.get(0)));
    assertEquals(1, h.used("tor1->" + nodes.get(1)));
    assertEquals(1, h.used("tor1->" + other));
    h.coordinator.replicaDone(ticket, other);
    assertEquals(0, h.used("tor1->" + other));
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
    h.coordinator.reroute(ticket, nodes);
    h.assertNothingLeft();
  }

  @Test
  void reroute_whatItLeavesHasRoom_goesToWhoWaits() {
    Harness h = new Harness(racks(1), 0);
    Ticket first = h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    assertEquals(List.of(), h.said("svr1.2/b"));
    h.coordinator.reroute(first, List.of("svr1.3"));
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
  }

  @Test
  void forgetAll_waitingAndInFlight_nothingIsLeft() {
    Harness h = new Harness(racks(1), 0);
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.coordinator.copyOrdered(new Copy(1, "svr1.1", "svr1.2"));
    h.coordinator.forgetAll("namenode-changed");
    assertEquals(List.of("granted"), h.said("svr1.1/a"));
    assertEquals(List.of("withdrawn"), h.said("svr1.2/b"));
    h.assertNothingLeft();
  }
}
