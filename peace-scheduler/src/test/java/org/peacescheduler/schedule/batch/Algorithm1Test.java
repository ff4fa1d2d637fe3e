package org.peacescheduler.schedule.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.Placements;
import org.peacescheduler.schedule.TestNetworks;
import org.peacescheduler.schedule.Writer;
import org.peacescheduler.schedule.batch.Algorithm1.Schedule;

class Algorithm1Test {
  /** The seed with which the first request's second replica goes to svr2.2, as in the paper. */
  private static final long PAPER_SEED = 1;

  /** So few outcomes that 200 seeds lead to each of them. */
  private static final int FEW = 4;

  private static final PlacementTemplate PAPER =
      PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK));

  private static List<WriteRequest> paperRequests(NetworkModel model) {
    return List.of(
        new WriteRequest(0, Writer.server(model, host(model, "svr1.1")), 2, 1, 0),
        new WriteRequest(1, Writer.server(model, host(model, "svr2.1")), 2, 1, 0));
  }

  private static int host(NetworkModel model, String name) {
    return model.server(name).orElseThrow();
  }

  private static List<String> names(NetworkModel model, Schedule schedule) {
    return schedule.chunks().stream()
        .map(c -> c.request() + "." + c.chunk() + " " + c.pipeline().names(model))
        .toList();
  }

  @Test
  void schedule_exampleOfThePaper_defersTheSecondRequestByItsFullLink() {
    NetworkModel model = TestNetworks.figureFive();
    ResidualNetwork idle = new ResidualNetwork(model);
    SplittableRandom random = new SplittableRandom(PAPER_SEED);

    Schedule first = Algorithm1.schedule(paperRequests(model), idle, PAPER, random, 0);
    assertEquals(List.of("0.0 [svr1.2, svr2.2]"), names(model, first));
    assertEquals(1, first.unscheduled().size());
    Algorithm1.Unscheduled deferred = first.unscheduled().get(0);
    assertEquals(1, deferred.request().id());
    assertEquals(1, deferred.request().chunks());
    assertEquals(
        List.of("tor2->svr2.2"),
        model.edgeNames(deferred.saturated().stream().mapToInt(i -> i).toArray()));

    Schedule second = Algorithm1.schedule(List.of(deferred.request()), idle, PAPER, random, 0);
    assertEquals(1, second.chunks().size());
    assertEquals("svr2.2", second.chunks().get(0).pipeline().names(model).get(0));
    assertEquals(List.of(), second.unscheduled());
  }

  @Test
  void schedule_anySeed_isOneOfThePapersTwoOutcomes() {
    NetworkModel model = TestNetworks.figureFive();
    Set<String> outcomes = new TreeSet<>();
    for (long seed = 0; seed < 100; seed++) {
      Schedule schedule =
          Algorithm1.schedule(
              paperRequests(model),
              new ResidualNetwork(model),
              PAPER,
              new SplittableRandom(seed),
              0);
      outcomes.add(
          schedule.chunks().get(0).pipeline().names(model)
              + " deferred "
              + schedule.unscheduled().size());
    }
    assertEquals(Set.of("[svr1.2, svr2.1] deferred 0", "[svr1.2, svr2.2] deferred 1"), outcomes);
  }

  @Test
  void schedule_network_staysAsItIs() {
    NetworkModel model = TestNetworks.figureFive();
    ResidualNetwork idle = new ResidualNetwork(model);
    Schedule schedule =
        Algorithm1.schedule(paperRequests(model), idle, PAPER, new SplittableRandom(1), 0);
    assertTrue(idle.isIdle());
    assertEquals(0, schedule.residual().left(model.up(host(model, "svr1.1"))));
  }

  @Test
  void schedule_chunksBeyondTheCapacity_areLeftWithTheirNumbers() {
    NetworkModel model = TestNetworks.star(2, 2, 2, 9);
    List<WriteRequest> requests = List.of(new WriteRequest(5, Writer.server(model, 0), 1, 7, 3));
    Schedule schedule =
        Algorithm1.schedule(
            requests,
            new ResidualNetwork(model),
            PlacementTemplate.strict(List.of(Constraint.ANY)),
            new SplittableRandom(1),
            0);
    assertEquals(List.of(3, 4), schedule.chunks().stream().map(c -> c.chunk()).toList());
    assertEquals(
        new WriteRequest(5, Writer.server(model, 0), 1, 5, 5),
        schedule.unscheduled().get(0).request());
  }

  /**
   * The outcomes of the planner, whatever its seed, are those of the algorithm as it is printed in
   * the paper, whatever its random choices.
   */
  @Property(tries = 250)
  void schedule_withoutRetries_doesWhatThePapersLinesDo(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NetworkModel model = TestNetworks.random(random, true);
    PlacementTemplate template = Placements.random(random);
    List<WriteRequest> requests = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      Writer writer = Writer.server(model, random.nextInt(model.servers()));
      requests.add(
          new WriteRequest(
              requests.size(), writer, 1 + random.nextInt(3), 1 + random.nextInt(2), 0));
    }
    Set<String> printed = PrintedAlgorithm.outcomes(model, template, requests, FEW + 1);
    if (printed.size() <= FEW) {
      assertEquals(printed, planned(model, template, requests, seed, 200));
      return;
    }
    for (String outcome : planned(model, template, requests, seed, 20)) {
      assertTrue(
          PrintedAlgorithm.leadsTo(model, template, requests, outcome),
          () -> "never printed: " + outcome);
    }
  }

  /** What the planner does with so many seeds. */
  private static Set<String> planned(
      NetworkModel model,
      PlacementTemplate template,
      List<WriteRequest> requests,
      long first,
      int seeds) {
    Set<String> outcomes = new TreeSet<>();
    for (long s = 0; s < seeds; s++) {
      SplittableRandom random = new SplittableRandom(first + s);
      outcomes.add(
          outcome(
              model,
              Algorithm1.schedule(requests, new ResidualNetwork(model), template, random, 0)));
    }
    return outcomes;
  }

  private static String outcome(NetworkModel model, Schedule schedule) {
    StringBuilder text = new StringBuilder();
    schedule
        .chunks()
        .forEach(c -> text.append(c.request()).append(c.pipeline().names(model)).append(' '));
    schedule
        .unscheduled()
        .forEach(u -> text.append(u.request().id()).append('*').append(u.request().chunks()));
    return text.toString();
  }
}
