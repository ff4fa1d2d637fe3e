package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.peacescheduler.network.topology.TopologyTexts.assertProblems;
import static org.peacescheduler.network.topology.TopologyTexts.with;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with capacities; the whole text that operators see. */
class CapacityProblemsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          0           | 0 chunks per timestep is less than 1.
          -3          | -3 chunks per timestep is less than 1.
          2.5         | 2.5 is not a whole number of chunks.
          1e3         | 1e3 is not a whole number of chunks.
          1e999999999 | 1e999999999 is not a whole number of chunks.
          !!int "x"   | 'x' is not a whole number of chunks.
          """)
  void parse_noPositiveWholeNumber_isReported(String capacity, String message) {
    assertProblems(
        with("links", "[{between: [tor1, tor2], capacity: " + capacity + "}]"),
        "PEACE-TOPO-014 t.yaml:4 links[0].capacity: "
            + message
            + "\nMaybe write a whole number of chunks such as 2, or a bandwidth such as 1 Gbit/s.");
  }

  @ParameterizedTest
  @CsvSource({"1000001", "99999999999999999999999999"})
  void parse_hugeNumber_isReported(String capacity) {
    assertProblems(
        with("defaults", "{server: {up: " + capacity + "}}"),
        """
        PEACE-TOPO-015 t.yaml:2 defaults.server.up: %s chunks per timestep is more than 1000000.
        Maybe a bandwidth is meant; write it with its unit such as 1 Gbit/s.
        """
            .formatted(capacity));
  }

  @Test
  void parse_hugeBandwidth_isReported() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, disk: 500 TB/s}]"),
        """
        PEACE-TOPO-015 t.yaml:5 servers[0].disk: '500 TB/s' at a streamRate of '60 \
        MB/s' is 8333333 chunks per timestep, more than 1000000.
        Maybe a unit is wrong here or in line 2.
        """);
  }

  @Test
  void parse_bandwidthBelowOneStream_isReported() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, down: 100 Mbit/s}]"),
        """
        PEACE-TOPO-018 t.yaml:5 servers[0].down: '100 Mbit/s' is less than the streamRate of \
        '60 MB/s', so it carries no chunk.
        Maybe lower 'streamRate' in line 2, or raise this capacity.
        """);
  }

  @Test
  void parse_wrongBandwidths_areReported() {
    assertProblems(
        with("servers", "[{hosts: a, switch: tor1, up: 1 Gb/s, down: \"8\", disk: 0 MB/s}]"),
        """
        PEACE-TOPO-016 t.yaml:5 servers[0].up: '1 Gb/s' is not a bandwidth.
        Maybe write '1 Gbit/s' for bits or '1 GB/s' for bytes.
        PEACE-TOPO-016 t.yaml:5 servers[0].down: '8' is not a bandwidth.
        Maybe add a unit such as '8 Mbit/s', or write chunks as a number without quotes.
        PEACE-TOPO-016 t.yaml:5 servers[0].disk: '0 MB/s' carries nothing.
        Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.
        """);
  }

  @Test
  void parse_wrongStreamRate_isReportedOnce() {
    assertProblems(
        """
        version: 1
        streamRate: fast
        switches: [{name: tor1}]
        servers: [{hosts: a, switch: tor1, up: 1 Gbit/s, down: 1 Gbit/s}]
        """,
        """
        PEACE-TOPO-016 t.yaml:2 streamRate: 'fast' is not a bandwidth.
        Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.
        """);
  }

  @Test
  void parse_zeroStreamRate_isReported() {
    assertProblems(
        with("streamRate", "0 MB/s"),
        """
        PEACE-TOPO-016 t.yaml:2 streamRate: '0 MB/s' carries nothing.
        Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.
        """);
  }

  @Test
  void parse_missingStreamRateAndServersInNumbers_isReportedOnce() {
    String remedy =
        "Maybe add 'streamRate: 60 MB/s', what one pipeline hop takes, or write the servers' links as"
            + " bandwidths, too.";
    assertProblems(
        with("defaults", "{server: {up: 2, down: 2, disk: 1 GB/s}}"),
        """
        PEACE-TOPO-017 t.yaml:2 defaults.server.disk: '1 GB/s' is a bandwidth, but 'streamRate' is \
        missing.
        """
            + remedy);
  }

  @Test
  void parse_missingStreamRate_theSlowestServersLinkIsTaken() throws TopologyException {
    Topology topology =
        TopologyReader.parse(
            """
            version: 1
            defaults: {server: {up: 1 Gbit/s, down: 1 Gbit/s}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 500 Mbit/s}]
            servers:
            - {hosts: a, switch: tor1, up: 10 Gbit/s, down: 10 Gbit/s}
            - {hosts: b, switch: tor2}
            """,
            "t.yaml");

    assertEquals(OptionalDouble.of(125e6), topology.streamBytesPerSecond());
    assertFalse(topology.isStreamRateTold());
    assertEquals(10, topology.servers().get(0).capacities().up().chunks());
    assertEquals(1, topology.links().get(0).capacity().chunks());
    assertEquals(0.5, topology.links().get(0).capacity().asStreams());
  }
}
