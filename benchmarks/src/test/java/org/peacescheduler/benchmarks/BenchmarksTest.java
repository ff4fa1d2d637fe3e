package org.peacescheduler.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.PlanResult;

/** Every benchmark runs, and measures what it says. */
class BenchmarksTest {

  @ParameterizedTest
  @EnumSource
  void cluster_topologyFile_hasTheServersAndRacksOfTheStockCluster(Cluster cluster) {
    NetworkModel model = cluster.model();

    List<String> servers = cluster.servers();
    assertEquals(servers.size(), model.servers());
    for (int server = 0; server < model.servers(); server++) {
      assertEquals(servers.get(server), model.serverName(server));
      assertEquals(
          model.rackName(model.rackOf(server)), Cluster.Rack.locationOf(servers.get(server)));
    }
    assertTrue(cluster.name().endsWith("_" + model.servers()), cluster.name());
  }

  @ParameterizedTest
  @EnumSource
  void load_ofAThousandServers_isAShareOfTheRackLinks(Load load) {
    int expected =
        switch (load) {
          case IDLE -> 0;
          case HALF -> 250;
          case NEARLY_FULL -> 475;
        };
    assertEquals(expected, load.pipelines(Cluster.RACKS_1000.model()));
  }

  @ParameterizedTest
  @EnumSource
  void plan_everyLoadAndPlacement_keepsTheNetworkEquallyFull(Cluster cluster) {
    for (Load load : Load.values()) {
      for (Placement placement : Placement.values()) {
        PlanningBenchmark.Network network = new PlanningBenchmark.Network();
        network.cluster = cluster;
        network.load = load;
        network.placement = placement;
        network.namedEdges = 16;
        network.fill();
        Measured measured = new Measured();

        for (int i = 0; i < 50; i++) {
          PlanResult result = new PlanningBenchmark().plan(network, measured);
          assertEquals(3, ((PlanResult.Planned) result).pipeline().replicas());
        }

        assertTrue(
            network.inFlight() >= 0.9 * network.target() && network.inFlight() <= network.target(),
            () -> "%d of %d in flight".formatted(network.inFlight(), network.target()));
        if (load == Load.IDLE) {
          assertEquals(0, measured.blocked);
        }
      }
    }
  }

  @Test
  void chooseTarget_stockCluster_followsTheStockPlacement() throws Exception {
    StockPolicyBenchmark.Hdfs hdfs = new StockPolicyBenchmark.Hdfs();
    hdfs.cluster = Cluster.TWO_RACKS_17;
    hdfs.placement = Placement.REMOTE;
    hdfs.start();
    try {
      for (int i = 0; i < 50; i++) {
        DatanodeStorageInfo[] targets =
            new StockPolicyBenchmark().chooseTarget(hdfs, new Measured());
        List<String> racks =
            Stream.of(targets)
                .map(DatanodeStorageInfo::getDatanodeDescriptor)
                .map(DatanodeDescriptor::getNetworkLocation)
                .distinct()
                .sorted()
                .toList();
        assertEquals(3, targets.length);
        assertEquals(List.of("/rack1", "/rack2"), racks);
      }
    } finally {
      hdfs.stop();
    }
  }

  @Test
  void load_bothForms_giveTheSameNetwork() throws Exception {
    for (boolean oneByOne : new boolean[] {false, true}) {
      TopologyLoadBenchmark.TopologyFile file = new TopologyLoadBenchmark.TopologyFile();
      file.cluster = Cluster.RACKS_1000;
      file.oneByOne = oneByOne;
      file.write();
      try {
        NetworkModel model = new TopologyLoadBenchmark().load(file).model();
        assertEquals(1000, model.servers());
        assertEquals(2, model.capacity(model.up(999)));
        assertEquals(2, model.capacity(model.down(999)));
      } finally {
        file.delete();
      }
    }
  }

  @Test
  void retained_aThousandServers_isMoreThanNothing() {
    MemoryBenchmark.Network network = new MemoryBenchmark.Network();
    network.cluster = Cluster.RACKS_1000;
    MemoryBenchmark.Heap heap = new MemoryBenchmark.Heap();

    new MemoryBenchmark().retained(network, heap);

    assertTrue(heap.plannerKib > 50, () -> heap.plannerKib + " KiB");
    assertTrue(heap.coordinatorKib > 50, () -> heap.coordinatorKib + " KiB");
  }

  @Test
  void chunkEnds_fullNetwork_keepsItFull() {
    ReplanBenchmark.Queue queue = new ReplanBenchmark.Queue();
    queue.cluster = Cluster.TWO_RACKS_17;
    queue.waiting = 100;
    queue.start();
    queue.refill();
    int full = queue.inFlight();

    for (int i = 0; i < 50; i++) {
      queue.refill();
      new ReplanBenchmark().chunkEnds(queue);
    }

    assertTrue(queue.inFlight() >= full - 2, () -> queue.inFlight() + " of " + full);
  }

  @ParameterizedTest
  @EnumSource
  void chunk_manyWait_grantsOneForEachThatEnds(Placement placement) {
    for (int waiting : new int[] {0, 500}) {
      CoordinatorBenchmark.Queue queue = new CoordinatorBenchmark.Queue();
      queue.cluster = Cluster.RACKS_2000;
      queue.waiting = waiting;
      queue.placement = placement;
      queue.start();
      Measured measured = new Measured();
      int full = queue.inFlight();

      for (int i = 0; i < 2000; i++) {
        new CoordinatorBenchmark().chunk(queue, measured);
      }

      int few = full / 20;
      assertTrue(Math.abs(queue.inFlight() - full) <= few, queue.inFlight() + " of " + full);
      assertTrue(queue.waiting() <= waiting + few, () -> queue.waiting() + " wait");
    }
  }

  @ParameterizedTest
  @EnumSource
  void held_whateverIsOdd_everyEventIsMeasured(LockBenchmark.Case kind) {
    LockBenchmark.Queue queue = new LockBenchmark.Queue();
    queue.kind = kind;
    queue.waiting = 300;
    queue.chunks = 2000;
    queue.start();
    LockBenchmark.Held held = new LockBenchmark.Held();

    new LockBenchmark().held(queue, held);

    // An end is four events at least: three replicas and the block; then its file asks again.
    assertTrue(held.times > 4 * 1800, () -> held.times + " events");
    assertTrue(held.processor50 > 0 && held.processor50 <= held.processorMost);
    boolean isLeftToStock =
        kind == LockBenchmark.Case.REPLICATION || kind == LockBenchmark.Case.ACCUSED;
    assertEquals(isLeftToStock, held.fallbacks > 0, () -> held.fallbacks + " fallbacks");
  }
}
