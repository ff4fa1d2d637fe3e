package org.peacescheduler.network.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.Networks;
import org.peacescheduler.network.analysis.Bisection.Method;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.Topology;

class NetworkAnalysisTest {

  private static Networks twoRacks() {
    return Networks.network().rack("tor1", 8, 2).rack("tor2", 9, 2).link("tor1", "tor2", 8);
  }

  @Test
  void of_exampleOfTheJavadoc_hasItsNumbers() {
    NetworkAnalysis analysis =
        NetworkAnalysis.of(
            twoRacks().placement(Constraint.SAME_RACK, Constraint.OTHER_RACK).model());

    assertEquals(
        List.of(
            new SwitchCapacity("tor1", 0, 8, 16, 16, 0, 8, 0),
            new SwitchCapacity("tor2", 0, 9, 18, 18, 0, 8, 0)),
        analysis.switches());
    assertEquals(OptionalDouble.of(2.0), analysis.switches().get(0).oversubscription());
    assertEquals(OptionalDouble.of(2.25), analysis.switches().get(1).oversubscription());
    Bisection bisection = analysis.bisection().orElseThrow();
    assertEquals(new Bisection(8, Method.TREE, 8, 9, List.of("tor1")), bisection);
    assertEquals(OptionalLong.of(34), analysis.pipelines().get(0).atMost());
    assertEquals(OptionalLong.of(16), analysis.pipelines().get(1).atMost());
    assertEquals(List.of("tor1->tor2", "tor2->tor1"), analysis.pipelines().get(1).limits());
  }

  @Test
  void of_threeLevels_countsWhatIsBelowAndAbove() {
    NetworkModel model =
        Networks.network()
            .rack("tor1", 4, 2)
            .rack("tor2", 4, 2)
            .sw("agg")
            .sw("core")
            .link("tor1", "agg", 4)
            .link("tor2", "agg", 4)
            .link("agg", "core", 2)
            .model();

    List<SwitchCapacity> switches = NetworkAnalysis.of(model).switches();
    assertEquals(new SwitchCapacity("agg", 1, 0, 0, 0, 8, 0, 2), switches.get(2));
    assertEquals(OptionalDouble.of(4.0), switches.get(2).oversubscription());
    assertEquals(OptionalDouble.empty(), switches.get(3).oversubscription());
  }

  @Test
  void of_racksOfOneServer_pipelinesGoWhereStockHdfsPutsThem() {
    NetworkModel model =
        Networks.network()
            .rack("tor1", 1, 2)
            .rack("tor2", 1, 2)
            .rack("tor3", 1, 2)
            .sw("core")
            .link("tor1", "core", 8)
            .link("tor2", "core", 8)
            .link("tor3", "core", 8)
            .model();

    PipelineBound three = NetworkAnalysis.of(model).pipelines().get(2);
    long atLeast = three.atLeast().orElseThrow();
    assertTrue(atLeast > 0 && atLeast <= three.atMost().orElseThrow(), three.toString());
  }

  @Test
  void of_oneSwitch_hasNoBisection() {
    NetworkAnalysis analysis = NetworkAnalysis.of(Networks.network().rack("tor1", 4, 1).model());

    assertTrue(analysis.bisection().isEmpty());
    assertTrue(analysis.warnings().isEmpty());
  }

