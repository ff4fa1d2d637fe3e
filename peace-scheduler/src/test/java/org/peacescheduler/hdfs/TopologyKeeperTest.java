package org.peacescheduler.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.TopologyException;

class TopologyKeeperTest {
  @TempDir private Path folder;

  @Test
  void model_smallRacksWithBandwidths_takesMoreChunksAtPartOfTheRate() throws Exception {
    NetworkModel model = model("800 Mbit/s", new Configuration(false));

    assertEquals(2, model.capacity(model.up(0)));
    assertEquals(2, model.capacity(model.down(7)));
    assertEquals(100e6 / 2, model.topology().streamBytesPerSecond().orElseThrow());
  }

  @Test
  void model_numbersOfChunks_areTakenAtTheirWord() throws Exception {
    NetworkModel model = model("1", new Configuration(false));

    assertEquals(1, model.capacity(model.up(0)));
    assertEquals(100e6, model.topology().streamBytesPerSecond().orElseThrow());
  }

  @Test
  void model_papersTimesteps_carryWhatTheFileSays() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(PeaceKeys.COMPLETION_FRACTION, "0.8");

    NetworkModel model = model("800 Mbit/s", conf);

    assertEquals(1, model.capacity(model.up(0)));
  }

  @Test
  void model_oneReplica_leavesNoLinkIdle() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("dfs.replication", "1");

    NetworkModel model = model("800 Mbit/s", conf);

    assertEquals(1, model.capacity(model.up(0)));
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
    PeaceNode.Datanodes none =
        new PeaceNode.Datanodes() {
          @Override
          public int count() {
            return 0;
          }

          @Override
          public List<? extends DatanodeInfo> list() {
            return List.of();
          }
        };
    return new TopologyKeeper(
            Optional.of(file),
            none,
            PeaceNode.parts(conf, PeaceConfig.of(conf, () -> 1)),
            InstantSource.system())
        .model();
  }
}
