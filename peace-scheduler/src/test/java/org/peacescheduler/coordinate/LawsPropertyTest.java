package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.BruteForce;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/**
 * What holds whatever Peace gains: nothing waits for links that are not full, for its own client or
 * for what does not move; who waits costs nobody else; a fault takes no answer and no capacity; one
 * client alone keeps no datanode from others.
 */
class LawsPropertyTest {
  private static final long MEGABYTE = 1_000_000;
  private static final double MEGABYTE_A_SECOND = 8; // in Mbit/s

  /** What a megabyte takes at that rate, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  private static final long PASS_MILLIS = 5;
  private static final Duration DEFERRAL_MAX = Duration.ofSeconds(60);
  private static final List<PlacementTemplate> TEMPLATES =
      List.of(
          PlacementTemplate.likeStock(true),
          PlacementTemplate.likeStock(false),
          PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK)),
          PlacementTemplate.strict(List.of(Constraint.ANY)));

  /** A coordinator, its clock, and who got what when. */
  private static final class Run {
    final NetworkModel model;
    final SplittableRandom random;
    final FakeClock clock = new FakeClock();
    final Coordinator coordinator;
    final List<Ticket> tickets = new ArrayList<>();

    /** How often each callback was called, and how the last call said that the wait ended. */
    final Map<String, AtomicInteger> calls = new HashMap<>();

    final Map<String, Outcome> outcomes = new HashMap<>();

    /** What a callback throws after it has been called; null if nothing. */
    Supplier<Error> callbackFault = () -> null;

    private long nextTick = 1000;

    Run(NetworkModel model, GroupOrder order, long seed) {
      this.model = model;
      random = new SplittableRandom(seed);
      coordinator =
          new Coordinator(
              model,
              Harness.takingTurns(new SchedulerSettings(0, DEFERRAL_MAX, order, seed)),
              Ends.TOLD,
              clock,
              this::heard);
    }

    /** A link that is said to be full is full, or would be by the chunk's own way over it. */
    private void heard(SchedulerEvent event) {
      if (!(event instanceof SchedulerEvent.Deferred deferred)) {
        return;
      }
      ResidualNetwork residual = coordinator.residual();
      double stream = PlanningProbe.network(coordinator).rates().stream();
      for (int edge = 0; edge < model.edges(); edge++) {
        if (deferred.blockedBy().contains(model.edgeName(edge))) {
          assertTrue(residual.left(edge) <= stream, model.edgeName(edge) + " is not full");
        }
      }
    }

    Ticket submit(ChunkRequest request) {
      String path = request.path();
      AtomicInteger called = calls.computeIfAbsent(path, key -> new AtomicInteger());
      Ticket ticket =
          coordinator.submit(
              request,
              outcome -> {
                called.incrementAndGet();
                outcomes.put(path, outcome);
                Error thrown = callbackFault.get();
                if (thrown != null) {
                  throw thrown;
                }
              });
      tickets.add(ticket);
      return ticket;
    }

    boolean isGranted(String path) {
      return outcomes.get(path) instanceof Outcome.Granted;
    }

    /** Lets time pass as the binding does. */
    void passUntil(long millis) {
      while (clock.millis() < millis) {
        clock.advance(Math.min(PASS_MILLIS, millis - clock.millis()));
        if (clock.millis() >= nextTick) {
          nextTick += 1000;
          coordinator.tick();
        }
        coordinator.pass();
      }
    }

    String anyHost() {
      return model.serverName(random.nextInt(model.servers()));
    }

    List<Ticket> waiting() {
      return tickets.stream().filter(ticket -> ticket.state == Ticket.State.WAITING).toList();
    }

    List<Ticket> inFlight() {
      return tickets.stream().filter(ticket -> ticket.state == Ticket.State.IN_FLIGHT).toList();
    }
  }

  private static ChunkRequest chunk(String host, int number, int replication, int template) {
    return Harness.chunk(
        host + "/" + number, replication, TEMPLATES.get(template), MEGABYTE, origin("ann", host));
  }

  private static ChunkRequest.Origin origin(String user, String client) {
    return new ChunkRequest.Origin(Optional.of(user), Optional.of(client), Optional.empty(), 0);
  }

  // Nothing is deferred whose links are not full.

