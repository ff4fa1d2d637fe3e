package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/** What is learnt from one user's chunks moves what others get only so far, and comes back. */
class LearningTest {
  private static final long MEGABYTE = 1_000_000;

  /** What a megabyte takes at a megabyte a second, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  /** A chunk that takes no more than so many times what is expected is not late. */
  private static final double LATE = 1.75;

  private static final PlacementTemplate ACROSS =
      PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));

  private static final Set<String> HOSTS = Set.of("svr1.1", "svr1.2", "svr2.1", "svr2.2");

  /** Links of nine streams; one stream crosses between the racks at a fifth of its link. */
  private static NetworkModel model(String streamRate) {
    return TestNetworks.parse(
        """
        version: 1
        %s
        defaults: {server: {up: 9 MB/s, down: 9 MB/s}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 5 MB/s}]
        servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2}
        """
            .formatted(streamRate));
  }

  private static NetworkModel numbers() {
    return TestNetworks.parse(
        """
        version: 1
        defaults: {server: {up: 9, down: 9}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 3}]
        servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2}
        """);
  }

  private final Harness h = new Harness(model(""), 0, Duration.ofMinutes(10), Ends.TOLD);

  private static ChunkRequest of(String user, String path) {
    return Harness.chunk(
        path,
        1,
        ACROSS,
        MEGABYTE,
        new ChunkRequest.Origin(Optional.of(user), Optional.of(user), Optional.empty(), 0));
  }

  private double stream() {
    return PlanningProbe.network(h.coordinator).rates().stream();
  }

  private double link() {
    return h.capacity("tor1->tor2");
  }

  /** A user's file of one chunk that takes so long. */
  private void write(String user, String path, long bytes, long millis) {
    Ticket ticket = h.submit(of(user, path));
    h.clock.advance(millis);
    h.coordinator.done(ticket, true, bytes);
  }

  @Test
  void submit_blocksEndedEarly_teachNothingWhateverIsToldLater() {
    double before = stream();
    double link = link();
    List<Ticket> ended = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      ended.add(h.submit(of("mallory", "svr1.1/a")));
      h.clock.advance(10);
    }
    h.submit(of("mallory", "svr1.1/a"));
    assertEquals(before, stream());
    ended.forEach(ticket -> h.coordinator.learnt(ticket, 1000));
    assertEquals(before, stream());
    assertEquals(link, link());
  }

  @Test
  void learnt_lengthIsSaidLater_teachesAsIfItHadBeenKnown() {
    Harness later = new Harness(h.coordinator.residual().model(), 0, Duration.ofMinutes(10));
    double before = stream();
    for (int i = 0; i < 6; i++) {
      write("ann", "svr1.1/" + i, MEGABYTE, CHUNK_MILLIS / 2);
      Ticket ticket = later.submit(of("ann", "svr1.1/" + i));
      later.clock.advance(CHUNK_MILLIS / 2);
      later.coordinator.done(ticket, true);
      later.clock.advance(700);
      later.coordinator.learnt(ticket, MEGABYTE);
      later.coordinator.learnt(ticket, MEGABYTE);
    }
    assertNotEquals(before, stream(), "it is learnt");
    assertEquals(stream(), PlanningProbe.network(later.coordinator).rates().stream());
  }

  @Test
  void learnt_veryManyEndedSince_isForgotten() {
    double before = stream();
    Ticket first = h.submit(of("ann", "svr1.1/a"));
    h.clock.advance(CHUNK_MILLIS / 2);
    h.coordinator.done(first, true);
    for (int i = 0; i < 5000; i++) {
      h.coordinator.done(h.submit(of("ann", "svr1.1/b")), true);
    }
    h.coordinator.learnt(first, MEGABYTE);
    assertEquals(before, stream());
  }

  @Test
  void learnt_topologyIsAnotherOneSince_hasNoEffect() {
    Ticket ticket = h.submit(of("ann", "svr1.1/a"));
    h.clock.advance(CHUNK_MILLIS / 2);
    h.coordinator.done(ticket, true);
    h.coordinator.exchange(TestNetworks.star(2, 2, 1, 1), HOSTS);
    double before = stream();
    h.coordinator.learnt(ticket, MEGABYTE);
    assertEquals(before, stream());
  }

  @Test
  void done_quickChunksAlone_statedStreamHolds() {
    Harness told = new Harness(model("streamRate: 1 MB/s"), 0, Duration.ofMinutes(10), Ends.TOLD);
    double before = PlanningProbe.network(told.coordinator).rates().stream();
    for (int i = 0; i < 60; i++) {
      Ticket ticket = told.submit(of("ann", "svr1.1/" + i));
      told.clock.advance(CHUNK_MILLIS / 20);
      told.coordinator.done(ticket, true, MEGABYTE);
    }
    assertEquals(before, PlanningProbe.network(told.coordinator).rates().stream());
  }

  @Test
  void done_quickChunksAloneAndNoRateIsStated_streamGrowsAndComesBack() {
    Harness numbers = new Harness(numbers(), 0, Duration.ofMinutes(10), Ends.TOLD);
    double before = streamAfter(numbers, 1, 1000);
    double grown = streamAfter(numbers, 60, 50);
    assertTrue(grown > 2 * before, () -> grown + " after " + before);
    double after = streamAfter(numbers, 40, 1000);
    assertEquals(before, after, 0.25 * before);
  }

  @Test
  void exchange_anotherStreamRateIsStated_nothingThatWasLearntRemains() {
    for (int i = 0; i < 60; i++) {
      write("ann", "svr1.1/" + i, MEGABYTE, CHUNK_MILLIS / 3);
    }
    NetworkModel other = model("streamRate: 1.5 MB/s");
    h.coordinator.exchange(other, HOSTS);
    Harness fresh = new Harness(other, 0);
    assertEquals(PlanningProbe.network(fresh.coordinator).rates().stream(), stream());
    assertEquals(fresh.capacity("tor1->tor2"), link());
  }

  @Test
  void done_oneUsersQuickChunksBesideAnotherOne_moveAStreamByTwoStepsAtMost() {
    double before = stream();
    h.submit(of("bob", "svr1.2/bob"));
    for (int i = 0; i < 60; i++) {
      write("mallory", "svr1.1/" + i, MEGABYTE, CHUNK_MILLIS / 20);
    }
    assertTrue(stream() <= 1.5 * 1.5 * before, () -> stream() + " after " + before);
    double link = link();
    assertTrue(link <= 1.01 * 5 * MEGABYTE, () -> "a link that is said to carry 5 MB/s: " + link);
  }

  @Test
  void done_chunkThatWentOverNoLinkOrIsTiny_teachesNoRate() {
    PlacementTemplate own = PlacementTemplate.likeStock(true);
    write("ann", "svr1.1/large", MEGABYTE, CHUNK_MILLIS);
    double before = stream();
    for (int i = 0; i < 20; i++) {
      Ticket local =
          h.submit(Harness.chunk("svr1.1/l" + i, 1, own, MEGABYTE, ChunkRequest.Origin.UNKNOWN));
      h.clock.advance(1);
      h.coordinator.done(local, true, MEGABYTE);
      Ticket tiny =
          h.submit(Harness.chunk("svr1.1/t" + i, 1, ACROSS, 10_000, ChunkRequest.Origin.UNKNOWN));
      h.clock.advance(1);
      h.coordinator.done(tiny, true, 10_000);
    }
    assertEquals(before, stream());
  }

  /** Of a link of which the file gives no bandwidth. */
  @Test
  void done_oneUsersSlowChunksBesideAnotherOne_othersQuickOnesBringALinkBack() {
    Harness numbers = new Harness(numbers(), 0, Duration.ofMinutes(10), Ends.TOLD);
    roundOfThree(numbers, "ann", 1000);
    double before = numbers.capacity("tor1->tor2");
    for (int round = 0; round < 20; round++) {
      numbers.submit(of("bob", "svr1.9/there" + round));
      roundOfThree(numbers, "mallory", 30_000);
    }
    double lowered = numbers.capacity("tor1->tor2");
    for (int round = 0; round < 40; round++) {
      roundOfThree(numbers, "ann", 1000);
      roundOfThree(numbers, "bob", 1000);
    }
    double after = numbers.capacity("tor1->tor2");
    assertTrue(after >= 0.75 * before, () -> before + ", " + lowered + ", " + after);
  }

  /** Mallory's chunks, beside which bob's is in flight: any lengths, times and ends, for 50 s. */
  private static void anything(Harness harness, SplittableRandom random) {
    Ticket beside = harness.submit(of("bob", "svr1.2/bob"));
    int chunks = 1 + random.nextInt(60);
    List<Ticket> open = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      open.add(harness.submit(of("mallory", "svr1.1/" + random.nextInt(3))));
      harness.clock.advance(random.nextInt(50_000 / chunks));
      Ticket any = open.get(random.nextInt(open.size()));
      long bytes = (long) Math.pow(MEGABYTE, random.nextDouble());
      if (random.nextBoolean()) {
        harness.coordinator.done(any, true, random.nextInt(4) > 0 ? MEGABYTE : bytes);
      } else {
        harness.coordinator.learnt(any, bytes);
      }
    }
    open.forEach(ticket -> harness.coordinator.done(ticket, true, MEGABYTE));
    harness.coordinator.release(beside, "test", true);
  }

  private static double stream(Harness harness) {
    return PlanningProbe.network(harness.coordinator).rates().stream();
  }

  @Property(tries = 100)
  void anyChunks_besideAnotherUser_moveAStreamByTwoStepsAtMostAndItComesBack(@ForAll long seed) {
    Harness numbers = new Harness(numbers(), 0, Duration.ofMinutes(10), Ends.TOLD);
    double before = streamAfter(numbers, 1, 1000);
    numbers.clock.advance(Witnesses.BESIDE_MILLIS);
    anything(numbers, new SplittableRandom(seed));
    double moved = stream(numbers);
    assertTrue(moved <= 2.26 * before && moved >= before / 2.26, () -> before + " to " + moved);
    for (int i = 0; i < 40; i++) {
      for (String user : List.of("ann", "bob")) {
        Ticket alone = numbers.submit(of(user, "svr1.3/" + user + i));
        numbers.clock.advance(1000);
        numbers.coordinator.done(alone, true, MEGABYTE);
      }
    }
    double after = stream(numbers);
    assertTrue(after <= LATE * before && after >= before / 1.25, () -> moved + " to " + after);
  }

  @Property(tries = 50)
  void anyChunks_ofAnybody_leaveAStatedStreamAsItIs(@ForAll long seed) {
    Harness told = new Harness(model("streamRate: 1 MB/s"), 0, Duration.ofMinutes(10), Ends.TOLD);
    double before = stream(told);
    double link = told.capacity("tor1->tor2");
    for (int i = 0; i < 10; i++) {
      anything(told, new SplittableRandom(seed + i));
      assertEquals(before, stream(told));
      double now = told.capacity("tor1->tor2");
      assertTrue(now <= 2.5 * link && now >= link / 2.5, () -> link + " to " + now);
    }
  }

  /** What a stream is taken to send after so many chunks that take so long, one at a time. */
  private static double streamAfter(Harness harness, int chunks, long millis) {
    for (int i = 0; i < chunks; i++) {
      Ticket alone = harness.submit(of("ann", "svr1." + (1 + i % 9) + "/s" + millis + "-" + i));
      harness.clock.advance(millis);
      harness.coordinator.done(alone, true, MEGABYTE);
    }
    return PlanningProbe.network(harness.coordinator).rates().stream();
  }

  private static void roundOfThree(Harness harness, String user, long millis) {
    List<Ticket> three = new ArrayList<>();
    for (int writer = 1; writer <= 3; writer++) {
      String path = "svr1." + writer + "/" + user + harness.clock.millis();
      three.add(harness.submit(of(user, path)));
    }
    harness.clock.advance(millis);
    three.forEach(ticket -> harness.coordinator.done(ticket, true, MEGABYTE));
  }
}
