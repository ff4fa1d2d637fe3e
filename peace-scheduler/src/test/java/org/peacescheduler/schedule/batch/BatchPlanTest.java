package org.peacescheduler.schedule.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.BruteForce;
import org.peacescheduler.schedule.PipelineChecker;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Placements;
import org.peacescheduler.schedule.TestNetworks;
import org.peacescheduler.schedule.Writer;
import org.peacescheduler.schedule.batch.Algorithm1.Schedule;
import org.peacescheduler.schedule.batch.Algorithm1.ScheduledChunk;
import org.peacescheduler.schedule.batch.Algorithm1.Unscheduled;

class BatchPlanTest {

  /** A network, a template and requests, all from one seed. */
  private record Case(NetworkModel model, PlacementTemplate template, List<WriteRequest> requests) {
    static Case of(long seed, boolean tree) {
      SplittableRandom random = new SplittableRandom(seed);
      NetworkModel model = tree ? TestNetworks.random(random, true) : TestNetworks.random(random);
      PlacementTemplate template = Placements.random(random);
      List<WriteRequest> requests = new ArrayList<>();
      for (int i = random.nextInt(8); i >= 0; i--) {
        Writer writer = Writer.server(model, random.nextInt(model.servers()));
        requests.add(
            new WriteRequest(requests.size(), writer, 1 + random.nextInt(4), random.nextInt(4), 0));
      }
      return new Case(model, template, requests);
    }

    BatchPlan plan(long seed) {
      return BatchPlan.of(model, template, requests, seed);
    }
  }

  @Property(tries = 1500)
  void of_anyNetwork_keepsCapacitiesAndConstraints(@ForAll long seed) {
    Case c = Case.of(seed, false);
    for (Schedule timestep : c.plan(seed).timesteps()) {
      int[] left = BruteForce.idle(c.model());
      for (ScheduledChunk chunk : timestep.chunks()) {
        PipelineChecker.check(c.model(), chunk, c.template());
        PipelineChecker.take(chunk, left);
      }
      for (int edge = 0; edge < left.length; edge++) {
        assertTrue(left[edge] >= 0, c.model().edgeName(edge) + " is beyond its capacity");
        assertEquals(left[edge], timestep.residual().left(edge), c.model().edgeName(edge));
      }
      assertServersWithinCapacity(c.model(), timestep);
    }
  }

  /** Counts again from the names alone, as a reader of the JSON would. */
  private static void assertServersWithinCapacity(NetworkModel model, Schedule timestep) {
    Map<String, Integer> up = new HashMap<>();
    Map<String, Integer> down = new HashMap<>();
    for (ScheduledChunk chunk : timestep.chunks()) {
      String sender = model.serverName(chunk.writer().server());
      for (String node : chunk.pipeline().names(model)) {
        if (!node.equals(sender)) {
          up.merge(sender, 1, Integer::sum);
          down.merge(node, 1, Integer::sum);
        }
        sender = node;
      }
    }
    model
        .topology()
        .servers()
        .forEach(
            server -> {
              String host = server.host();
              assertTrue(up.getOrDefault(host, 0) <= server.capacities().up().chunks(), host);
              assertTrue(down.getOrDefault(host, 0) <= server.capacities().down().chunks(), host);
            });
  }

  @Property(tries = 1500)
  void of_anyNetwork_schedulesOrRefusesEveryChunkOnce(@ForAll long seed) {
    Case c = Case.of(seed, false);
    BatchPlan plan = c.plan(seed);
    Map<Integer, Integer> next = new HashMap<>();
    for (Schedule timestep : plan.timesteps()) {
      assertFalse(timestep.chunks().isEmpty());
      for (ScheduledChunk chunk : timestep.chunks()) {
        assertEquals(next.getOrDefault(chunk.request(), 0), chunk.chunk());
        next.merge(chunk.request(), 1, Integer::sum);
      }
      for (Unscheduled waiting : timestep.unscheduled()) {
        WriteRequest request = waiting.request();
        int total = c.requests().get(request.id()).chunks();
        assertEquals(total - next.getOrDefault(request.id(), 0), request.chunks());
      }
    }
    List<Integer> refused = plan.refused().stream().map(BatchPlan.Refused::request).toList();
    for (WriteRequest request : c.requests()) {
      int expected = refused.contains(request.id()) ? 0 : request.chunks();
      assertEquals(expected, next.getOrDefault(request.id(), 0), "request " + request.id());
    }
  }

