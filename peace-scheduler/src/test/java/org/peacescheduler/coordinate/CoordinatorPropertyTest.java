package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PipelineDemand;
import org.peacescheduler.schedule.PipelinePlanner;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.PlanResult;
import org.peacescheduler.schedule.TestNetworks;

/** Random operations from many files: what must hold after each of them and at the end. */
class CoordinatorPropertyTest {
  private static final double[] FRACTIONS = {0, 0.5, 0.8, 1};
  private static final List<PlacementTemplate> TEMPLATES =
      List.of(
          PlacementTemplate.likeStock(true),
          PlacementTemplate.likeStock(false),
          PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK)),
          PlacementTemplate.strict(List.of(Constraint.ANY)));
  private static final List<NetworkModel> MODELS =
      List.of(
          TestNetworks.star(2, 3, 1, 1),
          TestNetworks.star(2, 3, 2, 2),
          TestNetworks.parse(
              """
              version: 1
              streamRate: 1 MB/s
              switches: [{name: tor1}, {name: tor2}, {name: tor3}]
              defaults: {server: {up: 2 MB/s, down: 2 MB/s}}
              links:
              - {between: [tor1, tor2], capacity: 2 MB/s}
              - {between: [tor2, tor3], capacity: 1 MB/s}
              servers:
              - {hosts: "svr1.[1-3]", switch: tor1}
              - {hosts: "svr2.[1-3]", switch: tor2}
              - {hosts: "svr3.[1-3]", switch: tor3}
              """),
          TestNetworks.star(3, 3, 1, 9));

  private static final Share LOGS = Share.ofPaths("/logs");
  private static final Shares SHARES =
      new Shares(
          Map.of(
              Share.ofUser("ann"),
              new Shares.Terms(3, 0),
              Share.ofUser("bob"),
              new Shares.Terms(0.5, 0.2),
              LOGS,
              new Shares.Terms(1, 0.4)));

  @Property(tries = 1500)
  void anyOperations_nothingIsLostAndEverybodyIsAnswered(
      @ForAll @Size(max = 120) List<@IntRange(max = 1 << 24) Integer> operations,
      @ForAll @IntRange(max = 3) int fraction,
      @ForAll GroupOrder order) {
    Run run = new Run(FRACTIONS[fraction], order);
    for (int operation : operations) {
      run.doOne(operation);
      run.check();
    }
    run.finish();
  }

  /** One coordinator and what is known of it from outside. */
  static final class Run {
    final FakeClock clock = new FakeClock();
    final List<SchedulerEvent> events = new ArrayList<>();
    final Coordinator coordinator;
    final List<Ticket> tickets = new ArrayList<>();
    final List<AtomicInteger> callbacks = new ArrayList<>();
    final Set<Copy> copies = new HashSet<>();
    final Set<String> absent = new HashSet<>();
    NetworkModel model = MODELS.get(0);

    Run(double fraction, GroupOrder order) {
      this(fraction, order, Ends.FOUND_OUT, event -> {}, Journal.NONE);
    }

    /** One of which a journal is kept. */
    Run(
        double fraction,
        GroupOrder order,
        Ends ends,
        Consumer<SchedulerEvent> listener,
        Journal journal) {
      coordinator =
          new Coordinator(
              model,
              new SchedulerSettings(fraction, Duration.ofSeconds(60), order, SHARES, 7),
              ends,
              clock,
              ((Consumer<SchedulerEvent>) events::add).andThen(listener),
              journal);
    }

    void doOne(int operation) {
      SplittableRandom random = new SplittableRandom(operation);
      clock.advance(random.nextInt(300));
      int kind = random.nextInt(33);
      Ticket ticket = tickets.isEmpty() ? null : tickets.get(random.nextInt(tickets.size()));
      if (kind < 8 || ticket == null) {
        submit(random);
      } else if (kind < 10) {
        coordinator.done(ticket, random.nextBoolean());
      } else if (kind == 10) {
        coordinator.release(ticket, "test", random.nextBoolean());
      } else if (kind < 13) {
        List<String> nodes = ticket.flight.nodes;
        coordinator.replicaDone(
            ticket, nodes.isEmpty() ? "nobody" : nodes.get(random.nextInt(nodes.size())));
      } else if (kind == 13) {
        replan(ticket);
      } else if (kind == 14) {
        observe(random);
      } else if (kind == 15) {
        coordinator.giveUpWaiting(ticket, FallbackReason.CROWDED, "test");
      } else if (kind == 16) {
        clock.advance(random.nextInt(40_000));
        coordinator.tick();
      } else if (kind == 17) {
        exchange(random);
      } else if (kind == 18) {
        setPresent(random);
      } else if (kind == 19) {
        coordinator.fallBack(ticket, FallbackReason.INVALID_TARGETS, "test");
      } else if (kind < 22) {
        coordinator.reroute(ticket, nodes(random));
      } else if (kind == 22) {
        AtomicInteger calls = new AtomicInteger();
        callbacks.add(calls);
        tickets.add(
            coordinator.resubmit(ticket, ticket.wanted, outcome -> calls.incrementAndGet()));
      } else if (kind < 26) {
        copy(random);
      } else if (kind < 29) {
        coordinator.pass();
      } else if (kind < 31) {
        coordinator.flushed(ticket);
        coordinator.standAside(ticket);
      } else if (kind == 32) {
        coordinator.change(
            new SchedulerSettings(
                0,
                Duration.ofSeconds(1 + random.nextInt(60)),
                GroupOrder.values()[random.nextInt(GroupOrder.values().length)],
                random.nextBoolean() ? SHARES : Shares.EQUAL,
                7));
      } else if (random.nextInt(4) == 0) {
        coordinator.forgetAll("test");
      }
    }

    ChunkRequest request(SplittableRandom random) {
      int writer = random.nextInt(8);
      String host = writer == 7 ? "elsewhere" : "svr" + (1 + writer / 3) + "." + (1 + writer % 3);
      String path = host + "/" + random.nextInt(2);
      boolean isTurn = random.nextInt(6) == 0;
      ChunkRequest request =
          ChunkRequest.of(
                  path, 1 + random.nextInt(3), TEMPLATES.get(random.nextInt(TEMPLATES.size())))
              .file(isTurn ? "turn " + path : path)
              .writer(host)
              .fullBytes(random.nextInt(1_000_000))
              .origin(origin(random))
              .turn(isTurn ? 1 + random.nextInt(3) : 0)
              .build();
      return random.nextInt(6) == 0 ? request.without("svr2." + (1 + random.nextInt(3))) : request;
    }

    private static ChunkRequest.Origin origin(SplittableRandom random) {
      Optional<String> user = any(random, "ann", "bob", "cid");
      return new ChunkRequest.Origin(
          user,
          any(random, "1", "2"),
          any(random, "chk-1", "chk-2", "chk-3", "other"),
          random.nextInt(3) == 0 ? random.nextInt(4_000_000) : 0,
          random.nextInt(3) == 0 ? LOGS : Share.ofUser(user));
    }

    private static Optional<String> any(SplittableRandom random, String... texts) {
      int i = random.nextInt(texts.length + 1);
      return i == 0 ? Optional.empty() : Optional.of(texts[i - 1]);
    }

    private void submit(SplittableRandom random) {
      AtomicInteger calls = new AtomicInteger();
      callbacks.add(calls);
      tickets.add(coordinator.submit(request(random), outcome -> calls.incrementAndGet()));
    }

    private void replan(Ticket ticket) {
      if (ticket.state != Ticket.State.IN_FLIGHT || ticket.flight.nodes.isEmpty()) {
        return;
      }
      AtomicInteger calls = new AtomicInteger();
      callbacks.add(calls);
      coordinator.replan(
          ticket, ticket.wanted.without(ticket.flight.nodes.get(0)), o -> calls.incrementAndGet());
    }

    private void observe(SplittableRandom random) {
      tickets.add(coordinator.observe(request(random), nodes(random)));
    }

    static List<String> nodes(SplittableRandom random) {
      List<String> nodes = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        String node = "svr" + (1 + random.nextInt(3)) + "." + (1 + random.nextInt(4));
        if (!nodes.contains(node)) {
          nodes.add(node);
        }
      }
      return nodes;
    }

    private void copy(SplittableRandom random) {
      List<String> hosts = nodes(random);
      Copy copy = new Copy(random.nextInt(3), hosts.get(0), hosts.get(hosts.size() - 1));
      if (random.nextBoolean()) {
        coordinator.copyOrdered(copy);
        copies.add(copy);
      } else if (random.nextInt(4) > 0) {
        coordinator.copyEnded(copy);
      } else {
        coordinator.endCopiesOutside(present());
      }
    }

    private void exchange(SplittableRandom random) {
      model = MODELS.get(random.nextInt(MODELS.size()));
      coordinator.exchange(model, present());
    }

    private void setPresent(SplittableRandom random) {
      absent.clear();
      for (int i = random.nextInt(3); i > 0; i--) {
        absent.add(model.serverName(random.nextInt(model.servers())));
      }
      coordinator.setPresent(present());
    }

    private Set<String> present() {
      Set<String> hosts = new HashSet<>();
      for (int i = 0; i < model.servers(); i++) {
        hosts.add(model.serverName(i));
      }
      hosts.removeAll(absent);
      return hosts;
    }

    void check() {
      ResidualNetwork residual = coordinator.residual();
      assertTrue(Audit.balances(coordinator), "what is held is what is taken");
      if (coordinator.status().inFlight() == 0 && coordinator.status().copies() == 0) {
        assertTrue(residual.isIdle(), "nothing is in flight, so nothing may be taken");
      }
      callbacks.forEach(calls -> assertTrue(calls.get() <= 1));
      assertNobodyWaitsInVain(residual);
    }

    /**
     * Plans again what waits, without the shortcuts of the scheduler. What is before a turn can end
     * without a link's having been full: the next pass sees it.
     */
    private void assertNobodyWaitsInVain(ResidualNetwork residual) {
      waiting(false).forEach(chunk -> assertWaits(chunk, plan(chunk, residual)));
      if (!waiting(true).isEmpty()) {
        coordinator.pass();
        LiveNetwork live = PlanningProbe.network(coordinator);
        waiting(true)
            .forEach(
                turn -> assertWaits(turn, live.turns().plan(() -> plan(turn, live.residual()))));
      }
    }

    private List<Ticket> waiting(boolean areTurns) {
      return tickets.stream()
          .distinct()
          .filter(t -> t.state == Ticket.State.WAITING && t.isTurn() == areTurns)
          .toList();
    }

    private static void assertWaits(Ticket ticket, PlanResult result) {
      assertFalse(result instanceof PlanResult.Planned, () -> ticket + " waits in vain");
      assertFalse(result instanceof PlanResult.Impossible, () -> ticket + " waits for ever");
    }

    private PlanResult plan(Ticket ticket, ResidualNetwork residual) {
      BitSet excluded = new BitSet();
      ticket.wanted.excluded().forEach(host -> model.server(host).ifPresent(excluded::set));
      ticket.wanted.avoided().forEach(host -> model.server(host).ifPresent(excluded::set));
      return new PipelinePlanner(residual, new SplittableRandom(1), 10_000)
          .plan(
              new PipelineDemand(
                  ticket.wanted.resolve(model),
                  ticket.wanted.replication(),
                  ticket.wanted.template(),
                  excluded,
                  -1,
                  Integer.MAX_VALUE,
                  Math.max(1, residual.capacity(0) / 1000)),
              0);
    }

    void finish() {
      for (Ticket ticket : tickets) {
        coordinator.done(ticket, true);
      }
      for (Ticket ticket : tickets) {
        coordinator.release(ticket, "end", true);
      }
      copies.forEach(coordinator::copyEnded);
      Coordinator.Status status = coordinator.status();
      assertEquals(new Coordinator.Status(0, 0, 0, 0, status.timestep(), true), status);
      callbacks.forEach(calls -> assertEquals(1, calls.get()));
      assertEventsAreInOrder();
    }

    private void assertEventsAreInOrder() {
      long time = 0;
      long submitted = 0;
      long ends = 0;
      for (SchedulerEvent event : events) {
        assertTrue(event.time() >= time);
        time = event.time();
        submitted += event instanceof SchedulerEvent.Submitted ? 1 : 0;
        ends +=
            event instanceof SchedulerEvent.Done
                    || event instanceof SchedulerEvent.Released
                    || event instanceof SchedulerEvent.Fallback
                ? 1
                : 0;
      }
      assertTrue(ends >= submitted, "every chunk that was submitted ended");
    }
  }
}
