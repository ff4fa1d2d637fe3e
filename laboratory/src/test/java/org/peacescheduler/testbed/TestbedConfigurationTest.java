package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.testbed.TestbedConfiguration.Requests;

class TestbedConfigurationTest {
  @Test
  void parse_peaceWithChanges_keepsThemApart() {
    TestbedConfiguration c =
        TestbedConfiguration.parse("peace+up=3+links=4+fraction=0.8+dfs.replication.max=5");
    assertTrue(c.isPeace());
    assertEquals(OptionalInt.of(3), c.up());
    assertEquals(OptionalInt.empty(), c.down());
    assertEquals(OptionalInt.of(4), c.links());
    assertEquals("0.8", c.keys().get("dfs.namenode.peace.completion-fraction"));
    assertEquals("5", c.keys().get("dfs.replication.max"));
  }

  @Test
  void parse_requests_areForPeaceAlone() {
    assertEquals(Requests.TAKEN, TestbedConfiguration.parse("peace-patched+requests").requests());
    assertEquals(Requests.NONE, TestbedConfiguration.parse("peace-patched").requests());
    assertEquals(
        "'requests' in 'stock+requests' does nothing, for it is Peace's."
            + " Maybe leave it out, or start from 'peace'.",
        refusal("stock+requests"));
  }

  @Test
  void parse_unreachable_isForAllAndNotBesideRequests() {
    assertEquals(Requests.UNREACHABLE, TestbedConfiguration.parse("stock+unreachable").requests());
    assertEquals(
        "'peace+requests+unreachable' has requests taken and unreachable."
            + " Maybe leave '+requests' out.",
        refusal("peace+requests+unreachable"));
  }

  @Test
  void parse_hosts_isBothDirections() {
    TestbedConfiguration c = TestbedConfiguration.parse("peace+hosts=3");
    assertEquals(OptionalInt.of(3), c.up());
    assertEquals(OptionalInt.of(3), c.down());
  }

  @Test
  void parse_stock_setsNoPolicy() {
    TestbedConfiguration c = TestbedConfiguration.parse("stock");
    assertFalse(c.isPeace());
    assertEquals(Map.of(), c.keys());
    assertEquals(Map.of(), c.datanodeKeys());
  }

  @Test
  void parse_patched_isWithAndWithoutPeace() {
    TestbedConfiguration peace = TestbedConfiguration.parse("peace-patched+links=3");
    assertTrue(peace.isPatched());
    assertTrue(peace.isPeace());
    TestbedConfiguration stock = TestbedConfiguration.parse("stock-patched");
    assertTrue(stock.isPatched());
    assertFalse(stock.isPeace());
    assertFalse(TestbedConfiguration.parse("peace").isPatched());
  }

  @Test
  void parse_ecn_isOfTheDatanodes() {
    assertEquals(
        Map.of("dfs.pipeline.ecn", "true"), TestbedConfiguration.parse("stock-ecn").datanodeKeys());
  }

  @Test
  void parse_settingThatDoesNothing_isRefused() {
    assertEquals(
        "'up' in 'stock+up=3' does nothing, for it is Peace's."
            + " Maybe leave it out, or start from 'peace'.",
        refusal("stock+up=3"));
    for (String setting : List.of("down=3", "links=3", "hosts=3", "file=x.yaml", "fraction=0.8")) {
      assertTrue(refusal("rack-fault-tolerant+" + setting).contains("does nothing"), setting);
    }
    assertEquals(
        "'up' in 'peace+file=x.yaml+up=3' does nothing, for the file has its own."
            + " Maybe write it into the file.",
        refusal("peace+file=x.yaml+up=3"));
    assertTrue(TestbedConfiguration.parse("peace+file=x.yaml+fraction=0.8").file().isPresent());
  }

  private static String refusal(String text) {
    return assertThrows(IllegalArgumentException.class, () -> TestbedConfiguration.parse(text))
        .getMessage();
  }

  @Test
  void checkFiles_badTopology_tellsItsProblems(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("t.yaml"), "version: 1\n");
    List<TestbedConfiguration> configurations =
        Stream.of("stock", "peace+file=" + file).map(TestbedConfiguration::parse).toList();
    TopologyException e =
        assertThrows(
            TopologyException.class, () -> TestbedConfiguration.checkFiles(configurations));
    assertTrue(e.getMessage().startsWith("PEACE-TOPO-"), e.getMessage());
    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    Files.writeString(file, ShapedTopologyTest.TWO_RACKS);
    TestbedConfiguration.checkFiles(configurations);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pace",
        "peace+",
        "peace+up",
        "peace+up=0",
        "peace+hots=2",
        "peace+requests=1",
        "stock+unreachable=1"
      })
  void parse_mistake_saysTheWholeTextAndARemedy(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> TestbedConfiguration.parse(text));
    assertTrue(e.getMessage().contains("'" + text + "'"), e.getMessage());
    assertTrue(e.getMessage().contains("Maybe"), e.getMessage());
  }
}