  @Test
  void pipelines_figureFive_areTwoOfTwoReplicas() {
    PipelineBound bound = NetworkAnalysis.pipelines(Networks.figureFive(), 2);

    assertEquals(OptionalLong.of(2), bound.atMost());
    assertEquals(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK), bound.placement());
  }

  @Test
  void pipelines_localReplicaWithoutDisks_haveNoLimit() {
    PipelineBound bound = NetworkAnalysis.pipelines(twoRacks().model(), 1);

    assertEquals(List.of(Constraint.LOCAL), bound.placement());
    assertEquals(OptionalLong.empty(), bound.atMost());
    assertEquals(OptionalLong.empty(), bound.atLeast());
  }

  @Test
  void pipelines_localReplicaWithDisks_shareTheDisksWithTheOthers() {
    Networks network = Networks.network().sw("a");
    for (int i = 0; i < 4; i++) {
      network.server("a." + i, "a", "/a", 10, 10, 3);
    }

    assertEquals(OptionalLong.of(12), NetworkAnalysis.pipelines(network.model(), 1).atMost());
    PipelineBound two = NetworkAnalysis.pipelines(network.model(), 2);
    assertEquals(OptionalLong.of(6), two.atMost());
    assertEquals(List.of("disks on a"), two.limits());
  }

  @Test
  void pipelines_moreReplicasThanServers_areNone() {
    NetworkModel model = Networks.network().rack("tor1", 2, 5).model();

    assertEquals(OptionalLong.of(0), NetworkAnalysis.pipelines(model, 3).atMost());
  }

  @Test
  void pipelines_distinctServersOfOneChunk_countOncePerChunk() {
    // One server could store 100 replicas, but of each chunk only one.
    NetworkModel model =
        Networks.network()
            .sw("a")
            .server("big", "a", 100, 100)
            .server("small", "a", 100, 1)
            .placement(Constraint.ANY)
            .model();

    assertEquals(OptionalLong.of(101), NetworkAnalysis.pipelines(model, 1).atMost());
    assertEquals(OptionalLong.of(1), NetworkAnalysis.pipelines(model, 2).atMost());
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void pipelines_anyNetwork_areAtLeastWhatWasPlanned(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int replication) {
    SplittableRandom random = new SplittableRandom(seed);
    NetworkModel model = withRandomPlacement(Networks.random(random), random);

    PipelineBound bound = NetworkAnalysis.pipelines(model, replication);
    if (bound.atMost().isPresent()) {
      long atMost = bound.atMost().getAsLong();
      assertTrue(bound.atLeast().getAsLong() <= atMost, () -> bound + " of " + model.topology());
      assertFalse(bound.atLeast().getAsLong() < 0);
    }
  }

  private static NetworkModel withRandomPlacement(NetworkModel model, SplittableRandom random) {
    List<Constraint> all = Constraint.words();
    List<Constraint> placement =
        random.ints(3, 0, all.size()).mapToObj(all::get).limit(1 + random.nextInt(3)).toList();
    Topology t = model.topology();
    return NetworkModel.of(
        new Topology(
            t.switches(),
            t.links(),
            t.servers(),
            t.defaults(),
            t.streamBytesPerSecond(),
            random.nextInt(4) == 0 ? Optional.empty() : Optional.of(placement),
            t.source()));
  }

  @Test
  void warnings_onlyLocal_isImpossibleForMoreThanOneReplica() {
    NetworkModel model = Networks.network().rack("tor1", 4, 1).placement(Constraint.LOCAL).model();
    assertEquals(
        List.of("PEACE-NET-003"),
        NetworkAnalysis.of(model).warnings().stream().map(w -> w.kind().code()).toList());
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void bisection_smallNetwork_isThatOfAllWaysToHalve(@ForAll long seed) {
    NetworkModel model = Networks.random(new SplittableRandom(seed));

    NetworkAnalysis.of(model)
        .bisection()
        .ifPresent(
            found -> {
              long[] best = bruteForce(model);
              assertEquals(best[0], found.smaller(), () -> "" + model.topology());
              if (found.isExact()) {
                assertEquals(best[1], found.capacity(), () -> "" + model.topology());
              } else {
                assertTrue(best[1] <= found.capacity(), () -> "" + model.topology());
              }
              assertEquals(model.servers(), found.smaller() + found.larger());
            });
  }

  /** The largest smaller half, and the cheapest cut to it, over all sets of switches. */
  private static long[] bruteForce(NetworkModel model) {
    long[] best = {-1, Long.MAX_VALUE};
    for (int set = 0; set < 1 << model.switches(); set++) {
      int servers = 0;
      for (int i = 0; i < model.servers(); i++) {
        servers += set >> model.switchOf(i) & 1;
      }
      long cut = 0;
      for (int k = 0; k < model.links(); k++) {
        boolean isCut = (set >> model.linkFrom(k) & 1) == 1 && (set >> model.linkTo(k) & 1) == 0;
        cut += isCut ? model.capacity(model.link(k)) : 0;
      }
      if (2 * servers <= model.servers()
          && (servers > best[0] || (servers == best[0] && cut < best[1]))) {
        best = new long[] {servers, cut};
      }
    }
    return best;
  }

  @Test
  void bisection_leavesAndSpines_isExactForManyRacksThatAreAlike() {
    Networks network = Networks.network().sw("spine1").sw("spine2");
    for (int i = 1; i <= 40; i++) {
      network.rack("tor" + i, 40, 2);
      network.link("tor" + i, "spine1", 10).link("tor" + i, "spine2", 10);
    }

    Bisection bisection = NetworkAnalysis.of(network.model()).bisection().orElseThrow();
    assertEquals(Method.EXHAUSTIVE, bisection.method());
    assertEquals(400, bisection.capacity());
    assertEquals(800, bisection.smaller());
  }

  @Test
  void bisection_tenThousandServersBelowACore_isExact() {
    int[] sizes = new int[250];
    Arrays.setAll(sizes, i -> 30 + i % 21);

    Bisection bisection = NetworkAnalysis.of(Networks.star(sizes)).bisection().orElseThrow();
    assertEquals(Method.TREE, bisection.method());
    assertEquals(Arrays.stream(sizes).sum() / 2, bisection.smaller());
  }

  @Test
  void bisection_bigMeshWithoutSymmetry_isAnUpperBoundAndSaysSo() {
    Networks network = Networks.network();
    for (int i = 0; i < 24; i++) {
      network.rack("tor" + i, 3, 1);
    }
    for (int i = 0; i < 24; i++) {
      network.link("tor" + i, "tor" + (i + 1) % 24, 1 + i % 5);
    }

    Bisection bisection = NetworkAnalysis.of(network.model()).bisection().orElseThrow();
    assertEquals(Method.SAMPLED, bisection.method());
    assertFalse(bisection.isExact());
    assertEquals(36, bisection.smaller());
  }

  @Test
  void warnings_mistakesOfEachKind_areAllFound() {
    NetworkModel model =
        Networks.network()
            .sw("tor1")
            .server("a.1", "tor1", "/tor1", 2, 4, 3)
            .server("a.2", "tor1", "/tor1", 2, 4, 3)
            .sw("tor2")
            .server("b.1", "tor2", "/tor2", 2, 2, 0)
            .sw("attic")
            .link("tor1", "tor2", 1)
            .link("tor2", "attic", 1)
            .placement(Constraint.SAME_RACK, Constraint.LOCAL, Constraint.NEW_RACK)
            .model();

    String text =
        String.join(
            "\n", NetworkAnalysis.of(model).warnings().stream().map(Warning::format).toList());
    assertEquals(
        """
        PEACE-NET-001 switch 'tor1' has 2 servers, but its links to other switches carry 1 chunk \
        per timestep.
        Maybe a link is missing or its capacity is in another unit; otherwise writes to other \
        racks will wait for each other.
        PEACE-NET-002 the disks of 2 servers from 'a.1' on take 3 chunks per timestep, their links \
        bring 4.
        Maybe that is so; then the disks, not the network, limit the writes there.
        PEACE-NET-003 placement[0] 'same-rack' needs a second server in the sender's rack, and \
        '/tor2' has one.
        Maybe use 'any' there; stock HDFS places chunks that cannot be placed so.
        PEACE-NET-003 placement[1] 'local' is possible for the first replica only.
        Maybe use 'any' there; stock HDFS places chunks that cannot be placed so.
        PEACE-NET-003 placement[2] 'new-rack' needs 3 racks if all replicas before are in racks of \
        their own, and there are 2.
        Maybe use 'any' there; stock HDFS places chunks that cannot be placed so.
        PEACE-NET-004 switch 'attic' has no servers and joins no two switches: nothing goes \
        through it.
        Maybe a link or its servers are missing.\
        """,
        text);
  }

  @Test
  void warnings_otherRackWithOneRack_isImpossible() {
    NetworkModel model =
        Networks.network().rack("tor1", 3, 1).placement(Constraint.OTHER_RACK).model();

    Warning warning = NetworkAnalysis.of(model).warnings().get(0);
    assertEquals(Warning.Kind.IMPOSSIBLE_PLACEMENT, warning.kind());
    assertEquals(
        "placement[0] 'other-rack' needs a second rack, and all servers are in one.",
        warning.message());
    assertEquals(OptionalLong.of(0), NetworkAnalysis.pipelines(model, 1).atMost());
  }
}
