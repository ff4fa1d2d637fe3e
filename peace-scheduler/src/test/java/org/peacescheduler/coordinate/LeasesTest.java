package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** Load is what chunks send, not how many there are. */
class LeasesTest {
  private static final long MEGABYTE = 1_000_000;
  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  /** What a megabyte takes at a megabyte a second, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  /** Nine servers in each of two racks; one stream of a megabyte a second crosses between them. */
  private static NetworkModel model(String streamRate, int across) {
    return TestNetworks.parse(
        """
        version: 1
        %s
        defaults: {server: {up: 9, down: 9}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: %d}]
        servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2}
        """
            .formatted(streamRate, across));
  }

  private static Harness harness() {
    return new Harness(model("streamRate: 1 MB/s", 1), 0, Duration.ofMinutes(10), Ends.TOLD);
  }

  private static ChunkRequest across(String path) {
    return Harness.chunk(path, 1, ACROSS, MEGABYTE);
  }

  private static void passAt(long millis, Harness h) {
    h.clock.set(millis);
    h.coordinator.pass();
    assertTrue(Audit.balances(h.coordinator));
  }

  /** The chunk ends after so many milliseconds. */
  private static void endAt(long millis, Ticket ticket, Harness h) {
    h.clock.set(millis);
    h.coordinator.done(ticket, false, MEGABYTE);
  }