  @Property(tries = 1000)
  void of_request_isRefusedIfAndOnlyIfItFitsNoIdleNetwork(@ForAll long seed) {
    Case c = Case.of(seed, false);
    List<Integer> refused =
        c.plan(seed).refused().stream().map(BatchPlan.Refused::request).toList();
    for (WriteRequest request : c.requests()) {
      boolean fits =
          new BruteForce(c.model(), BruteForce.idle(c.model()), c.template())
              .fits(request.writer(), request.replication());
      assertEquals(!fits, refused.contains(request.id()), "request " + request);
    }
  }

  @Property(tries = 1000)
  void of_deferredRequest_didNotFitWhenItWasItsTurn(@ForAll long seed) {
    Case c = Case.of(seed, true);
    List<WriteRequest> waiting = c.requests();
    for (Schedule timestep : c.plan(seed).timesteps()) {
      int[] left = BruteForce.idle(c.model());
      List<ScheduledChunk> chunks = new ArrayList<>(timestep.chunks());
      for (WriteRequest request : waiting) {
        while (!chunks.isEmpty() && chunks.get(0).request() == request.id()) {
          PipelineChecker.take(chunks.remove(0), left);
        }
        boolean deferred =
            timestep.unscheduled().stream().anyMatch(u -> u.request().id() == request.id());
        if (deferred) {
          assertFalse(
              new BruteForce(c.model(), left, c.template())
                  .fits(request.writer(), request.replication()),
              () -> request + " was overtaken");
        }
      }
      assertTrue(chunks.isEmpty(), "chunks are planned in the order of their requests");
      waiting = timestep.unscheduled().stream().map(Unscheduled::request).toList();
    }
  }

  @Property(tries = 1500)
  void of_deferredRequest_namesOnlyFullEdges(@ForAll long seed) {
    Case c = Case.of(seed, false);
    for (Schedule timestep : c.plan(seed).timesteps()) {
      for (Unscheduled waiting : timestep.unscheduled()) {
        assertFalse(waiting.saturated().isEmpty(), () -> waiting + " names no edge");
        for (int edge : waiting.saturated()) {
          // A chunk can bar itself: it would pass the edge once for each earlier replica.
          int own = waiting.request().replication() - 1;
          assertTrue(timestep.residual().left(edge) <= own, c.model().edgeName(edge));
        }
      }
    }
  }

  @Property(tries = 300)
  void of_sameSeed_samePlan(@ForAll long seed) {
    Case c = Case.of(seed, false);
    assertEquals(text(c, c.plan(seed)), text(c, c.plan(seed)));
  }

  private static String text(Case c, BatchPlan plan) {
    StringBuilder text = new StringBuilder(plan.refused().toString());
    for (Schedule timestep : plan.timesteps()) {
      timestep
          .chunks()
          .forEach(k -> text.append(k.request()).append(k.pipeline().names(c.model())));
      text.append(timestep.unscheduled()).append('\n');
    }
    return text.toString();
  }

