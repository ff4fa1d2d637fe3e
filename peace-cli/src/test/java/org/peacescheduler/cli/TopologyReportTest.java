package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Figures;
import org.peacescheduler.network.analysis.NetworkAnalysis;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

class TopologyReportTest {
  private static String report(String yaml) throws TopologyException {
    NetworkModel model = NetworkModel.of(TopologyReader.parse(yaml, "test.yaml"));
    return TopologyReport.of(model, NetworkAnalysis.of(model), Figures.CHUNKS);
  }

  @Test
  void report_twoRacks_isWhatAnOperatorReads() throws TopologyException {
    assertEquals(
        """
        test.yaml: 17 servers, 2 switches, 1 link between switches. Capacities are
          chunks per timestep, each direction.

        switch  layer  servers  from them  to them  out  oversubscribed
        tor1        0        8         16       16    8        2.00 : 1
        tor2        0        9         18       18    8        2.25 : 1

        Bisection: 8 between 8 servers (on tor1) and the other 9; exact: the switches
          form a tree.

        Pipelines per timestep:
        pipelines   placement                     full first               most  planned
        1 replica   local                                              no limit
        2 replicas  local, other-rack             tor1->tor2;                16       16
                                                  tor2->tor1
        3 replicas  local, other-rack, same-rack  tor1->tor2;                16       14
                                                  tor2->tor1

        PEACE-NET-001 switch 'tor2' has 9 servers, but its links to other switches carry
          8 chunks per timestep.
        Maybe a link is missing or its capacity is in another unit; otherwise writes to
          other racks will wait for each other.
        """,
        report(
            """
            version: 1
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 8}]
            servers: [{hosts: "a[1-8]", switch: tor1}, {hosts: "b[1-9]", switch: tor2}]
            """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"topology-two-rack.yaml", "topology-three-level.yaml", "topology-figure5.yaml"})
  void check_sampleFiles_fitInto80Columns(String name) {
    String out = Cli.run("topology", "check", "" + Cli.inCheckout("conf/" + name)).out();
    assertTrue(out.lines().count() > 10, out);
    assertTrue(out.lines().allMatch(line -> line.length() <= 80), out);
  }
}