  @Test
  void open_overALinkWithRoomThatStandsStill_theFullOneDoesNot() {
    ResidualNetwork residual = new ResidualNetwork(model("streamRate: 1 MB/s", 1));
    Leases leases =
        new Leases(
            residual, new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1), 0);
    Ticket ticket = new Ticket(0, new Chunk("/a", "svr1.1", 0, ""), null, across("svr1.1/a"), 0);
    leases.open(new Lease(ticket, new int[][] {{0}}, 1, 0, 10_000), 0);
    long all = residual.capacity(1);
    Lease moves = new Lease(ticket, new int[][] {{1}}, all, 0, 10_000);
    leases.open(moves, 0);
    leases.moved(moves, 10.0 * all, 10_000, 10_000);
    Lease both = new Lease(ticket, new int[][] {{0, 1}}, 1, 10_000, 10_000);
    both.sharesEdges = true;
    leases.open(both, 10_000);
    assertEquals(10_000, leases.stillFor(new int[] {0}, 10_000), 0);
    assertEquals(0, leases.stillFor(new int[] {1}, 10_000), 0);
  }

  @Test
  void end_looksAreYearsAway_leasesAreNotKept() {
    ResidualNetwork residual = new ResidualNetwork(model("streamRate: 1 MB/s", 1));
    Leases leases =
        new Leases(
            residual, new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1), 0);
    Ticket ticket = harness().submit(across("svr1.1/log"));
    for (int i = 0; i < 10_000; i++) {
      Lease open = new Lease(ticket, new int[][] {{0}}, 1, i, MEGABYTE * 1000);
      leases.open(open, i);
      if (i % 100 != 0) {
        leases.end(open, i);
      }
    }
    assertTrue(leases.looks.size() <= 1400, leases.looks.size() + " leases, of which 100 are open");
    assertTrue(leases.looks.size() >= 100);
  }

  @Test
  void pass_chunkIsOverdue_letsTheNextOneIn() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    Ticket second = h.submit(across("svr1.2/b"));
    passAt(CHUNK_MILLIS, h);
    assertEquals(List.of(), h.said("svr1.2/b"));
    passAt(CHUNK_MILLIS + 1, h);
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    h.coordinator.done(first, true);
    h.coordinator.done(second, true);
    h.assertNothingLeft();
  }

  @Test
  void pass_twoShareALinkForOne_letsNoThirdInUntilTheyStall() {
    Harness h = harness();
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    passAt(CHUNK_MILLIS + 1, h);
    passAt(2 * CHUNK_MILLIS, h);
    assertEquals(List.of(), h.said("svr1.3/c"));
    for (long t = 2 * CHUNK_MILLIS; t < 6 * CHUNK_MILLIS; t += 5) {
      passAt(t, h);
    }
    assertEquals(List.of("granted"), h.said("svr1.3/c"));
  }

  @Test
  void pass_chunkDoesNotMove_takesNothingAnyMore() {
    Harness h = harness();
    h.submit(across("svr1.1/log"));
    assertEquals(1, h.load("tor1->tor2"), 0.01);
    passAt(2 * CHUNK_MILLIS, h);
    assertEquals(0.5, h.load("tor1->tor2"), 0.01);
    for (long t = 2 * CHUNK_MILLIS; t < 4 * CHUNK_MILLIS; t += 5) {
      passAt(t, h);
    }
    assertEquals(0, h.load("tor1->tor2"), 0);
    assertEquals(1, h.coordinator.status().inFlight());
  }

  @Test
  void submit_writerHasShownThatItIsSlow_loadsWithWhatItSendsAndDoesNotWait() {
    Harness h = harness();
    endAt(10 * CHUNK_MILLIS, h.submit(across("svr1.1/slow")), h);
    h.submit(across("svr1.1/slow"));
    assertEquals(0.1, h.load("tor1->tor2"), 0.01);
    h.submit(across("svr1.2/b"));
    assertEquals(List.of("granted"), h.said("svr1.2/b"));
    h.submit(across("svr1.3/c"));
    assertEquals(List.of(), h.said("svr1.3/c"));
    h.submit(across("svr1.1/slow too"));
    assertEquals(List.of("granted"), h.said("svr1.1/slow too"));
  }

  @Test
  void submit_slowWriterKeepsUpAgain_countsInFullAgain() {
    Harness h = harness();
    endAt(10 * CHUNK_MILLIS, h.submit(across("svr1.1/a")), h);
    endAt(11 * CHUNK_MILLIS, h.submit(across("svr1.1/a")), h);
    h.submit(across("svr1.1/a"));
    assertEquals(1, h.load("tor1->tor2"), 0.01);
  }

  @Test
  void submit_linkComesBackToWhatTheFileSays_slowWriterIsStillKnown() {
    Harness h = harness();
    long now = 10 * CHUNK_MILLIS;
    endAt(now, h.submit(across("svr1.1/slow")), h);
    double told = h.capacity("tor1->tor2");
    for (int i = 0; i < 4; i++) {
      Ticket quick = h.submit(across("svr1.2/quick" + i));
      now += CHUNK_MILLIS / 2;
      endAt(now, quick, h);
    }
    double raised = h.capacity("tor1->tor2");
    assertTrue(raised > told, () -> raised + " after " + told);
    Ticket late = h.submit(across("svr1.3/late"));
    now += 2 * CHUNK_MILLIS;
    endAt(now, late, h);
    assertTrue(h.capacity("tor1->tor2") < raised);
    h.submit(across("svr1.1/slow"));
    assertTrue(h.load("tor1->tor2") < 0.11, () -> "load " + h.load("tor1->tor2"));
  }

  @Test
  void done_linkOfOneStreamCarriesMoreThanTold_isStillFilledByOne() {
    Harness h = harness();
    long now = 0;
    for (int round = 0; round < 6; round++) {
      List<Ticket> both = new ArrayList<>();
      for (int file = 0; file < 2; file++) {
        both.add(h.submit(across("svr1.1/" + round + file)));
      }
      now += 910;
      for (Ticket ticket : both) {
        endAt(now, ticket, h);
        h.coordinator.release(ticket, "end", true);
      }
    }
    assertTrue(h.capacity("tor1->tor2") > 1.3 * MEGABYTE);
    h.submit(across("svr1.2/x"));
    h.submit(across("svr1.3/y"));
    assertEquals(List.of("granted"), h.said("svr1.2/x"));
    assertEquals(List.of(), h.said("svr1.3/y"));
  }

  @Test
  void flushed_openWhenItsBytesHaveHadTheirTime_isALogAndTakesNothing() {
    Harness h = harness();
    Ticket log = h.submit(across("svr1.1/wal/1"));
    h.coordinator.flushed(log);
    passAt(CHUNK_MILLIS, h);
    assertEquals(1, h.load("tor1->tor2"), 0.01);
    passAt(CHUNK_MILLIS + 1, h);
    assertEquals(0, h.load("tor1->tor2"), 0);
    h.submit(across("svr1.2/a"));
    endAt(2 * CHUNK_MILLIS, log, h);
    h.submit(across("svr1.1/wal/1"));
    assertEquals(List.of("granted", "granted"), h.said("svr1.1/wal/1"));
  }

  @Test
  void flushed_openWhenItsBytesHaveHadTheirTime_onlyFilesOfItsDirectoryNeedNotWait() {
    Harness h = harness();
    h.coordinator.flushed(h.submit(across("svr1.1/wal/1")));
    h.submit(across("svr1.2/wal/1"));
    h.submit(across("svr1.1/data/1"));
    h.submit(across("svr1.1/data/2"));
    h.submit(across("svr1.1/wal/2"));
    passAt(CHUNK_MILLIS + 1, h);
    assertEquals(List.of("granted"), h.said("svr1.1/wal/2"));
    assertEquals(List.of("granted"), h.said("svr1.1/data/1"));
    assertEquals(List.of(), h.said("svr1.1/data/2"));
    assertEquals(List.of(), h.said("svr1.2/wal/1"));
    h.submit(across("svr1.1/wal/3"));
    assertEquals(List.of("granted"), h.said("svr1.1/wal/3"));
  }

  /** As a turn by the first block: flushed to learn that it is placed, and then written. */
  @Test
  void flushed_sizeOfItsGroupAnnounced_isNoLog() {
    Harness h = harness();
    Ticket first = h.submit(announced("svr1.1/chk/turn"));
    h.coordinator.flushed(first);
    h.submit(announced("svr1.1/chk/part"));
    passAt(CHUNK_MILLIS + 1, h);
    // Overdue it counts for less, but for something; a log's chunk would count for nothing.
    assertEquals(1.5, h.load("tor1->tor2"), 0.01);
  }

  private static ChunkRequest announced(String path) {
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(
            Optional.empty(), Optional.of("c"), Optional.of("chk-1"), 8 * MEGABYTE);
    return Harness.chunk(path, 1, ACROSS, MEGABYTE, origin);
  }

  @Test
  void flushed_doneInItsTime_isNoLog() {
    Harness h = harness();
    Ticket synced = h.submit(across("svr1.1/a"));
    h.coordinator.flushed(synced);
    endAt(CHUNK_MILLIS, synced, h);
    h.submit(across("svr1.1/a"));
    assertEquals(1, h.load("tor1->tor2"), 0.01);
    h.submit(across("svr1.2/x"));
    h.submit(across("svr1.1/b"));
    assertEquals(List.of(), h.said("svr1.1/b"));
  }

  @Test
  void flushed_nextChunkIsWrittenAsThoseOfOthers_isNoLogAnyMore() {
    Harness h = harness();
    Ticket log = h.submit(across("svr1.1/a"));
    passAt(2 * CHUNK_MILLIS, h);
    h.coordinator.flushed(log);
    assertEquals(0, h.load("tor1->tor2"), 0);
    endAt(3 * CHUNK_MILLIS, log, h);
    endAt(4 * CHUNK_MILLIS, h.submit(across("svr1.1/a")), h);
    h.submit(across("svr1.1/a"));
    assertEquals(1, h.load("tor1->tor2"), 0.01);
  }

  @Test
  void exchange_log_stillTakesNothing() {
    Harness h = harness();
    Ticket log = h.submit(across("svr1.1/wal/1"));
    h.coordinator.flushed(log);
    passAt(CHUNK_MILLIS + 1, h);
    h.coordinator.exchange(model("streamRate: 1 MB/s", 1), Set.of("svr1.1", "svr1.2", "svr2.1"));
    assertEquals(0, h.load("tor1->tor2"), 0);
    h.coordinator.done(log, true);
    h.assertNothingLeft();
  }

  @Test
  void submit_oneWriterHasVeryManyChunksUnderWay_anotherOneDoesNotWaitForThem() {
    Harness h = new Harness(model("streamRate: 1 MB/s", 30), 0, Duration.ofMinutes(10), Ends.TOLD);
    for (int i = 0; i < 100; i++) {
      h.submit(across("svr1.1/" + i));
      assertEquals(List.of("granted"), h.said("svr1.1/" + i));
    }
    for (long t = 0; t <= 2 * CHUNK_MILLIS; t += 5) {
      passAt(t, h);
    }
    // A hundred share the nine streams of their writer's link, and so send less than they could.
    assertTrue(h.load("tor1->tor2") < 15, () -> "load " + h.load("tor1->tor2"));
    h.submit(across("svr1.2/a"));
    assertEquals(List.of("granted"), h.said("svr1.2/a"));
  }

  @Test
  void submit_nobodyElseWritesOrWaits_neverWaits() {
    Harness h = harness();
    List<Ticket> tickets = new ArrayList<>();
    for (String file : List.of("svr1.1/a", "svr1.1/b", "svr1.1/c", "svr1.1/d")) {
      tickets.add(h.submit(across(file)));
      assertEquals(List.of("granted"), h.said(file));
    }
    tickets.add(h.submit(across("svr1.2/e")));
    assertEquals(List.of(), h.said("svr1.2/e"));
    tickets.forEach(ticket -> h.coordinator.done(ticket, true));
    assertEquals(List.of("granted"), h.said("svr1.2/e"));
    h.coordinator.done(tickets.get(4), true);
    h.assertNothingLeft();
  }

  @Test
  void submit_copiesBesideTheOnlyWriter_itWaitsLikeOthers() {
    Harness h = harness();
    h.coordinator.copyOrdered(new Copy(1, "svr1.3", "svr2.2"));
    h.submit(across("svr1.1/a"));
    h.submit(across("svr1.1/b"));
    assertEquals(List.of(), h.said("svr1.1/b"));
  }

  @Test
  void pass_allInFlightStandStillWhileOthersWait_theyDoNotWaitForEachOther() {
    Harness h = harness();
    h.submit(across("svr1.1/first"));
    h.submit(across("svr1.2/first"));
    // Each thread has both its files open now, and waits for the second one's block.
    h.submit(across("svr1.1/second"));
    h.submit(across("svr1.2/second"));
    for (long t = 0; t < 8 * CHUNK_MILLIS; t += 5) {
      passAt(t, h);
    }
    assertEquals(List.of("granted"), h.said("svr1.1/second"));
    assertEquals(List.of("granted"), h.said("svr1.2/second"));
    h.submit(across("svr1.1/third"));
    assertEquals(List.of("granted"), h.said("svr1.1/third"), "once is enough to know it");
  }

  @Test
  void pass_standsStillBesideOthersThatEndOneAfterAnother_takesNothingAnyMore() {
    Harness h = harness();
    h.coordinator.observe(across("svr1.1/log"), List.of("svr2.1"));
    for (int other = 2; other <= 5; other++) {
      passAt(h.clock.millis() + 2 * CHUNK_MILLIS, h);
      Ticket ticket = h.submit(across("svr1." + other + "/b"));
      endAt(h.clock.millis() + CHUNK_MILLIS, ticket, h);
      h.coordinator.release(ticket, "end", true);
    }
    // Half of the link was due to the log whenever another one was there, and all of it else.
    assertEquals(0, h.load("tor1->tor2"), 0);
    assertEquals(1, h.coordinator.status().inFlight());
  }

  @Test
  void submit_fourWritersWereSlow_newcomersCountWithWhatTheseSent() {
    Harness h = harness();
    for (int writer = 1; writer <= 4; writer++) {
      endAt(10 * writer * CHUNK_MILLIS, h.submit(across("svr1." + writer + "/slow")), h);
    }
    for (int writer = 5; writer <= 9; writer++) {
      h.submit(across("svr1." + writer + "/new"));
      assertEquals(List.of("granted"), h.said("svr1." + writer + "/new"));
    }
    assertEquals(0.5, h.load("tor1->tor2"), 0.01);
  }

  @Test
  void submit_slowWriterBehindAnotherOfItsHost_isLetIn() {
    Harness h = harness();
    h.submit(of("slow", "svr1.1/slow"));
    for (long t = 0; t < 4 * CHUNK_MILLIS; t += 5) {
      passAt(t, h);
    }
    h.submit(across("svr1.2/fills the link"));
    h.submit(of("fast", "svr1.1/fast"));
    assertEquals(List.of(), h.said("svr1.1/fast"));
    h.submit(of("slow", "svr1.1/slow too"));
    assertEquals(List.of(), h.said("svr1.1/fast"));
    assertEquals(List.of("granted"), h.said("svr1.1/slow too"));
  }

  private static ChunkRequest of(String client, String path) {
    ChunkRequest request = across(path);
    return Harness.chunk(
        path,
        request.replication(),
        request.template(),
        request.fullBytes(),
        new ChunkRequest.Origin(Optional.empty(), Optional.of(client), Optional.empty(), 0));
  }

  @Test
  void done_oneChunkTookLongByAccident_theNextIsExpectedToTakeItsTime() {
    Harness h = harness();
    long now = 2 * CHUNK_MILLIS;
    endAt(now, h.submit(across("svr1.1/late")), h);
    h.submit(across("svr1.2/first"));
    h.submit(across("svr1.3/second"));
    passAt(now + CHUNK_MILLIS, h);
    assertEquals(List.of(), h.said("svr1.3/second"));
    passAt(now + CHUNK_MILLIS + 1, h);
    assertEquals(List.of("granted"), h.said("svr1.3/second"));
  }

  @Test
  void pass_linkDividesIntoTwoAndAHalfStreams_takesThree() {
    Harness h =
        new Harness(TestNetworks.shaped(2, 9, 80, 20, 8), 0, Duration.ofMinutes(10), Ends.TOLD);
    for (int writer = 1; writer <= 4; writer++) {
      h.submit(across("svr1." + writer + "/a"));
    }
    assertEquals(3, h.coordinator.status().inFlight());
  }

  @Test
  void done_capacitiesInNumbersAreTooLarge_fewerGoAtATime() {
    Harness h =
        new Harness(
            model("# the rate of a stream is not told", 3), 0, Duration.ofMinutes(10), Ends.TOLD);
    endAt(1000, h.submit(across("svr2.1/alone")), h);
    h.coordinator.release(h.submit(across("svr2.1/alone")), "end", true);
    long now = 1000;
    for (int round = 0; round < 6; round++) {
      List<Ticket> three = new ArrayList<>();
      for (int writer = 1; writer <= 3; writer++) {
        three.add(h.submit(across("svr1." + writer + "/" + round)));
      }
      List<Ticket> waiting =
          three.stream().filter(ticket -> ticket.state == Ticket.State.WAITING).toList();
      // Who waits goes, for a chunk that ended when it was granted would be a very quick one.
      waiting.forEach(ticket -> h.coordinator.release(ticket, "end", true));
      three.removeAll(waiting);
      now += 1000L * three.size();
      for (Ticket ticket : three) {
        endAt(now, ticket, h);
        h.coordinator.release(ticket, "end", true);
      }
    }
    h.submit(across("svr1.4/x"));
    h.submit(across("svr1.5/y"));
    assertEquals(List.of("granted"), h.said("svr1.4/x"));
    // What is seen to be late is so by a factor; so one more may go than the link carries.
    h.submit(across("svr1.6/z"));
    assertEquals(List.of(), h.said("svr1.6/z"));
  }

  @Test
  void exchange_overdueChunkAndWhatWasSeen_goOn() {
    Harness h = harness();
    Ticket first = h.submit(across("svr1.1/a"));
    passAt(2 * CHUNK_MILLIS, h);
    h.coordinator.exchange(
        model("streamRate: 1 MB/s", 1), Set.of("svr1.1", "svr1.2", "svr2.1", "svr2.2"));
    assertTrue(Audit.balances(h.coordinator));
    passAt(2 * CHUNK_MILLIS + 5, h);
    assertEquals(0.5, h.load("tor1->tor2"), 0.01);
    h.coordinator.done(first, true);
    h.assertNothingLeft();
  }

  @Test
  void exchange_chunksThatWereLetInOverAFullLink_stillCountWithTheirShareOfIt() {
    Harness h = harness();
    for (int i = 0; i < 9; i++) {
      h.submit(across("svr1.1/" + i));
    }
    double before = h.load("tor1->tor2");
    h.coordinator.exchange(model("streamRate: 1 MB/s", 1), Set.of("svr1.1", "svr2.1", "svr2.2"));
    assertEquals(before, h.load("tor1->tor2"), 0.01);
  }

  @Test
  void pass_timestepsOfThePaperOrNoSize_hasNoEffect() {
    Harness paper = new Harness(model("streamRate: 1 MB/s", 1), 0.8);
    paper.submit(across("svr1.1/a"));
    paper.submit(across("svr1.2/b"));
    passAt(10 * CHUNK_MILLIS, paper);
    assertEquals(List.of(), paper.said("svr1.2/b"));

    Harness unsized = harness();
    unsized.submit(Harness.chunk("svr1.1/a", 1, ACROSS));
    unsized.submit(Harness.chunk("svr1.2/b", 1, ACROSS));
    passAt(10 * CHUNK_MILLIS, unsized);
    assertEquals(List.of(), unsized.said("svr1.2/b"));
  }
}
