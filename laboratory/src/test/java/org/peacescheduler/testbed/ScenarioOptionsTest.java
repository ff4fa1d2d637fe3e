package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.laboratory.workload.SampleWorkload;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.simulate.ScenarioException;
import org.peacescheduler.simulate.Workload;

class ScenarioOptionsTest {
  private static final String WRITERS = "writers: [{count: 2, hosts: [b2, a1]}]";

  @TempDir private Path folder;

  private Workload workload(String rest) throws ScenarioException {
    return SampleWorkload.read(folder, ScenarioOptions.LIMITS, rest);
  }

  private static ScenarioOptions options(Workload workload, String... configurations)
      throws UnbuildableException {
    return new ScenarioOptions(
        workload,
        ShapedTopology.of(workload),
        Stream.of(configurations).map(TestbedConfiguration::parse).toList(),
        1,
        0,
        Samples.QUEUES,
        1,
        Path.of("target", "testbed"));
  }

  @Test
  void read_whatShapedLinksHaveNot_isAProblemOfTheFile() {
    ScenarioException e =
        assertThrows(
            ScenarioException.class,
            () ->
                workload(
                    """
                    loss: 0.2
                    writers:
                    - {count: 2, log: true, chunk: 1 MB}
                    - {count: 2, log: false}
                    """));
    String file = folder.resolve("w.yaml").toString();
    assertEquals(
        """
        PEACE-SIM-079 %1$s:13 loss: 'loss' is the number 0.2, and './peace testbed' has no such thing: \
        its links lose what their queues cannot hold.
        Maybe remove it, or use './peace simulate'.
        PEACE-SIM-079 %1$s:15 writers[0].log: 'log' is the value true, and './peace testbed' has no such \
        thing: its bursts end when all files are closed.
        Maybe remove it, or use './peace simulate'.
        PEACE-SIM-079 %1$s:15 writers[0].chunk: a chunk of 1000000 B is no whole number of 512 B, HDFS's \
        checksum unit.
        Maybe write 999936 B.\
        """
            .formatted(file),
        e.getMessage());
  }

  @Test
  void shape_slowHostsAndOthers_areShaped() throws Exception {
    ShapedTopology shape =
        options(
                workload("slow: {hosts: [A2], factor: 0.5}\nothersOnLinks: 0.25\n" + WRITERS),
                "stock",
                "peace")
            .shape();
    assertEquals(8e6, shape.hosts().get(0).up().bitsPerSecond());
    assertEquals(12e6, shape.hosts().get(0).down().bitsPerSecond());
    assertEquals(4e6, shape.hosts().get(1).up().bitsPerSecond());
    assertEquals(6e6, shape.hosts().get(1).down().bitsPerSecond());
    assertEquals(12e6, shape.trunks().get(0).rate().bitsPerSecond());
  }

  @Test
  void cluster_told_isWhatTheScenarioSays() throws Exception {
    String slow = "slow: {hosts: [a1], factor: 0.5}\ndeferralMax: 20\n";
    Topology same = told(workload(slow + WRITERS)).orElseThrow();
    assertEquals(1e6, same.streamBytesPerSecond().orElseThrow());
    assertEquals(1.5, same.servers().get(0).capacities().down().asStreams());
    assertEquals(2, same.links().get(0).capacity().asStreams());
    assertEquals("/r2", same.servers().get(2).rack());
    Topology twice = told(workload("told: {scaled: 2}\n" + WRITERS)).orElseThrow();
    assertEquals(2e6, twice.streamBytesPerSecond().orElseThrow());
    Topology numbers =
        told(workload("told: {numbers: {server: 2, links: 3}}\n" + WRITERS)).orElseThrow();
    assertTrue(numbers.streamBytesPerSecond().isEmpty());
    assertEquals(3, numbers.links().get(0).capacity().chunks());
    assertEquals(Optional.empty(), told(workload("told: nothing\n" + WRITERS)));
  }

  private static Optional<Topology> told(Workload workload) throws Exception {
    Optional<String> text = options(workload, "stock", "peace").cluster().told();
    return text.isEmpty() ? Optional.empty() : Optional.of(TopologyReader.parse(text.get(), "t"));
  }

  @Test
  void cluster_clients_areTheHostsThatWrite() throws Exception {
    ClusterOptions cluster =
        options(workload("deferralMax: 20\n" + WRITERS), "stock", "peace").cluster();
    assertEquals(
        List.of("a1", "b2"), cluster.clients().stream().map(ShapedTopology.Host::name).toList());
    assertEquals("20000ms", cluster.peaceKeys().get("dfs.namenode.peace.deferral.max"));
  }

  @Test
  void problems_noStockOrItsOwnStarts_areTold() throws Exception {
    Workload workload = workload(WRITERS);
    assertEquals(List.of(), options(workload, "stock", "peace-patched").problems());
    assertEquals(
        List.of(
            "A scenario is compared with stock HDFS. Maybe --configurations stock,peace-patched."),
        options(workload, "peace").problems());
    assertEquals(
        List.of(
            "'stock-random' has its own starts, and the scenario says when writers start."
                + " Maybe write a larger 'startWithin' into it."),
        options(workload, "stock", "stock-random").problems());
  }

  @Test
  void json_options_haveTheSeed() throws Exception {
    assertEquals(
        "{\"rounds\":1,\"warmUp\":0,\"queuePackets\":28,\"burstBytes\":3072,\"seed\":1}",
        TestbedJson.options(options(workload(WRITERS), "stock", "peace")).toString());
  }

  @Test
  void read_scenarioThatComesAlong_canBeBuilt() throws Exception {
    Workload workload =
        Workload.read(Path.of("scenarios", "two-jobs.yaml"), ScenarioOptions.LIMITS);
    ScenarioOptions options = options(workload, "stock", "peace-patched");
    assertEquals(List.of(), options.problems());
    assertEquals(8, options.burst(1).size());
  }
}
