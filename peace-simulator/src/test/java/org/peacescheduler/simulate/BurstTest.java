package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/**
 * What a burst gains by Peace where nothing is lost and Peace is told the truth: medians of some
 * rounds, beside all chunks at once on datanodes chosen as stock HDFS chooses them.
 */
class BurstTest {
  private static final int ROUNDS = 9;
  private static final long SEED = 5;
  private static final int KIB = 1024;

  @ParameterizedTest
  @CsvSource({
    // racks, servers of each, Mbit/s of a server and of a rack, chunks at a time, KiB of a chunk,
    // chunks of a file, whether the first replica is on the writer's own disk; at most so much of
    // the mean response and of COMP of all at once
    "2, 8, 15.625, 15.625, 1, 1024, 2, false, 0.63, 1.08", // a rack's link is the bottleneck
    "2, 8, 15.625, 15.625, 1, 1024, 1, false, 0.63, 1.07",
    "2, 8, 15.625, 15.625, 1, 1024, 2, true, 0.63, 1.08",
    "2, 8, 7.8125, 78.125, 1, 512, 2, false, 0.67, 1.05", // the servers' links are
    "2, 8, 7.8125, 78.125, 1, 512, 2, true, 0.66, 1.01",
    "2, 8, 31.25, 312.5, 1, 4096, 2, false, 0.66, 0.98",
    "2, 8, 31.25, 312.5, 1, 4096, 2, true, 0.65, 0.94",
    "3, 6, 15.625, 156.25, 1, 1024, 2, false, 0.62, 0.95",
    "3, 6, 15.625, 156.25, 1, 1024, 2, true, 0.67, 0.93",
    "4, 5, 15.625, 31.25, 1, 1024, 2, false, 0.71, 0.97",
    "4, 5, 15.625, 31.25, 1, 1024, 2, true, 0.71, 0.99",
    "4, 10, 15.625, 156.25, 1, 1024, 2, false, 0.63, 0.92",
    "4, 10, 15.625, 156.25, 1, 1024, 2, true, 0.71, 0.78",
    "2, 3, 15.625, 156.25, 1, 1024, 2, false, 0.85, 1.02", // few servers: divided
    "2, 3, 15.625, 156.25, 1, 1024, 2, true, 0.89, 1.02",
    "2, 4, 15.625, 156.25, 1, 1024, 2, false, 0.75, 1.01",
    "2, 4, 15.625, 156.25, 1, 1024, 2, true, 0.82, 0.97",
    "2, 5, 15.625, 156.25, 1, 1024, 2, false, 0.75, 1.02",
    "2, 5, 15.625, 156.25, 1, 1024, 2, true, 0.82, 1.01",
    "3, 4, 15.625, 156.25, 1, 1024, 2, false, 0.77, 1.05",
    "3, 4, 15.625, 156.25, 1, 1024, 2, true, 0.77, 0.96",
    "3, 5, 15.625, 156.25, 1, 1024, 2, false, 0.73, 0.99",
    "3, 5, 15.625, 156.25, 1, 1024, 2, true, 0.81, 1.03",
    "4, 4, 15.625, 156.25, 1, 1024, 2, false, 0.75, 1.04",
    "4, 4, 15.625, 156.25, 1, 1024, 2, true, 0.78, 0.99",
    "5, 2, 15.625, 156.25, 1, 1024, 2, false, 0.92, 1.01",
    "5, 2, 15.625, 156.25, 1, 1024, 2, true, 0.84, 0.85",
    "3, 4, 15.625, 156.25, 2, 1024, 2, false, 0.77, 1.05", // the same, as the file says
    "3, 4, 15.625, 156.25, 2, 1024, 2, true, 0.77, 0.96"
  })
  void peace_contendedBurst_writersAreDoneEarlierAndAllTogetherNotMuchLater(
      int racks,
      int servers,
      double server,
      double rack,
      int together,
      int chunkKib,
      int chunks,
      boolean ownDisk,
      double response,
      double completion)
      throws SimulationException {
    assertGains(
        shaped("%d ".formatted(servers).repeat(racks), server, rack, server / together),
        group(Math.min(16, racks * servers), 4, chunks, chunkKib * KIB, ownDisk),
        response,
        completion);
  }