  @Property(tries = 600)
  void wait_anyNetworkAndLoad_noPipelineHasRoom(
      @ForAll GroupOrder order,
      @ForAll @IntRange(min = 1, max = 60) int operations,
      @ForAll boolean tree,
      @ForAll int seed) {
    SplittableRandom networks = new SplittableRandom(seed);
    Run run = new Run(TestNetworks.random(networks, tree), order, seed);
    for (int i = 0; i < operations; i++) {
      doOne(run, i);
      run.coordinator.pass();
      assertNoneFits(run);
    }
  }

  private static void doOne(Run run, int number) {
    SplittableRandom random = run.random;
    run.clock.advance(random.nextInt(100));
    List<Ticket> inFlight = run.inFlight();
    if (inFlight.isEmpty() || random.nextInt(5) < 3) {
      int replication = 1 + random.nextInt(Math.min(3, run.model.servers()));
      run.submit(chunk(run.anyHost(), number, replication, random.nextInt(TEMPLATES.size())));
      return;
    }
    Ticket ticket = inFlight.get(random.nextInt(inFlight.size()));
    if (random.nextBoolean()) {
      run.coordinator.done(ticket, true, MEGABYTE);
    } else {
      run.coordinator.replicaDone(
          ticket, ticket.flight.nodes.get(random.nextInt(ticket.flight.nodes.size())));
    }
  }

  /** Independent of the planner: every pipeline there is. */
  private static void assertNoneFits(Run run) {
    ResidualNetwork residual = run.coordinator.residual();
    double stream = PlanningProbe.network(run.coordinator).rates().stream();
    for (Ticket ticket : run.waiting()) {
      int[] left =
          IntStream.range(0, run.model.edges())
              .map(edge -> (int) Math.min(9, Math.ceil(residual.left(edge) / stream)))
              .toArray();
      assertFalse(
          new BruteForce(run.model, left, ticket.wanted.template())
              .fits(ticket.wanted.resolve(run.model), ticket.wanted.replication()),
          () -> ticket + " of " + ticket.wanted + " waits in vain");
    }
  }

  /** All writers together send less than half of what each link carries. */
  @Property(tries = 60)
  void wait_linksAreNeverFull_allIsDoneAsSoonAsWithoutPeace(
      @ForAll @IntRange(min = 2, max = 3) int racks,
      @ForAll @IntRange(min = 3, max = 6) int servers,
      @ForAll @IntRange(min = 1, max = 3) int writersOfEach,
      @ForAll @IntRange(min = 10, max = 20) int chunks,
      @ForAll int seed) {
    NetworkModel model =
        TestNetworks.shaped(
            racks, servers, MEGABYTE_A_SECOND, 10 * MEGABYTE_A_SECOND, MEGABYTE_A_SECOND);
    Run run = new Run(model, GroupOrder.FAIR_SOJOURN, seed);
    // Even if all of a rack's writers chose the same server, it would take half of its link.
    long chunkMillis = 2 * 1000L * writersOfEach * racks * servers * 3;
    PriorityQueue<long[]> ends = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
    int writers = racks * servers * writersOfEach;
    Ticket[] current = new Ticket[writers];
    int[] written = new int[writers];
    Set<Integer> asking = new HashSet<>();
    for (int w = 0; w < writers; w++) {
      current[w] = run.submit(slowChunk(model, w, 0));
      asking.add(w);
    }
    long last = 0;
    long limit = 2L * chunks * chunkMillis;
    while ((!ends.isEmpty() || !asking.isEmpty()) && run.clock.millis() < limit) {
      for (int w : List.copyOf(asking)) {
        if (current[w].state == Ticket.State.IN_FLIGHT) {
          asking.remove(w);
          ends.add(new long[] {run.clock.millis() + chunkMillis, w});
        }
      }
      long next = ends.isEmpty() ? limit : ends.peek()[0];
      run.passUntil(asking.isEmpty() ? next : Math.min(next, run.clock.millis() + 4 * PASS_MILLIS));
      while (!ends.isEmpty() && ends.peek()[0] <= run.clock.millis()) {
        int w = (int) ends.poll()[1];
        last = run.clock.millis();
        run.coordinator.done(current[w], ++written[w] == chunks, MEGABYTE);
        if (written[w] < chunks) {
          current[w] = run.submit(slowChunk(model, w, written[w]));
          asking.add(w);
        }
      }
    }
    assertEquals(writers * chunks, IntStream.of(written).sum(), "chunks that were written");
    double ratio = last / ((double) chunks * chunkMillis);
    assertTrue(ratio < 1.05, "it took " + ratio + " of the time without Peace");
  }

