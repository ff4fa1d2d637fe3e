package org.peacescheduler.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.batch.Algorithm1;

class PipelinePlannerTest {
  private static final int ENOUGH = 100_000;

  /** A network that carries something already, and a chunk to plan on it. */
  private record Case(
      ResidualNetwork residual, PlacementTemplate template, Writer writer, int replication) {
    static Case of(long seed, boolean tree) {
      SplittableRandom random = new SplittableRandom(seed);
      NetworkModel model = TestNetworks.random(random, tree);
      ResidualNetwork residual = new ResidualNetwork(model);
      for (int edge = 0; edge < model.edges(); edge++) {
        if (model.capacity(edge) != NetworkModel.UNLIMITED) {
          for (int n = random.nextInt(model.capacity(edge) + 1); n > 0; n--) {
            residual.take(edge);
          }
        }
      }
      residual.commit();
      return new Case(
          residual,
          Placements.random(random),
          Writer.server(model, random.nextInt(model.servers())),
          1 + random.nextInt(4));
    }

    NetworkModel model() {
      return residual.model();
    }

    int[] left() {
      return IntStream.range(0, model().edges()).map(edge -> (int) residual.left(edge)).toArray();
    }

    boolean fits() {
      return new BruteForce(model(), left(), template).fits(writer, replication);
    }

    PlanResult plan(long seed, int namedEdges) {
      return new PipelinePlanner(residual, new SplittableRandom(seed), ENOUGH)
          .plan(demand(), namedEdges);
    }

    PipelineDemand demand() {
      return new PipelineDemand(writer, replication, template);
    }
  }

  @Property(tries = 3000)
  void plan_loadedTree_findsAPipelineIfAndOnlyIfThereIsOne(@ForAll long seed) {
    Case c = Case.of(seed, true);
    boolean fits = c.fits();
    int[] before = c.left();
    String untouched = Arrays.toString(before);
    PlanResult result = c.plan(seed, 9);
    assertEquals(fits, result instanceof PlanResult.Planned, () -> "" + c);
    if (result instanceof PlanResult.Planned planned) {
      PipelineChecker.check(
          c.model(),
          new Algorithm1.ScheduledChunk(0, 0, c.writer(), planned.pipeline()),
          c.template());
      for (int edge : planned.pipeline().edges()) {
        before[edge]--;
        assertTrue(before[edge] >= 0, c.model().edgeName(edge));
      }
    }
    assertEquals(untouched, Arrays.toString(c.left()), "a plan takes nothing");
  }

  @Property(tries = 3000)
  void plan_loadedMesh_routeSearchFindsAPipelineIfAndOnlyIfThereIsOne(@ForAll long seed) {
    Case c = Case.of(seed, false);
    int[] before = c.left();
    String untouched = Arrays.toString(before);
    RouteSearch routes = new RouteSearch(c.residual());
    Optional<Pipeline> found = routes.plan(c.demand());
    assertFalse(routes.gaveUp());
    assertEquals(
        new BruteForce(c.model(), before, c.template()).fits(c.writer(), c.replication()),
        found.isPresent(),
        () -> "" + c);
    if (found.isPresent()) {
      PipelineChecker.check(
          c.model(), new Algorithm1.ScheduledChunk(0, 0, c.writer(), found.get()), c.template());
      for (int edge : found.get().edges()) {
        before[edge]--;
        assertTrue(before[edge] >= 0, c.model().edgeName(edge));
      }
    }
    assertEquals(untouched, Arrays.toString(c.left()), "a plan takes nothing");
  }

  @Property(tries = 2000)
  void plan_blockedAtItsFirstReplica_fitsOnlyAfterANamedEdgeIsFreed(@ForAll long seed) {
    Case c = Case.of(seed, true);
    if (!(c.plan(seed, Integer.MAX_VALUE) instanceof PlanResult.Blocked blocked)) {
      return;
    }
    assertFalse(blocked.saturated().isEmpty());
    if (blocked.replica() != 0) {
      return;
    }
    int[] allButNamed = BruteForce.idle(c.model());
    for (int edge : blocked.saturated()) {
      assertTrue(c.residual().left(edge) <= 0, c.model().edgeName(edge));
      allButNamed[edge] = 0;
    }
    boolean fits =
        new BruteForce(c.model(), allButNamed, c.template()).fits(c.writer(), c.replication());
    assertFalse(fits, "another full edge had to be named");
  }

