package org.peacescheduler.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

class RackSearchTest {
  private static final int PLENTY = 1_000;

  /** Oracle: brute force over the same servers, with links that are never full. */
  @Property(tries = 2000)
  void refusal_anyNetwork_ifAndOnlyIfWideLinksDoNotHelp(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NetworkModel model = TestNetworks.random(random, true);
    PlacementTemplate template = Placements.random(random);
    Writer writer = Writer.server(model, random.nextInt(model.servers()));
    int replication = 1 + random.nextInt(5);
    int[] wide = BruteForce.idle(model);
    Arrays.fill(wide, PLENTY);
    boolean fits = new BruteForce(model, wide, template).fits(writer, replication);
    Optional<String> refusal =
        new RackSearch(new ResidualNetwork(model))
            .refusal(new PipelineDemand(writer, replication, template));
    assertEquals(fits, refusal.isEmpty(), () -> replication + " of " + template + ": " + refusal);
  }

  @Test
  void refusal_serversThatAreOut_countForNothing() {
    NetworkModel model = TestNetworks.figureFive();
    PlacementTemplate template =
        PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK));
    ResidualNetwork network = new ResidualNetwork(model);
    Writer writer = Writer.server(model, model.server("svr1.1").orElseThrow());
    RackSearch search = new RackSearch(network);
    assertEquals(Optional.empty(), search.refusal(new PipelineDemand(writer, 2, template)));
    BitSet excluded = new BitSet();
    excluded.set(model.server("svr1.2").orElseThrow());
    assertTrue(
        search.refusal(new PipelineDemand(writer, 2, template, excluded, -1, 2, 1)).isPresent());
    int otherRack = model.rackOf(model.server("svr2.1").orElseThrow());
    assertEquals(
        Optional.of(
            "replica 2 of 2: no datanode is 'other-rack', whichever the replicas before it take"),
        search.refusal(new PipelineDemand(writer, 2, template, new BitSet(), otherRack, 2, 1)));
    network.setPresent(model.server("svr2.1").orElseThrow(), false);
    network.setPresent(model.server("svr2.2").orElseThrow(), false);
    assertTrue(search.refusal(new PipelineDemand(writer, 2, template)).isPresent());
  }

  @Test
  void refusal_writerOutsideTheModel_hasNoRackOfItsOwn() {
    NetworkModel model = TestNetworks.figureFive();
    RackSearch search = new RackSearch(new ResidualNetwork(model));
    PlacementTemplate local = PlacementTemplate.strict(List.of(Constraint.LOCAL));
    PlacementTemplate sameRack = PlacementTemplate.strict(List.of(Constraint.SAME_RACK));
    assertTrue(search.refusal(new PipelineDemand(Writer.UNKNOWN, 1, local)).isPresent());
    assertEquals(Optional.empty(), search.refusal(new PipelineDemand(Writer.UNKNOWN, 2, sameRack)));
    assertTrue(search.refusal(new PipelineDemand(Writer.UNKNOWN, 3, sameRack)).isPresent());
  }

  @Test
  void refusal_moreReplicasThanDatanodes_isFoundOutInALargeNetworkToo() {
    NetworkModel model = TestNetworks.star(9, 9, 9, 9);
    ResidualNetwork network = new ResidualNetwork(model);
    RackSearch search = new RackSearch(network);
    Writer writer = Writer.server(model, 0);
    PlacementTemplate local = PlacementTemplate.likeStock(true);
    PlacementTemplate elsewhere = PlacementTemplate.likeStock(false);
    int servers = model.servers();
    assertEquals(Optional.empty(), search.refusal(new PipelineDemand(writer, servers, local)));
    assertEquals(
        Optional.of(
            "replica %d of %d: no datanode is left, whichever the replicas before it take"
                .formatted(servers + 1, servers + 1)),
        search.refusal(new PipelineDemand(writer, servers + 1, local)));
    assertTrue(search.refusal(new PipelineDemand(writer, servers, elsewhere)).isPresent());
    network.setPresent(servers - 1, false);
    assertTrue(search.refusal(new PipelineDemand(writer, servers, local)).isPresent());
    assertEquals(Optional.empty(), search.refusal(new PipelineDemand(writer, servers - 1, local)));
  }

  @Test
  void refusal_moreInARackThanHdfsAllows_isForbiddenWhereThatCounts() {
    NetworkModel model = TestNetworks.star(2, 9, 9, 9);
    RackSearch search = new RackSearch(new ResidualNetwork(model));
    Writer writer = Writer.server(model, 0);
    PlacementTemplate sameRack = PlacementTemplate.strict(List.of(Constraint.SAME_RACK));
    BitSet nobody = new BitSet();
    assertTrue(
        search.refusal(new PipelineDemand(writer, 3, sameRack, nobody, -1, 2, 1)).isPresent());
    assertEquals(
        Optional.empty(),
        search.refusal(new PipelineDemand(writer, 3, sameRack, nobody, -1, 3, 1)));
  }
}