  private static ChunkRequest slowChunk(NetworkModel model, int writer, int number) {
    String host = model.serverName(writer % model.servers());
    String path = host + "/" + writer;
    return Harness.chunk(path, 3, TEMPLATES.get(1), MEGABYTE, origin("ann", "client" + writer));
  }

  /** Small files end, then a large one begins: it is no less load for that, and no slow writer. */
  @Property(tries = 20)
  void chunk_afterManySmallOnes_loadsItsLinksForAsLongAsItsBytesTake(
      @ForAll @IntRange(min = 1, max = 40) int small, @ForAll int seed) {
    NetworkModel model =
        TestNetworks.shaped(2, 3, MEGABYTE_A_SECOND, 10 * MEGABYTE_A_SECOND, MEGABYTE_A_SECOND);
    Run run = new Run(model, GroupOrder.FAIR_SOJOURN, seed);
    for (int i = 0; i < small; i++) {
      Ticket ticket = run.submit(chunk(run.anyHost(), i, 1, 1));
      run.passUntil(run.clock.millis() + CHUNK_MILLIS / 16);
      run.coordinator.done(ticket, true, MEGABYTE / 16);
    }
    run.submit(chunk("svr1.1", small, 1, 1));
    run.submit(chunk("svr2.1", small, 1, 1)); // Beside another host's, so that nobody is alone.
    run.passUntil(run.clock.millis() + CHUNK_MILLIS - 2 * PASS_MILLIS);
    int up = model.up(model.server("svr1.1").orElseThrow());
    assertTrue(run.coordinator.residual().left(up) <= 0, "a link is idle though a chunk is sent");
  }

  // Nothing waits for its own client, or for what does not move.

  @Property(tries = 300)
  void chunk_itsOwnClientHoldsAllThatIsHeld_isGrantedAtOnce(
      @ForAll @IntRange(min = 1, max = 40) int files,
      @ForAll @IntRange(max = 3) int template,
      @ForAll boolean told,
      @ForAll int seed) {
    Run run = new Run(network(told, seed), GroupOrder.FAIR_SOJOURN, seed);
    String host = run.anyHost();
    for (int file = 0; file < files; file++) {
      ChunkRequest request = chunk(host, file, 1 + run.random.nextInt(3), template);
      run.submit(request);
      assertTrue(run.isGranted(request.path()), request + " waits");
    }
  }

  private static NetworkModel network(boolean told, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int racks = 2 + random.nextInt(2);
    int servers = 3 + random.nextInt(4);
    return told
        ? TestNetworks.shaped(
            racks,
            servers,
            MEGABYTE_A_SECOND * (1 + random.nextInt(2)),
            MEGABYTE_A_SECOND * (1 + random.nextInt(6)),
            MEGABYTE_A_SECOND)
        : TestNetworks.star(racks, servers, 1 + random.nextInt(2), 1 + random.nextInt(6));
  }

  /**
   * Writers who write a byte and stop; all wait for all. Each link is judged by itself, so who
   * waits for one and then for another one waits for both.
   */
  @Property(tries = 150)
  void wait_nothingMoves_endsAfterAFewChunkTimes(
      @ForAll @IntRange(min = 2, max = 80) int chunks,
      @ForAll GroupOrder order,
      @ForAll boolean told,
      @ForAll boolean chunksAreKnown,
      @ForAll int seed) {
    Run run = new Run(network(told, seed), order, seed);
    if (chunksAreKnown) {
      writeSome(run);
    }
    long began = run.clock.millis();
    for (int i = 0; i < chunks; i++) {
      run.submit(chunk(run.anyHost(), 100 + i, 1 + run.random.nextInt(3), run.random.nextInt(4)));
    }
    run.passUntil(began + 2 * 6 * CHUNK_MILLIS);
    assertEquals(List.of(), run.waiting(), "wait though nothing moves");
    assertTrue(
        run.outcomes.values().stream().allMatch(outcome -> outcome instanceof Outcome.Granted));
  }

  /** Some chunks, one after the other, each as quick as a stream is. */
  private static void writeSome(Run run) {
    for (int i = 0; i < 8; i++) {
      Ticket ticket = run.submit(chunk(run.anyHost(), i, 2, 3));
      run.passUntil(run.clock.millis() + CHUNK_MILLIS);
      run.coordinator.done(ticket, true, MEGABYTE);
    }
  }