  @ParameterizedTest
  @CsvSource({
    // servers of each rack, whether the first replica is on the writer's own disk; as above
    "3 4, false, 0.80, 1.01",
    "3 4, true, 0.90, 1.01",
    "3 6, false, 0.72, 1.00",
    "3 6, true, 0.81, 1.00",
    "4 6, false, 0.71, 1.04",
    "4 6, true, 0.79, 1.04",
    "3 9, false, 0.65, 0.97",
    "3 9, true, 0.73, 1.01",
    "5 10, false, 0.69, 1.07",
    "5 10, true, 0.71, 1.00",
    "5 4 2, false, 0.75, 1.00",
    "5 4 2, true, 0.78, 0.99"
  })
  void peace_unequalRacks_writersAreDoneEarlierAndAllTogetherNotMuchLater(
      String servers, boolean ownDisk, double response, double completion)
      throws SimulationException {
    Topology network = shaped(servers, 15.625, 156.25, 15.625);

    assertGains(
        network, group(network.servers().size(), 4, 2, 1024 * KIB, ownDisk), response, completion);
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "4, 2", "4, 16"})
  void peace_oneWriter_waitsForNobody(int files, int chunks) throws SimulationException {
    Comparison all =
        compare(shaped("8 8", 15.625, 156.25, 15.625), group(1, files, chunks, 1024 * KIB, false));

    assertEquals(1, all.response(), 0.01, all.toString());
  }

  private static void assertGains(
      Topology network, WriterGroup writers, double response, double completion)
      throws SimulationException {
    Comparison all = compare(network, writers);

    assertTrue(all.response() <= response, all.toString());
    assertTrue(all.completion() <= completion, all.toString());
  }

  private static Comparison compare(Topology network, WriterGroup writers)
      throws SimulationException {
    Scenario scenario =
        new Scenario(
            "burst",
            network,
            new Told.Same(),
            new Scenario.Reality(Set.of(), 1, 0, 0, Scenario.Delays.TESTBED),
            1,
            0,
            Duration.ofMinutes(10),
            Set.of(),
            List.of(writers));
    return Comparison.of(scenario, GroupOrder.FAIR_SOJOURN, ROUNDS, SEED).get(0);
  }

  private static WriterGroup group(
      int writers, int files, int chunks, double chunkBytes, boolean ownDisk) {
    return new WriterGroup(
        writers,
        List.of(),
        files,
        false,
        chunkBytes,
        new FileSizes.Listed(List.of(chunks * chunkBytes)),
        chunkBytes,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        false,
        false,
        ownDisk,
        3,
        0,
        0.3,
        0,
        Optional.empty(),
        false,
        false,
        WriterGroup.Says.NOTHING,
        Optional.empty(),
        Optional.empty(),
        Arrivals.ONCE);
  }

  /** Racks below a core, or two joined by a link; all rates in Mbit/s. */
  private static Topology shaped(String servers, double server, double rack, double stream) {
    String[] racks = servers.strip().split(" ");
    boolean core = racks.length > 2;
    StringBuilder yaml =
        new StringBuilder(
            """
            version: 1
            streamRate: %s Mbit/s
            defaults: {server: {up: %s Mbit/s, down: %s Mbit/s}}
            switches:
            """
                .formatted(stream, server, server));
    StringBuilder links = new StringBuilder("links:\n");
    StringBuilder hosts = new StringBuilder("servers:\n");
    yaml.append(core ? "- {name: core}\n" : "");
    for (int r = 1; r <= racks.length; r++) {
      yaml.append("- {name: tor%d}\n".formatted(r));
      hosts.append("- {hosts: \"svr%d.[1-%s]\", switch: tor%d}\n".formatted(r, racks[r - 1], r));
      if (core || r > 1) {
        String link = "- {between: [tor%d, %s], capacity: %s Mbit/s}\n";
        links.append(link.formatted(r, core ? "core" : "tor1", rack));
      }
    }
    try {
      return TopologyReader.parse(yaml.append(links).append(hosts).toString(), "burst.yaml");
    } catch (TopologyException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