  @Test
  void plan_secondReplicaHasNoWayOn_takesAnotherServerForTheFirst() {
    NetworkModel model = TestNetworks.star(2, 3, 1, 9);
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.take(model.up(1));
    residual.commit();
    for (long seed = 0; seed < 20; seed++) {
      ResidualNetwork copy = residual.copy();
      PlanResult result =
          new PipelinePlanner(copy, new SplittableRandom(seed), 1)
              .plan(
                  new PipelineDemand(
                      Writer.server(model, 0),
                      2,
                      PlacementTemplate.strict(
                          List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK))),
                  9);
      PlanResult.Planned planned = assertInstanceOf(PlanResult.Planned.class, result);
      assertEquals(2, planned.pipeline().server(0));
    }
  }

  @Test
  void plan_excludedServersAndAvoidedRack_takeNothing() {
    NetworkModel model = TestNetworks.star(3, 3, 2, 9);
    BitSet excluded = new BitSet();
    excluded.set(1);
    excluded.set(3);
    for (long seed = 0; seed < 50; seed++) {
      PlanResult result =
          new PipelinePlanner(new ResidualNetwork(model), new SplittableRandom(seed), 9)
              .plan(
                  new PipelineDemand(
                      Writer.server(model, 0),
                      3,
                      PlacementTemplate.likeStock(false),
                      excluded,
                      model.rackOf(6),
                      2,
                      1),
                  9);
      Pipeline pipeline = assertInstanceOf(PlanResult.Planned.class, result).pipeline();
      for (int i = 0; i < 3; i++) {
        assertTrue(pipeline.server(i) < 6 && !excluded.get(pipeline.server(i)), pipeline::toString);
      }
    }
  }

  /** Why a chunk of so many replicas, all but the first in another rack, can never be planned. */
  private static Optional<String> refusal(int replicas, int mostInRack) {
    NetworkModel model = TestNetworks.star(4, 12, 100, 100);
    return new Feasibility(new ResidualNetwork(model))
        .refusal(
            new PipelineDemand(
                Writer.server(model, 0),
                replicas,
                PlacementTemplate.strict(
                    List.of(Constraint.LOCAL, Constraint.OTHER_RACK, Constraint.SAME_RACK)),
                new BitSet(),
                -1,
                mostInRack,
                1));
  }

  @Test
  void refusal_placementWantsMoreInARackThanHdfsAllows_saysSo() {
    assertEquals(Optional.empty(), refusal(3, 2));
    assertEquals(
        Optional.of(
            "replica 6 of 10: no datanode is 'same-rack', whichever the replicas before it take;"
                + " HDFS allows 4 in a rack"),
        refusal(10, 4));
    // The paper knows no such limit.
    assertEquals(Optional.empty(), refusal(10, Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"5, 3", "7, 4", "10, 5"})
  void plan_manyReplicasLikeStock_noRackHoldsMoreThanHdfsAllows(int replicas, int mostInRack) {
    NetworkModel model = TestNetworks.star(3, 8, 100, 100);
    for (long seed = 0; seed < 50; seed++) {
      PlanResult result =
          new PipelinePlanner(new ResidualNetwork(model), new SplittableRandom(seed), 9)
              .plan(
                  new PipelineDemand(
                      Writer.server(model, 0), replicas, PlacementTemplate.likeStock(true)),
                  9);
      Pipeline pipeline = assertInstanceOf(PlanResult.Planned.class, result).pipeline();
      int[] inRack = new int[model.racks()];
      for (int i = 0; i < replicas; i++) {
        inRack[model.rackOf(pipeline.server(i))]++;
      }
      assertTrue(IntStream.of(inRack).max().orElseThrow() <= mostInRack, pipeline::toString);
    }
  }

  @Test
  void plan_manyReplicasFewServersElsewhere_takesMoreOfARackRatherThanNone() {
    NetworkModel model =
        TestNetworks.parse(
            """
            version: 1
            switches: [{name: a}, {name: b}]
            links: [{between: [a, b], capacity: 9}]
            defaults: {server: {up: 9, down: 9}}
            servers: [{hosts: "a[1-5]", switch: a}, {hosts: b1, switch: b}]
            """);
    PlanResult result =
        new PipelinePlanner(new ResidualNetwork(model), new SplittableRandom(1), 9)
            .plan(
                new PipelineDemand(Writer.server(model, 0), 6, PlacementTemplate.likeStock(true)),
                9);
    assertInstanceOf(PlanResult.Planned.class, result);
  }

  @Test
  void plan_writerOutsideTheModel_startsAtItsSwitchOrNowhere() {
    NetworkModel model = TestNetworks.star(2, 2, 1, 1);
    int tor1 = model.switchOf(0);
    PlacementTemplate template = PlacementTemplate.strict(List.of(Constraint.OTHER_RACK));
    ResidualNetwork residual = new ResidualNetwork(model);
    PipelinePlanner planner = new PipelinePlanner(residual, new SplittableRandom(1), 0);
    Pipeline behind =
        assertInstanceOf(
                PlanResult.Planned.class,
                planner.plan(new PipelineDemand(Writer.behind(model, tor1), 1, template), 9))
            .pipeline();
    assertEquals(3, behind.edges().length, "two links and the server's own");
    behind.take(residual, 1);
    residual.commit();
    PlanResult second =
        planner.plan(new PipelineDemand(Writer.behind(model, tor1), 1, template), 9);
    assertEquals(
        List.of("tor1->core"),
        model.edgeNames(
            assertInstanceOf(PlanResult.Blocked.class, second).saturated().stream()
                .mapToInt(i -> i)
                .toArray()));
    Pipeline unknown =
        assertInstanceOf(
                PlanResult.Planned.class,
                planner.plan(new PipelineDemand(Writer.UNKNOWN, 1, template), 9))
            .pipeline();
    assertEquals(1, unknown.edges().length);
  }

  @Test
  void demand_noReplicas_isRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new PipelineDemand(Writer.UNKNOWN, 0, PlacementTemplate.likeStock(true)));
    assertEquals("replication is 0; it is at least 1", e.getMessage());
  }

  @Test
  void plan_nobodyAsksForEdges_namesNone() {
    NetworkModel model = TestNetworks.figureFive();
    ResidualNetwork residual = new ResidualNetwork(model);
    residual.take(model.up(0));
    residual.commit();
    PlanResult result =
        new PipelinePlanner(residual, new SplittableRandom(1), 9)
            .plan(
                new PipelineDemand(
                    Writer.server(model, 0),
                    1,
                    PlacementTemplate.strict(List.of(Constraint.SAME_RACK))),
                0);
    assertEquals(new PlanResult.Blocked(0, List.of(), true), result);
  }
}