  /** Its client's own chunk, which does not move, beside others that do. */
  @Property(tries = 100)
  void chunk_ownClientsChunkDoesNotMoveBesideOthersThatDo_waitsAFewChunkTimes(
      @ForAll @IntRange(min = 1, max = 3) int idle, @ForAll int seed) {
    NetworkModel model =
        TestNetworks.shaped(2, 5, MEGABYTE_A_SECOND, 10 * MEGABYTE_A_SECOND, MEGABYTE_A_SECOND);
    Run run = new Run(model, GroupOrder.FAIR_SOJOURN, seed);
    writeSome(run);
    PlacementTemplate inRack = PlacementTemplate.strict(List.of(Constraint.SAME_RACK));
    Ticket moving = null;
    for (int i = 0; i < idle; i++) {
      run.submit(Harness.chunk("svr1.1/idle" + i, 1, inRack, MEGABYTE, origin("ann", "idler")));
    }
    long began = run.clock.millis();
    Ticket next = null;
    int number = 0;
    while (run.clock.millis() < began + 5 * CHUNK_MILLIS) {
      if (moving != null) {
        run.coordinator.done(moving, true, MEGABYTE);
      }
      moving =
          run.submit(
              Harness.chunk("svr2.1/" + number++, 1, inRack, MEGABYTE, origin("bob", "other")));
      if (next == null) {
        next =
            run.submit(Harness.chunk("svr1.1/next", 1, inRack, MEGABYTE, origin("ann", "idler")));
      }
      run.passUntil(run.clock.millis() + CHUNK_MILLIS);
    }
    assertTrue(run.isGranted("svr1.1/next"), "waits for its own client's chunk");
  }

  // Who waits costs nobody else.

  /** Failed tries of an end of a chunk; those that do not fail are grants. */
  private record Tries(double mean, int most) {}

  @Property(tries = 20)
  void event_manyWait_asManyTriesAsIfFewDid(
      @ForAll @IntRange(min = 2, max = 3) int racks,
      @ForAll @IntRange(min = 4, max = 10) int servers,
      @ForAll @IntRange(min = 1, max = 3) int replication,
      @ForAll @IntRange(min = 1, max = 3)
          int template, // Without own disks: nobody waits for these.
      @ForAll GroupOrder order,
      @ForAll int seed) {
    NetworkModel model = TestNetworks.star(racks, servers, 1, servers);
    Tries few = tries(new Run(model, order, seed), 3, replication, template);
    Tries many = tries(new Run(model, order, seed), 20, replication, template);

    String told = "3 of each host wait: %s; 20 do: %s".formatted(few, many);
    // Seven times as many wait.
    assertTrue(many.mean <= 2 * few.mean + 4, told);
    // Of those that want the same, one is tried.
    assertTrue(many.most <= model.servers() + 16, told);
  }

  private static Tries tries(Run run, int waitingOfEach, int replication, int template) {
    PlanningProbe probe = new PlanningProbe(run.coordinator);
    int servers = run.model.servers();
    for (int i = 0; run.waiting().size() < waitingOfEach * servers; i++) {
      String host = run.model.serverName(i % servers);
      run.submit(
          Harness.chunk(
              host + "/" + i,
              replication,
              TEMPLATES.get(template),
              MEGABYTE,
              origin("user" + i % 3, host)));
    }
    int events = 0;
    int most = 0;
    int all = 0;
    // Until a third has ended, so that many still wait.
    for (; events < waitingOfEach * servers / 3; events++) {
      List<Ticket> inFlight = run.inFlight();
      int before = probe.plans();
      // Of no size, so that no rate is learnt and nobody is found to be slow.
      run.coordinator.done(inFlight.get(run.random.nextInt(inFlight.size())), true);
      int granted = run.inFlight().size() - inFlight.size() + 1;
      int failed = probe.plans() - before - granted;
      most = Math.max(most, failed);
      all += failed;
    }
    return new Tries((double) all / events, most);
  }

  // A fault takes no answer and no capacity.

