package org.peacescheduler.schedule.division;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.TestNetworks;

class PackingTest {

  @ParameterizedTest
  @CsvSource({
    // servers of each rack, Mbit/s of a server, of a rack and of a stream; parts
    "4 4, 100, 1000, 100, 2", // a pipeline takes three ways out: one of each rack idles
    "4 4 4, 100, 1000, 100, 2",
    "4 4 4 4, 100, 1000, 100, 2",
    "4 4 4 4 4 4 4 4 4 4, 100, 1000, 100, 2",
    "3 3, 100, 1000, 100, 4", // with own disks it takes two of one rack in
    "3 3 3 3, 100, 1000, 100, 2",
    "2 2, 100, 1000, 100, 7", // so few that stock HDFS loads all alike
    "2 2 2 2 2, 100, 1000, 100, 7",
    "2 8, 100, 1000, 100, 7",
    "3 4, 100, 1000, 100, 4",
    "3 6, 100, 1000, 100, 4", // the smaller rack has room for one other's pipeline at a time
    "3 9, 100, 1000, 100, 4",
    "5 10, 100, 1000, 100, 2",
    "5 4 2, 100, 1000, 100, 3",
    "6 6, 100, 1000, 100, 1",
    "8 8, 100, 1000, 100, 1",
    "8 9, 100, 1000, 100, 1",
    "6 10, 100, 1000, 100, 1",
    "5 5 5, 100, 1000, 100, 2",
    "10 10 10 10, 100, 1000, 100, 1",
    "4 4, 100, 1000, 50, 1", // two at a time already
    "4 4, 100, 1000, 30, 1", // three
    "2 2, 100, 1000, 30, 2", // six: eight at a time are most
    "2 2, 100, 1000, 20, 1", // five
    "8 8, 160, 1600, 100, 2", // a link carries 1.6 streams, of which one is whole
    "8 8, 190, 1900, 100, 3",
    "8 8, 140, 1400, 100, 3",
    "8 8, 130, 1300, 100, 1",
    "4 4, 130, 1300, 100, 2", // for what pipelines leave over
    "8 8, 210, 2100, 100, 1",
    "8 8, 100, 160, 100, 2", // so does a rack's link
    "8 8, 100, 125, 100, 4", // of which the quarter counts, too
    "8 8, 100, 105, 100, 1",
    "8 8, 100, 100, 100, 1", // the racks' links are the bottleneck
    "4 4, 100, 100, 100, 1",
    "100 100 100, 100, 1000, 100, 1", // too large to be looked at
    "1 1, 100, 1000, 100, 1", // no pipeline of three fits at all
  })
  void parts_dependOnWhatPipelinesLeaveOver(
      String servers, double server, double rack, double stream, int parts) {
    Topology topology = TestNetworks.shaped(servers, server, rack, stream).topology();

    assertEquals(parts, Packing.parts(topology, 3));
  }

  @Test
  void parts_chunksInsteadOfBandwidths_areTakenAtTheirWord() {
    Topology topology = TestNetworks.star(2, 4, 1, 10).topology();

    assertEquals(1, Packing.parts(topology, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"up: 1, down: 100 Mbit/s", "up: 100 Mbit/s, down: 1"})
  void parts_oneServerInChunks_isTakenAtItsWord(String link) {
    Topology topology =
        TestNetworks.parse(
                """
                version: 1
                streamRate: 100 Mbit/s
                defaults: {server: {up: 100 Mbit/s, down: 100 Mbit/s}}
                switches: [{name: tor1}, {name: tor2}]
                links: [{between: [tor1, tor2], capacity: 1 Gbit/s}]
                servers:
                - {hosts: "svr1.[1-4]", switch: tor1}
                - {hosts: "svr2.[1-3]", switch: tor2}
                - {hosts: svr2.4, switch: tor2, %s}
                """
                    .formatted(link))
            .topology();

    assertEquals(1, Packing.parts(topology, 3));
  }

  @Test
  void parts_placementOfTheFile_isTheOneThatCounts() {
    Topology likeStock = TestNetworks.shaped(2, 3, 100, 1000, 100).topology();
    Topology elsewhere =
        new Topology(
            likeStock.switches(),
            likeStock.links(),
            likeStock.servers(),
            likeStock.defaults(),
            likeStock.streamBytesPerSecond(),
            Optional.of(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK, Constraint.SAME_RACK)),
            likeStock.source());

    assertEquals(4, Packing.parts(likeStock, 3));
    assertEquals(1, Packing.parts(elsewhere, 3), "no replica on the own disk");
  }

  @Test
  void parts_oneReplica_leavesNothingOver() {
    assertEquals(1, Packing.parts(TestNetworks.shaped(2, 4, 100, 1000, 100).topology(), 1));
  }
}