  @Test
  void of_manySeeds_picksEqualDestinationsEvenly() {
    // Racks of 1, 2 and 5 servers are equally far from the writer's; so are their 8 servers.
    NetworkModel model =
        TestNetworks.parse(
            """
            version: 1
            switches: [{name: core}, {name: tor1}, {name: tor2}, {name: tor3}, {name: tor4}]
            links:
            - {between: [tor1, core], capacity: 9}
            - {between: [tor2, core], capacity: 9}
            - {between: [tor3, core], capacity: 9}
            - {between: [tor4, core], capacity: 9}
            servers:
            - {hosts: w, switch: tor1}
            - {hosts: a1, switch: tor2}
            - {hosts: "b[1-2]", switch: tor3}
            - {hosts: "c[1-5]", switch: tor4}
            """);
    List<WriteRequest> one = List.of(new WriteRequest(0, Writer.server(model, 0), 1, 1, 0));
    PlacementTemplate otherRack = PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));
    long[] picked = new long[model.servers()];
    for (long seed = 0; seed < 8000; seed++) {
      BatchPlan plan = BatchPlan.of(model, otherRack, one, seed);
      picked[plan.timesteps().get(0).chunks().get(0).pipeline().server(0)]++;
    }
    assertEquals(0, picked[0]);
    double[] expected = IntStream.range(1, 9).mapToDouble(i -> 1000).toArray();
    long[] observed = Arrays.copyOfRange(picked, 1, 9);
    double p = new ChiSquareTest().chiSquareTest(expected, observed);
    assertTrue(p > 1e-4, () -> "p = " + p + ", picked " + Arrays.toString(observed));
  }

  @Test
  void of_newRackForMoreReplicasThanRacks_isRefusedWithTheConstraint() {
    NetworkModel model = TestNetworks.figureFive();
    PlacementTemplate newRack = PlacementTemplate.strict(List.of(Constraint.NEW_RACK));
    BatchPlan plan =
        BatchPlan.of(
            model, newRack, List.of(new WriteRequest(7, Writer.server(model, 0), 3, 1, 0)), 1);
    assertEquals(List.of(), plan.timesteps());
    assertEquals(1, plan.refused().size());
    assertEquals(7, plan.refused().get(0).request());
    assertEquals(
        "replica 3 of 3: no datanode is 'new-rack', whichever the replicas before it take",
        plan.refused().get(0).reason());
  }

  @Test
  void of_newRackForMoreReplicasThanRacksOfAMesh_isRefusedBeforeTheFirstTimestep() {
    // Too many ways to try them all: each of seven switches is linked with each other one.
    StringBuilder yaml = new StringBuilder("version: 1\nswitches:\n");
    StringBuilder links = new StringBuilder("links:\n");
    for (int a = 1; a <= 7; a++) {
      yaml.append("- {name: sw%d}\n".formatted(a));
      for (int b = a + 1; b <= 7; b++) {
        links.append("- {between: [sw%d, sw%d], capacity: 3}\n".formatted(a, b));
      }
    }
    yaml.append(links).append("servers:\n");
    for (int a = 1; a <= 4; a++) {
      yaml.append("- {hosts: 's%d.[1-4]', switch: sw%d, disk: %d}\n".formatted(a, a, a));
    }
    NetworkModel model = TestNetworks.parse(yaml.toString());
    PlacementTemplate newRack =
        PlacementTemplate.strict(List.of(Constraint.OTHER_RACK, Constraint.NEW_RACK));
    List<WriteRequest> requests =
        List.of(
            new WriteRequest(0, Writer.server(model, 0), 5, 1, 0),
            new WriteRequest(1, Writer.server(model, 0), 4, 1, 0));
    BatchPlan plan = BatchPlan.of(model, newRack, requests, 1);
    assertEquals(1, plan.timesteps().size());
    assertEquals(List.of(), plan.timesteps().get(0).unscheduled());
    assertEquals(1, plan.refused().size());
    assertEquals(0, plan.refused().get(0).request());
    String reason = plan.refused().get(0).reason();
    assertTrue(reason.startsWith("replica 5 of 5: no datanode is 'new-rack'"), reason);
  }

  @Test
  void of_linkToBeCrossedTwice_isRefusedWithTheLink() {
    NetworkModel model =
        TestNetworks.parse(
            """
            version: 1
            defaults: {server: {up: 9, down: 9}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 1}]
            servers: [{hosts: "a[1-3]", switch: tor1}, {hosts: "b[1-3]", switch: tor2}]
            """);
    PlacementTemplate otherRack = PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));
    BatchPlan plan =
        BatchPlan.of(
            model, otherRack, List.of(new WriteRequest(0, Writer.server(model, 0), 3, 5, 0)), 1);
    assertEquals(
        List.of(
            new BatchPlan.Refused(
                0,
                "replica 3 of 3: constraint 'other-rack' needs more than an idle network has on"
                    + " tor1->tor2 (capacity 1)")),
        plan.refused());
  }

  @Test
  void of_requestWithoutChunks_isNeitherScheduledNorRefused() {
    NetworkModel model = TestNetworks.figureFive();
    BatchPlan plan =
        BatchPlan.of(
            model,
            PlacementTemplate.likeStock(true),
            List.of(new WriteRequest(0, Writer.server(model, 0), 2, 0, 0)),
            1);
    assertEquals(List.of(), plan.timesteps());
    assertEquals(List.of(), plan.refused());
  }

  @Test
  void run_oneWriterManyChunks_keepsARequestsChunksTogether() {
    NetworkModel model = TestNetworks.star(2, 4, 2, 4);
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      requests.add(new WriteRequest(i, Writer.server(model, i), 3, 6, 0));
    }
    List<Integer> firstDone = new ArrayList<>();
    HashSet<Integer> seen = new HashSet<>();
    BatchPlan.run(
        model,
        PlacementTemplate.likeStock(true),
        requests,
        3,
        timestep -> {
          List<Integer> left = timestep.unscheduled().stream().map(u -> u.request().id()).toList();
          requests.forEach(
              r -> {
                if (!left.contains(r.id()) && seen.add(r.id())) {
                  firstDone.add(r.id());
                }
              });
        });
    assertEquals(0, firstDone.get(0));
    assertEquals(4, firstDone.size());
  }
}
