package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.network.topology.TopologyException;

class ShapedTopologyTest {
  static final String TWO_RACKS =
      """
      version: 1
      streamRate: 7.8125 Mbit/s  # half a link
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 15.625 Mbit/s}
      servers:
        - {hosts: "svr1.[1-8]", switch: tor1, up: 15.625 Mbit/s, down: 2}
        - {hosts: "svr2.[1-9]", switch: tor2, up: 3, down: 20 Mbit/s}
      """;

  private static final String TO_TOR_3 =
      """
        - {between: [tor2, tor3], capacity: 1}
        - {between: [tor3, tor1], capacity: 1}
      """;

  private static final String LOOP =
      "loop: the link between 'tor3' and 'tor1' closes a loop of switches.\n"
          + "Maybe leave it out, so that there is one path between any two switches; several links"
          + " between the same two are fine, they become one.";

  @TempDir private Path folder;

  static ShapedTopology twoRacks(double scale) {
    try {
      return ShapedTopology.of(TWO_RACKS, "two-racks", scale);
    } catch (TopologyException | TestbedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void of_bandwidthsAndChunks_bothBecomeRates() {
    ShapedTopology shape = twoRacks(1);
    assertEquals(17, shape.hosts().size());
    assertEquals(15.625e6, shape.hosts().get(0).up().bitsPerSecond());
    assertEquals(2 * 7.8125e6, shape.hosts().get(0).down().bitsPerSecond());
    assertEquals(3 * 7.8125e6, shape.hosts().get(8).up().bitsPerSecond());
    assertEquals(20e6, shape.hosts().get(8).down().bitsPerSecond());
    assertEquals(15.625e6, shape.trunks().get(0).rate().bitsPerSecond());
  }

  @Test
  void of_scale_multipliesEveryRate() {
    ShapedTopology shape = twoRacks(0.5);
    assertEquals(7.8125e6, shape.hosts().get(0).up().bitsPerSecond());
    assertEquals(1.5 * 7.8125e6, shape.hosts().get(8).up().bitsPerSecond());
    assertEquals("7812500bit", shape.trunks().get(0).rate().forTc());
    assertEquals(7.8125e6 / 16, shape.topology().streamBytesPerSecond().orElseThrow());
    assertEquals(2, shape.topology().links().get(0).capacity().chunks());
    assertTrue(shape.text().contains("streamRate: 3.90625 Mbit/s"), shape.text());
  }

  @Test
  void of_scaleWithManyDigits_isReadable() {
    ShapedTopology shape = twoRacks(1 / 3.0);
    assertEquals(15.625e6 / 3, shape.hosts().get(0).up().bitsPerSecond(), 1);
  }

  @Test
  void of_parallelLinks_becomeOne() throws Exception {
    String text =
        TWO_RACKS.replace("servers:", "  - {between: [tor2, tor1], capacity: 1}\nservers:");
    List<ShapedTopology.Trunk> trunks = ShapedTopology.of(text, "parallel", 1).trunks();
    assertEquals(1, trunks.size());
    assertEquals(15.625e6 + 7.8125e6, trunks.get(0).rate().bitsPerSecond());
  }

  @Test
  void of_noStreamRate_saysWhatToAdd() {
    String text =
        "version: 1\nswitches: [{name: s}]\nservers: [{hosts: h, switch: s, up: 2, down: 2}]\n";
    UnbuildableException e =
        assertThrows(UnbuildableException.class, () -> ShapedTopology.of(text, "plain", 1));
    assertEquals(
        "plain has no 'streamRate', so its capacities say nothing about bits per second.\n"
            + "Maybe add 'streamRate: 7.8125 Mbit/s' and write the links' bandwidths.",
        e.getMessage());
  }

  @Test
  void of_loopOfSwitches_isRefused() {
    String text =
        TWO_RACKS
            .replace("links:", "  - {name: tor3, rack: /rack3}\nlinks:")
            .replace("servers:", TO_TOR_3 + "servers:");
    UnbuildableException e =
        assertThrows(UnbuildableException.class, () -> ShapedTopology.of(text, "loop", 1));
    assertEquals(LOOP, e.getMessage());
  }

  @Test
  void of_switchWithoutLinks_hidesNoLoop() throws Exception {
    String spare =
        TWO_RACKS.replace("links:", "  - {name: tor3, rack: /rack3}\n  - {name: spare}\nlinks:");
    assertEquals(1, ShapedTopology.of(spare, "spare", 1).trunks().size());
    String text = spare.replace("servers:", TO_TOR_3 + "servers:");
    UnbuildableException e =
        assertThrows(UnbuildableException.class, () -> ShapedTopology.of(text, "loop", 1));
    assertEquals(LOOP, e.getMessage());
  }

  @Test
  void read_scaledFileThatIsBad_showsItsOwnNumbers() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.yaml"),
            TWO_RACKS
                .replace("up: 3", "up: 1 Mbit/s")
                .replace("down: 20 Mbit/s", "down: 1 Mbit/s"));
    TopologyException e =
        assertThrows(TopologyException.class, () -> ShapedTopology.read(file, 0.5));
    assertTrue(e.getMessage().contains("'1 Mbit/s' is less than the streamRate"), e.getMessage());
  }

  @Test
  void writers_fewerThanServers_comeFromTheRacksInTurn() {
    assertEquals(
        List.of("svr1.1", "svr2.1", "svr1.2"),
        twoRacks(1).writers(3).stream().map(ShapedTopology.Host::name).toList());
  }
}
