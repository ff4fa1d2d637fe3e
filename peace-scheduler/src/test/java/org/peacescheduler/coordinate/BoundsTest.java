package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.TestNetworks;

/** Whoever waits and whatever clients say: what one event does under the lock has a bound. */
class BoundsTest {
  private static final int RACKS = 10;
  private static final int SERVERS = 30;

  private static ChunkRequest chunk(String path, String user, int replicas, Set<String> excluded) {
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(Optional.of(user), Optional.of(path), Optional.empty(), 0);
    return ChunkRequest.of(path, replicas, Harness.ANY)
        .writer(path.substring(0, path.indexOf('/')))
        .excluded(excluded)
        .origin(origin)
        .build();
  }

  private static Set<String> hosts(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toSet());
  }

  @Test
  void submit_moreReplicasThanArePlanned_areStockHdfss() {
    Harness h = new Harness(TestNetworks.star(2, 40, 9, 99), 0);
    h.submit(chunk("svr1.1/a", "ann", 32, Set.of()));
    h.submit(chunk("svr1.1/b", "ann", 33, Set.of()));
    assertEquals(List.of("granted"), h.said("svr1.1/a"));
    assertEquals(
        List.of(
            new Outcome.Fallback(
                FallbackReason.TOO_LARGE, "replication is 33; up to 32 are scheduled")),
        h.outcomes.get("svr1.1/b"));
    assertEquals(Bounds.refusal(chunk("svr1.1/b", "ann", 32, Set.of())), Optional.empty());
  }

  @Test
  void submit_moreExcludedNodesThanAClientHas_areStockHdfss() {
    Harness h = new Harness(TestNetworks.star(2, 40, 9, 99), 0);
    h.submit(chunk("svr1.1/a", "ann", 1, hosts("no-datanode-", 64)));
    Ticket many = h.submit(chunk("svr1.1/b", "ann", 1, hosts("no-datanode-", 65)));
    assertEquals(List.of("granted"), h.said("svr1.1/a"));
    assertEquals(
        List.of(
            new Outcome.Fallback(
                FallbackReason.TOO_LARGE, "its client excludes 65 nodes; up to 64 are scheduled")),
        h.outcomes.get("svr1.1/b"));
    assertEquals(Set.of(), many.wanted.excluded(), "what is not planned is not kept");
  }

  @Test
  void replan_withMoreReplicas_isStockHdfss() {
    Harness h = new Harness(TestNetworks.star(2, 40, 9, 99), 0);
    Ticket ticket = h.submit(chunk("svr1.1/a", "ann", 3, Set.of()));
    h.replan(ticket, chunk("svr1.1/a", "ann", 400, Set.of()));
    assertEquals(List.of("granted", "too-large"), h.said("svr1.1/a"));
    h.coordinator.done(ticket, true);
    h.assertNothingLeft();
  }

  @Test
  void submit_moreKindsThanAUserMayHave_waitAsOrdinaryOnesAndAreStockHdfssThen() {
    Harness h = new Harness(TestNetworks.star(3, 80, 1, 1), 0);
    List<Ticket> load = new ArrayList<>();
    for (int i = 0; i < 79; i++) {
      ChunkRequest request = chunk("svr2.1/load" + i, "ann", 1, Set.of());
      load.add(h.coordinator.observe(request, List.of("svr1." + i)));
    }
    load.add(h.coordinator.observe(chunk("svr1.1/out", "ann", 1, Set.of()), List.of("svr2.1")));
    List<String> paths = new ArrayList<>();
    for (int i = 1; i <= 70; i++) {
      paths.add("svr1." + (3 + i % 5) + "/" + i);
      load.add(h.submit(chunk(paths.get(i - 1), "ann", 1, Set.of("svr3." + i))));
    }
    h.submit(chunk("svr1.9/again", "ann", 1, Set.of("svr3.20")));
    h.submit(chunk("svr1.9/bob", "bob", 1, Set.of("svr3.70")));
    assertEquals(List.of(), h.said("svr1.9/again"), "a kind that waits already");
    assertEquals(List.of(), h.said("svr1.9/bob"), "another user's chunk");
    assertEquals(List.of(), h.said(paths.get(69)), "an ordinary one waits instead of it");
    assertTrue(Audit.balances(h.coordinator));
    for (int i = 0; i < 70; i++) {
      load.forEach(ticket -> h.coordinator.done(ticket, true));
    }
    assertEquals(List.of("granted"), h.said(paths.get(30)));
    assertEquals(List.of("too-diverse"), h.said(paths.get(69)));
    assertTrue(Audit.balances(h.coordinator));
  }

  /** A cluster whose racks' links are full, and those who wait for them. */
  private static final class Crowd {
    final NetworkModel model = TestNetworks.star(RACKS, SERVERS, 2, 3);
    final FakeClock clock = new FakeClock();
    final SplittableRandom random;
    final Coordinator coordinator;
    final List<Ticket> tickets = new ArrayList<>();
    final Map<String, Integer> plans = new HashMap<>();
    final Set<String> all =
        IntStream.range(0, model.servers()).mapToObj(model::serverName).collect(Collectors.toSet());
    PlanningProbe probe;
    int files;

    Crowd(long seed) {
      random = new SplittableRandom(seed);
      SchedulerSettings settings =
          Harness.takingTurns(
              new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, seed));
      coordinator = new Coordinator(model, settings, Ends.FOUND_OUT, clock, event -> {});
      coordinator.setPresent(all);
      probe = new PlanningProbe(coordinator);
    }

    private void does(String what, Runnable event) {
      int before = probe.plans();
      event.run();
      plans.merge(what, probe.plans() - before, Math::max);
      assertTrue(Audit.balances(coordinator), what);
    }

    void submit() {
      String host = model.serverName(random.nextInt(model.servers()));
      Set<String> excluded =
          random.nextBoolean()
              ? Set.of()
              : Set.of(model.serverName(random.nextInt(model.servers())), "none" + files);
      ChunkRequest request = chunk(host + "/" + files++, "user" + random.nextInt(9), 3, excluded);
      does("submit", () -> tickets.add(coordinator.submit(request, outcome -> {})));
    }

    Ticket anyone() {
      return tickets.get(random.nextInt(tickets.size()));
    }

    void happen() {
      clock.advance(random.nextInt(20));
      Ticket ticket = anyone();
      switch (random.nextInt(8)) {
        case 0 -> does("done", () -> coordinator.done(ticket, true));
        case 1 -> {
          Set<String> some = new HashSet<>(all);
          some.removeIf(host -> random.nextInt(20) == 0);
          does("present", () -> coordinator.setPresent(some));
        }
        case 2 -> does("present", () -> coordinator.setPresent(all));
        case 3 -> does("release", () -> coordinator.release(ticket, "test", true));
        case 4 -> {
          coordinator.exchange(model, all);
          probe = new PlanningProbe(coordinator);
        }
        case 5 -> does("together", () -> coordinator.together(this::endSome));
        default -> submit();
      }
    }

    private void endSome() {
      for (int i = 0; i < 50; i++) {
        coordinator.done(anyone(), true);
      }
    }
  }

  /**
   * Hundreds of classes of chunks wait while datanodes and the network change: no event plans more
   * than its part, and all that fits is granted in the end.
   */
  @Property(tries = 15)
  void anyEvent_manyClassesWait_plansItsPartAndNobodyIsForgotten(@ForAll int seed) {
    Crowd crowd = new Crowd(seed);
    for (int i = 0; i < 900; i++) {
      crowd.submit();
    }
    assertTrue(crowd.coordinator.status().waiting() > 500);
    for (int i = 0; i < 150; i++) {
      crowd.happen();
    }
    int most = Bounds.PLANNED_AN_EVENT / 3;
    crowd.plans.forEach(
        // One that is submitted is planned, too; so is one that HDFS refuses.
        (event, plans) -> assertTrue(plans <= most + 1, () -> event + " plans " + plans));
    assertTrue(crowd.plans.get("present") > most / 2, "datanodes matter to all that wait");
    crowd.coordinator.setPresent(crowd.all);
    for (int i = 0; i < 1000 && crowd.coordinator.pass(); i++) {
      crowd.clock.advance(1);
    }
    assertFalse(crowd.coordinator.pass(), "all has been done");
  }

  /**
   * How much ends each time that the lock is taken: the coordinator asks its clock once whenever it
   * has the lock.
   */
  private static final class Slices implements InstantSource {
    private long now;
    private int slices;
    private int ended;
    private int mostEnded;
    private int allEnded;

    @Override
    public Instant instant() {
      slices++;
      ended = 0;
      return Instant.ofEpochMilli(now);
    }

    void told(SchedulerEvent event) {
      if (event instanceof SchedulerEvent.Done
          || event instanceof SchedulerEvent.Released
          || event instanceof SchedulerEvent.Fallback) {
        allEnded++;
        mostEnded = Math.max(mostEnded, ++ended);
      }
    }

    /** All that wait or are in flight end by this, a part each time that the lock is taken. */
    void assertEnds(int count, Runnable by) {
      allEnded = 0;
      mostEnded = 0;
      by.run();
      assertEquals(count, allEnded);
      assertTrue(mostEnded <= Bounds.ENDED_AN_EVENT, () -> mostEnded + " end at once");
    }
  }

  private static final int MANY = 1_000;

  private final Slices slices = new Slices();
  private final Coordinator full = full();

  /** One chunk is written, and nobody else has room. */
  private Coordinator full() {
    SchedulerSettings settings =
        Harness.takingTurns(
            new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, 1));
    NetworkModel model = TestNetworks.star(2, 20, 9, 1);
    Coordinator one = new Coordinator(model, settings, Ends.FOUND_OUT, slices, slices::told);
    Set<String> all = hosts("svr1.", 21);
    all.addAll(hosts("svr2.", 21));
    one.setPresent(all);
    return one;
  }

  private void letWait() {
    for (int i = 1; i <= 9; i++) {
      full.observe(chunk("svr1." + i + "/load", "ann", 1, Set.of()), List.of("svr2.1"));
    }
    Set<String> rack = hosts("svr1.", 21);
    for (int i = 0; i < MANY; i++) {
      String path = "svr1.%d/%d".formatted(1 + i % 20, i);
      full.submit(chunk(path, "user" + i % 9, 1, rack), outcome -> {});
    }
    assertEquals(MANY, full.status().waiting());
  }

  private void letFly() {
    for (int i = 0; i < MANY; i++) {
      full.find(chunk("svr1.1/" + i, "user" + i % 9, 1, Set.of()), List.of("svr2.1"));
    }
    assertEquals(MANY, full.status().inFlight());
  }

  @Test
  void tick_allHaveWaitedTooLong_areLetGoBitByBit() {
    letWait();
    slices.now += 60_000;
    slices.assertEnds(MANY + 9, full::tick);
    assertEquals(0, full.status().waiting());
    assertTrue(Audit.balances(full));
  }

  @Test
  void tick_allHaveLastedTooLong_endBitByBit() {
    letFly();
    slices.now += 3_600_000;
    slices.assertEnds(MANY, full::tick);
    assertEquals(0, full.status().inFlight());
    assertTrue(Audit.balances(full));
  }

  @Test
  void dismissAll_manyWait_areDismissedBitByBit() {
    letWait();
    slices.assertEnds(MANY, () -> full.dismissAll("test"));
    assertEquals(0, full.status().waiting());
  }

  @Test
  void stop_manyWait_areSentAwayBitByBit() {
    letWait();
    slices.assertEnds(MANY, full::stop);
    assertEquals(0, full.status().waiting());
  }

  @Test
  void forgetAll_manyAreInFlight_areForgottenBitByBit() {
    letFly();
    slices.assertEnds(MANY, () -> full.forgetAll("test"));
    assertTrue(full.status().idle());
  }

  @Test
  void inFlight_many_areAllCopiedBitByBit() {
    letFly();
    int before = slices.slices;
    List<Coordinator.InFlight> all = full.inFlight();
    assertEquals(MANY, all.stream().map(Coordinator.InFlight::path).distinct().count());
    assertEquals(MANY, all.size());
    assertTrue(slices.slices - before >= MANY / Bounds.COPIED_A_LOOK, () -> slices.slices + "");
  }
}
