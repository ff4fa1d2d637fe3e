package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import picocli.CommandLine;

class ExperimentOptionsTest {
  @Test
  void problems_severalAtOnce_areAllReported() {
    ExperimentOptions options =
        new ExperimentOptions(
            new BurstShape(0, 8, 4, new ByteSize(1000)),
            new ClusterShape(3, 5, ByteSize.parse("4 MiB"), Duration.ofMillis(50)),
            new PeaceSettings(Optional.empty(), 2, OptionalDouble.of(1.5), Map.of()),
            List.of(Policy.STOCK),
            5,
            1,
            1,
            Path.of("out"));
    assertEquals(
        """
        --writers 0: it has to be at least 1.
        --replication 4: there are only 3 datanodes, and a chunk's replicas are on different ones.
        Maybe '--datanodes 4' or more.
        --racks 5: there are only 3 datanodes.
        Maybe '--racks 3' or fewer.
        --chunk-size 1000 B: a block is a whole number of 512 bytes.
        Maybe '--chunk-size 1 KiB'.
        --completion-fraction 1.5: it is a share, from 0 to 1.
        Maybe 0.8, the paper's.
        """,
        String.join("\n", options.problems()) + "\n");
  }

  @Test
  void commandLine_ofAnExperiment_saysEverything() {
    assertEquals(
        "./peace experiment --writers 8 --chunks 4 --replication 3 --chunk-size 1MiB --datanodes 6"
            + " --racks 2 --rate 4MiB --throttle-period 50 --rounds 5 --warm-up 1"
            + " --policies stock,peace --down 2 --seed 17",
        SampleExperiment.options(8, 4, 6, 5).commandLine());
  }

  @Test
  void command_wrongUse_exitsWithTwoAndTheRemedy() {
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(new ExperimentCommand()).setErr(new PrintWriter(err));
    assertEquals(2, command.execute("--replication", "9"));
    assertTrue(err.toString().contains("Maybe '--datanodes 9' or more."), err.toString());
    assertEquals(2, command.execute("--policies", "stock,best"));
    assertTrue(err.toString().contains("Maybe one of: stock, peace."), err.toString());
    assertEquals(2, command.execute("--rate", "fast"));
    assertEquals(3, command.execute("--topology", "no-such-file.yaml"));
    assertTrue(err.toString().contains("no-such-file.yaml"), err.toString());
    assertTrue(err.toString().contains("Maybe leave --topology out"), err.toString());
  }

  @Test
  void topology_threeRacksOfFiveDatanodes_isATreeWithACore() {
    ClusterShape cluster = new ClusterShape(5, 3, ByteSize.parse("4 MiB"), Duration.ofMillis(50));
    assertEquals(
        """
        # The cluster of ./peace experiment. Capacities are chunks per timestep.
        version: 1
        streamRate: 2097152 B/s
        defaults:
          server: {up: 100, down: 2}
        switches:
          - {name: tor1, rack: /rack1}
          - {name: tor2, rack: /rack2}
          - {name: tor3, rack: /rack3}
          - {name: core}
        links:
          - {between: [tor1, core], capacity: 100}
          - {between: [tor2, core], capacity: 100}
          - {between: [tor3, core], capacity: 100}
        servers:
          - {hosts: "host[1-2]", switch: tor1}
          - {hosts: "host[3-4]", switch: tor2}
          - {hosts: "host5", switch: tor3}
        """,
        GeneratedTopology.yaml(cluster, 2, 100));
    assertEquals(List.of("/rack1", "/rack1", "/rack2", "/rack2", "/rack3"), cluster.rackNames());
  }

  @Test
  void topology_generated_isAcceptedByPeace() throws TopologyException {
    for (int racks = 1; racks <= 4; racks++) {
      ClusterShape cluster =
          new ClusterShape(9, racks, ByteSize.parse("4 MiB"), Duration.ofMillis(50));
      TopologyReader.parse(GeneratedTopology.yaml(cluster, 2, 10_000), "generated");
    }
  }

  @Test
  void sides_samePolicyTwice_haveDifferentNames() {
    assertEquals(
        List.of(
            new Side("stock", "stock", Policy.STOCK),
            new Side("stock-2", "stock (2)", Policy.STOCK)),
        Side.of(List.of(Policy.STOCK, Policy.STOCK)));
  }
}
