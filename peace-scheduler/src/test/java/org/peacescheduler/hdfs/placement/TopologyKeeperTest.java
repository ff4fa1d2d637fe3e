package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.util.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.config.PeaceKeys;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.schedule.PlacementTemplate;

class TopologyKeeperTest {
  @TempDir private Path folder;

  @Test
  void model_smallRacksWithBandwidths_takesMoreChunksAtPartOfTheRate() throws Exception {
    NetworkModel model = model("800 Mbit/s", new Configuration(false));

    assertEquals(2, model.topology().parts());
  }

  @Test
  void model_numbersOfChunks_areTakenAtTheirWord() throws Exception {
    NetworkModel model = model("1", new Configuration(false));

    assertEquals(1, model.topology().parts());
  }

  @Test
  void model_papersTimesteps_carryWhatTheFileSays() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(PeaceKeys.COMPLETION_FRACTION, "0.8");

    NetworkModel model = model("800 Mbit/s", conf);

    assertEquals(1, model.topology().parts());
  }

  @Test
  void model_oneReplica_leavesNoLinkIdle() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("dfs.replication", "1");

    NetworkModel model = model("800 Mbit/s", conf);

    assertEquals(1, model.topology().parts());
  }

  private NetworkModel model(String link, Configuration conf)
      throws IOException, TopologyException {
    Path file =
        Files.writeString(
            folder.resolve("topology.yaml"),
            """
            version: 1
            streamRate: 100 MB/s
            defaults: {server: {up: %1$s, down: %1$s}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 10 Gbit/s}]
            servers: [{hosts: "a[1-4]", switch: tor1}, {hosts: "b[1-4]", switch: tor2}]
            """
                .formatted(link));
    return keeper(Optional.of(file), List.of(), TopologyKeeper.parts(conf, config(conf))).model();
  }

  private static PeaceConfig config(Configuration conf) {
    return PeaceConfig.of(conf, () -> 1);
  }

  private static TopologyKeeper keeper(
      Optional<Path> file, List<DatanodeInfo> datanodes, ToIntFunction<Topology> parts)
      throws TopologyException {
    return keeper(file, Optional.empty(), datanodes, parts);
  }

  private static TopologyKeeper keeper(
      Optional<Path> file,
      Optional<Path> lastGood,
      List<DatanodeInfo> datanodes,
      ToIntFunction<Topology> parts)
      throws TopologyException {
    Datanodes registered =
        new Datanodes() {
          @Override
          public int count() {
            return datanodes.size();
          }

          @Override
          public List<? extends DatanodeInfo> list() {
            return datanodes;
          }
        };
    return new TopologyKeeper(
        new TopologySource(file, lastGood), registered, parts, InstantSource.system());
  }

  private static DatanodeInfo datanode(String host, long lastHeardFrom) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("10.0.0.1", host, host, 9866, 9864, 9865, 9867))
        .setNetworkLocation("/rack1")
        .setLastUpdateMonotonic(lastHeardFrom)
        .build();
  }

  private static Coordinator coordinator(TopologyKeeper keeper) {
    return new Coordinator(
        keeper.model(),
        config(new Configuration(false)).scheduler(),
        Ends.FOUND_OUT,
        Clock.systemUTC(),
        e -> {});
  }

  private static final long PATIENCE = 10_000;

  @Test
  void listen_oneIsSilentAtTwoLooks_getsNoChunksUntilItSpeaks() throws Exception {
    List<DatanodeInfo> datanodes =
        List.of(datanode("dn1", 100_000), datanode("dn2", 90_000), datanode("dn3", 89_999));
    TopologyKeeper keeper = keeper(Optional.empty(), datanodes, topology -> 1);
    Coordinator coordinator = coordinator(keeper);
    keeper.listen(PATIENCE, coordinator);
    assertEquals(Set.of("dn1", "dn2", "dn3"), targets(coordinator));
    keeper.listen(PATIENCE, coordinator);
    assertEquals(Set.of("dn1", "dn2"), targets(coordinator));

    // As many are silent as before, but not the same.
    datanodes.get(2).setLastUpdateMonotonic(101_000);
    keeper.listen(PATIENCE, coordinator);
    keeper.listen(PATIENCE, coordinator);

    assertEquals(Set.of("dn1", "dn3"), targets(coordinator));
    assertEquals(Set.of("dn1", "dn3"), keeper.available());
  }

  @Test
  void listen_nothingIsHeardFromMost_allGetChunks() throws Exception {
    List<DatanodeInfo> datanodes =
        List.of(datanode("dn1", 50_000), datanode("dn2", 0), datanode("dn3", 0));
    TopologyKeeper keeper = keeper(Optional.empty(), datanodes, topology -> 1);
    Coordinator coordinator = coordinator(keeper);
    keeper.listen(PATIENCE, coordinator);
    keeper.listen(PATIENCE, coordinator);

    assertEquals(Set.of("dn1", "dn2", "dn3"), targets(coordinator));
  }

  @Test
  void trustWhoSpoke_suspectSpeaks_getsChunksAgain() throws Exception {
    List<DatanodeInfo> datanodes =
        List.of(datanode("dn1", 0), datanode("dn2", 0), datanode("dn3", 0), datanode("dn4", 0));
    TopologyKeeper keeper = keeper(Optional.empty(), datanodes, topology -> 1);
    Coordinator coordinator = coordinator(keeper);
    coordinator.setPresent(keeper.available());
    coordinator.observe(chunk("/a"), List.of("dn2"));
    coordinator.observe(chunk("/a").without("dn2"), List.of("dn1"));
    keeper.trustWhoSpoke(coordinator);
    assertEquals(Set.of("dn2"), coordinator.suspects().keySet());

    datanodes.get(1).setLastUpdateMonotonic(Time.monotonicNow() + 1_000);
    keeper.trustWhoSpoke(coordinator);

    assertEquals(Set.of(), coordinator.suspects().keySet());
  }

  @Test
  void sync_datanodeHasAnotherAddress_isTheServerWithThatAddress() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("addresses.yaml"),
            """
            version: 1
            switches: [{name: tor1, rack: /rack1}]
            servers: [{hosts: [10.0.0.1, 10.0.0.2], switch: tor1}]
            """);
    DatanodeInfo datanode = datanode("dn1", 0);
    TopologyKeeper keeper = keeper(Optional.of(file), List.of(datanode), topology -> 1);
    assertEquals(Set.of("10.0.0.1"), keeper.available());

    datanode.setIpAddr("10.0.0.2");
    keeper.sync(coordinator(keeper));

    assertEquals(Set.of("10.0.0.2"), keeper.available());
  }

  @Test
  void reload_takesLong_datanodesAreLookedAtAllTheSame() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("slow.yaml"),
            "version: 1\nswitches: [{name: tor1}]\nservers: [{hosts: a, switch: tor1}]\n");
    CountDownLatch begun = new CountDownLatch(2); // Made, and loaded again.
    CountDownLatch end = new CountDownLatch(1);
    TopologyKeeper keeper =
        keeper(
            Optional.of(file),
            List.of(),
            topology -> {
              begun.countDown();
              awaitUnlessFirst(begun, end);
              return 1;
            });
    Coordinator coordinator = coordinator(keeper);
    FutureTask<String> reload = new FutureTask<>(() -> keeper.reload(coordinator));
    new Thread(reload).start();
    begun.await();

    keeper.sync(coordinator);

    assertFalse(reload.isDone());
    end.countDown();
    assertTrue(reload.get(30, TimeUnit.SECONDS).startsWith("topology loaded from"));
  }

  private Path file(String hosts) throws IOException {
    return Files.writeString(
        folder.resolve("hosts.yaml"),
        """
        version: 1
        switches: [{name: tor1, rack: /rack1}]
        servers: [{hosts: %s, switch: tor1}]
        """
            .formatted(hosts));
  }

  private static String reload(Path file, String... datanodes) throws Exception {
    TopologyKeeper keeper = keeper(Optional.of(file), List.of(), topology -> 1);
    List<DatanodeInfo> nodes = Stream.of(datanodes).map(host -> datanode(host, 0)).toList();
    TopologyKeeper registered = keeper(Optional.of(file), nodes, topology -> 1);
    return registered.reload(coordinator(keeper));
  }

  @Test
  void reload_allServersHaveADatanode_isOneLine() throws Exception {
    Path file = file("\"W[1-2].corp\"");

    assertEquals(
        "topology loaded from %s: 1 switch, 2 servers with a datanode".formatted(file),
        reload(file, "w1.corp.", "w2"));
  }

  @Test
  void reload_noServerHasADatanode_isOneQuestion() throws Exception {
    Path file = file("\"w[1-8].corp\"");

    assertEquals(
        """
        topology loaded from %1$s: 1 switch, 3 servers with a datanode; 8 of the file's 8 have none
        %1$s: none of the file's 8 servers has a datanode; is w1.lan w1.corp?
        Maybe write the names that 'hdfs dfsadmin -report' has; all datanodes get the default \
        capacities.\
        """
            .formatted(file),
        reload(file, "w1.lan", "w2.lan", "w3.lan"));
  }

  @Test
  void reload_someDatanodesAreNotInTheFile_areNamedTogether() throws Exception {
    Path file = file("\"n[1-4]\"");

    assertEquals(
        """
        topology loaded from %1$s: 1 switch, 3 servers with a datanode; 3 of the file's 4 have none
        %1$s: datanodes dn7, dn8 are not in the file; they get the default capacities\
        """
            .formatted(file),
        reload(file, "n1", "dn7", "dn8"));
  }

  @Test
  void reload_fileWithWarnings_saysThem() throws Exception {
    Path file = file("w1-8");

    assertEquals(
        """
        topology loaded from %1$s: 1 switch, 1 server with a datanode; 1 of the file's 1 have none
        PEACE-TOPO-101 %1$s:3 servers[0].hosts: 'w1-8' is the name of one host.
        Maybe write "w[1-8]" for 8 hosts.
        %1$s: none of the file's 1 server has a datanode.
        Maybe write the names that 'hdfs dfsadmin -report' has; all datanodes get the default \
        capacities.\
        """
            .formatted(file),
        reload(file, "w1"));
  }

  @Test
  void keeper_fileIsBrokenAfterItWasKept_startsWithTheCopyAndRefusesToRefresh() throws Exception {
    Path file = file("n1");
    Optional<Path> copy = Optional.of(folder.resolve("last-good.yaml"));
    List<DatanodeInfo> datanodes = List.of(datanode("n1", 0));
    keeper(Optional.of(file), copy, datanodes, topology -> 1).keepLastGood();
    Files.writeString(file, "version: 2\n");

    TopologyKeeper keeper = keeper(Optional.of(file), copy, datanodes, topology -> 1);
    keeper.keepLastGood();

    assertEquals(copy.get().toString(), keeper.view().topology().source());
    assertEquals(
        "Until it is mended, this NameNode starts with the last good copy, %s."
            .formatted(copy.get()),
        keeper.nextStart());
    Coordinator coordinator = coordinator(keeper);
    assertThrows(TopologyException.class, () -> keeper.reload(coordinator));
    assertEquals(Set.of("n1"), keeper.available());
    assertEquals(copy.get().toString(), keeper.view().topology().source());
  }

  @Test
  void keeper_fileIsBadAndNoCopyIsKept_doesNotStart() throws Exception {
    Path file = Files.writeString(folder.resolve("bad.yaml"), "version: 2\n");
    Optional<Path> copy = Optional.of(folder.resolve("none.yaml"));

    assertThrows(
        TopologyException.class, () -> keeper(Optional.of(file), copy, List.of(), topology -> 1));
    assertEquals(
        "This NameNode would not start with that file, nor after a failover: mend it before.",
        new TopologySource(Optional.of(file), copy).nextStart());
  }

  @Test
  void reload_goodFile_isTheLastGoodOneFromThenOn() throws Exception {
    Path file = file("n1");
    Path copy = folder.resolve("last-good.yaml");
    TopologyKeeper keeper = keeper(Optional.of(file), Optional.of(copy), List.of(), topology -> 1);
    file("n2");

    keeper.reload(coordinator(keeper));

    assertEquals(Files.readString(file), Files.readString(copy));
  }

  private static void awaitUnlessFirst(CountDownLatch begun, CountDownLatch end) {
    try {
      if (begun.getCount() == 0) {
        assertTrue(end.await(30, TimeUnit.SECONDS));
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static ChunkRequest chunk(String path) {
    return ChunkRequest.of(path, 1, PlacementTemplate.strict(List.of(Constraint.ANY))).build();
  }

  /** Where a few chunks go, one after the other. */
  private static Set<String> targets(Coordinator coordinator) {
    Set<String> targets = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      coordinator.done(
          coordinator.submit(chunk("/" + i), o -> targets.addAll(((Outcome.Granted) o).nodes())),
          true);
    }
    return targets;
  }
}