  @Property(tries = 400)
  void fault_inAnyPlanAndAnyCallback_everybodyIsAnsweredOnceAndNoCapacityIsLost(
      @ForAll @IntRange(min = 1, max = 60) int operations,
      @ForAll @IntRange(min = 1, max = 10) int oneIn,
      @ForAll int seed) {
    Run run = new Run(TestNetworks.star(2, 3, 1, 2), GroupOrder.FAIR_SOJOURN, seed);
    PlanningProbe probe = new PlanningProbe(run.coordinator);
    SplittableRandom faults = new SplittableRandom(seed);
    Supplier<Error> fault =
        () -> faults.nextInt(oneIn) == 0 ? new NoClassDefFoundError("on purpose") : null;
    probe.fail(demand -> fault.get());
    run.callbackFault = fault;
    for (int i = 0; i < operations; i++) {
      try {
        doOne(run, i);
      } catch (NoClassDefFoundError e) {
        // Whoever called is told; see below for all others.
      }
      assertTrue(Audit.balances(run.coordinator), "what is held is what is taken");
    }
    probe.fail(demand -> null);
    run.callbackFault = () -> null;
    run.passUntil(run.clock.millis() + DEFERRAL_MAX.toMillis() + 2000);
    run.coordinator.forgetAll("test");
    run.calls.forEach((path, called) -> assertEquals(1, called.get(), path));
    assertTrue(run.coordinator.status().idle(), "nothing is in flight, so nothing is taken");
    assertTrue(Audit.balances(run.coordinator));
  }

  /** One chunk of which the plan fails each time: others go on. */
  @Property(tries = 50)
  void fault_inThePlanOfOneChunkEachTime_othersAreGrantedAllTheSame(
      @ForAll @IntRange(min = 1, max = 10) int others, @ForAll int seed) {
    Run run = new Run(TestNetworks.star(1, 3, 1, 1), GroupOrder.FIRST_COME, seed);
    PlanningProbe probe = new PlanningProbe(run.coordinator);
    int poison = run.model.server("svr1.2").orElseThrow();
    Ticket holder = run.submit(chunk("svr1.1", 0, 2, 3));
    run.submit(Harness.chunk("svr1.2/poison", 2, TEMPLATES.get(3), MEGABYTE, origin("a", "b")));
    for (int i = 1; i <= others; i++) {
      run.submit(chunk("svr1.3", i, 2, 3));
    }
    probe.fail(
        demand -> demand.writer().server() == poison ? new StackOverflowError("on purpose") : null);
    try {
      run.coordinator.done(holder, true, MEGABYTE);
    } catch (StackOverflowError e) {
      // As above.
    }
    for (long end = run.clock.millis() + 10 * CHUNK_MILLIS; run.clock.millis() < end; ) {
      try {
        run.passUntil(end);
      } catch (StackOverflowError e) {
        // Who calls the coordinator now and then goes on.
      }
    }
    assertTrue(run.outcomes.containsKey("svr1.2/poison"), "who cannot be planned is answered");
    assertTrue(run.isGranted("svr1.3/1"), "others are granted");
  }

  // What one client may cause.

  @Property(tries = 100)
  void suspects_oneClientsWordAlone_keepsNoDatanodeFromOthers(
      @ForAll @IntRange(min = 1, max = 60) int words, @ForAll int seed) {
    Run run = new Run(TestNetworks.star(2, 3, 9, 9), GroupOrder.FAIR_SOJOURN, seed);
    for (int i = 0; i < words; i++) {
      ChunkRequest request =
          Harness.chunk(
              "svr1.1/" + i % 5, 1, TEMPLATES.get(3), MEGABYTE, origin("mallory", "mallory"));
      Ticket before = run.submit(request);
      if (before.state == Ticket.State.IN_FLIGHT) {
        run.submit(request.without(before.flight.nodes.get(0))); // It could not write to that one.
      }
    }
    // What she has is load, and keeps others away for as long as she has it.
    run.inFlight().forEach(ticket -> run.coordinator.release(ticket, "test", true));
    Set<String> granted = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      String host = run.model.serverName(i % run.model.servers());
      Ticket ticket =
          run.submit(
              Harness.chunk(host + "/o" + i, 1, TEMPLATES.get(3), MEGABYTE, origin("ann", host)));
      granted.addAll(ticket.flight.nodes);
      run.coordinator.done(ticket, true, MEGABYTE);
    }
    assertEquals(run.model.servers(), granted.size(), "datanodes that others get: " + granted);
  }
}
