package org.peacescheduler.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyReader;

class ScenarioTextTest {
  private static final TraceReader.Assumed ASSUMED = new TraceReader.Assumed(1000, 400);

  @TempDir private Path folder;

  private Recording recording(List<String> lines) throws Exception {
    return TraceReader.read(
        Traces.write(folder.resolve("trace.jsonl"), lines), ASSUMED, Optional.empty());
  }

  private static Optional<Topology> topology(String yaml) throws Exception {
    return Optional.of(TopologyReader.parse(yaml, "net.yaml"));
  }

  private static List<String> lines(ScenarioText scenario, String with) {
    return scenario.yaml().lines().filter(line -> line.contains(with)).toList();
  }

  @Test
  void of_twoBursts_isAGroupForEachFileAndTheirPauseIsShorter() throws Exception {
    ScenarioText scenario =
        ScenarioText.of(recording(Traces.twoBursts()), topology(Traces.TOPOLOGY), WhatIf.NOTHING);
    assertEquals(List.of(), scenario.notes());
    assertEquals(2, scenario.bursts().size());
    List<String> files = lines(scenario, "startAt");
    assertEquals(
        "  - {hosts: [\"s1\"], size: 15000000 B, chunk: 10000000 B, replication: 2, startAt: 0.000,"
            + " startWithin: 0, user: \"ann\", client: \"c-s1\", path: \"/b0\"}",
        files.get(0));
    assertTrue(files.get(3).contains("startAt: 17.500,"), files.get(3));
    assertEquals(4, lines(scenario, "bit/s, down").size());
  }

  @Test
  void of_oneMoreRackAndWiderLinks_changesTheNetworkAlone() throws Exception {
    Recording recording = recording(Traces.twoBursts());
    ScenarioText as = ScenarioText.of(recording, topology(Traces.TOPOLOGY), WhatIf.NOTHING);
    ScenarioText changed =
        ScenarioText.of(recording, topology(Traces.TOPOLOGY), new WhatIf(1, 2, 3));
    assertEquals(lines(as, "startAt"), lines(changed, "startAt"));
    assertEquals(8, lines(changed, "up: 240000000.000 bit/s").size());
    assertEquals(
        List.of("    - {between: [\"new-rack-1\", \"tor\"], capacity: 960000000.000 bit/s}"),
        lines(changed, "between"));
  }

  @Test
  void of_linksBetweenSwitches_carrySoManyTimesAsMuch() throws Exception {
    String yaml =
        """
        version: 1
        streamRate: 10 MB/s
        switches: [{name: t1}, {name: t2}]
        links: [{between: [t1, t2], capacity: 20 MB/s}]
        servers:
          - {hosts: "s[1-3]", switch: t1, up: 10 MB/s, down: 10 MB/s}
          - {hosts: "s4", switch: t2, up: 10 MB/s, down: 10 MB/s}
        """;
    ScenarioText changed =
        ScenarioText.of(recording(Traces.twoBursts()), topology(yaml), new WhatIf(1, 2, 1));
    assertEquals(
        List.of(
            "    - {between: [\"t1\", \"t2\"], capacity: 320000000.000 bit/s}",
            "    - {between: [\"new-rack-1\", \"t2\"], capacity: 320000000.000 bit/s}"),
        lines(changed, "between"));
    assertEquals(7, lines(changed, "bit/s, down").size());
  }

  @Test
  void of_noTopologyFile_takesWhatServersWereSeenToCarry() throws Exception {
    ScenarioText scenario =
        ScenarioText.of(recording(Traces.twoBursts()), Optional.empty(), WhatIf.NOTHING);
    // Three chunks at a time of 2 MB/s each end on s4.
    assertEquals(4, lines(scenario, "up: 48000000.000 bit/s").size());
    assertTrue(
        scenario
            .notes()
            .get(0)
            .startsWith("No topology file: one switch for all is taken, and 6.0"),
        scenario.notes().toString());
    // Nobody has put a replica on s1, so nobody knows that it is a datanode.
    assertEquals(List.of("clients: [\"s1\"]"), lines(scenario, "clients"));
  }

  @Test
  void of_numbersOfStreams_takesAStreamToBeAQuickChunk() throws Exception {
    String yaml =
        """
        version: 1
        switches: [{name: tor}]
        servers: [{hosts: "s[1-4]", switch: tor, up: 2, down: 3}]
        """;
    ScenarioText scenario =
        ScenarioText.of(recording(Traces.twoBursts()), topology(yaml), WhatIf.NOTHING);
    assertEquals(
        List.of(
            "net.yaml has numbers of streams; a stream is taken to be 2.0 MB/s, as quick chunks"
                + " were."),
        scenario.notes());
    assertEquals(4, lines(scenario, "up: 32000000.000 bit/s, down: 48000000.000 bit/s").size());
  }

  @Test
  void of_writerThatIsNoServer_isAClientOfTheNetwork() throws Exception {
    List<String> lines = new ArrayList<>(Traces.twoBursts());
    lines.addAll(Traces.shadow("/c", "edge7", 0, 0, 1000, false));
    ScenarioText scenario =
        ScenarioText.of(recording(lines), topology(Traces.TOPOLOGY), WhatIf.NOTHING);
    assertEquals(List.of("clients: [\"edge7\"]"), lines(scenario, "clients: "));
    assertEquals(
        List.of(
            "1 host that writes is no server of the network (edge7). It is taken to be at"
                + " switch tor, with a link like the fastest server's."),
        scenario.notes());
  }

  @Test
  void of_fileThatIsSlowThoughItsLinksHaveRoom_keepsItsRate() throws Exception {
    ScenarioText scenario =
        ScenarioText.of(
            recording(Traces.shadow("/slow", "s1", 0, 0, 10_000, false)),
            topology(Traces.TOPOLOGY),
            WhatIf.NOTHING);
    assertEquals(1, lines(scenario, "rate: 1000000 B/s").size());
    assertEquals(
        List.of("1 file was written slowly though links had room: the writers keep that rate."),
        scenario.notes());
  }

  /** The line of delays, of chunks that are written one after the other. */
  private List<String> delays(int chunks, long millis) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      lines.addAll(Traces.shadow("/alone" + i, "s1", 0, i * 3000L, i * 3000L + millis, false));
    }
    ScenarioText scenario =
        ScenarioText.of(recording(lines), topology(Traces.TOPOLOGY), WhatIf.NOTHING);
    return lines(scenario, "delays");
  }

  /** Over two hops of 10 MB/s, 10 MB and a packet need 1.092 s. */
  @Test
  void of_chunksThatAreAlone_delaysAreWhatTheyTakeBesidesTheirBytes() throws Exception {
    assertEquals(
        List.of("delays: {setUp: 0.0236, report: 0.0118, request: 0.0044}"), delays(4, 1132));
    assertEquals(
        List.of("delays: {setUp: 0.0000, report: 0.0000, request: 0.0000}"), delays(4, 1050));
    assertEquals(List.of(), delays(3, 1132));
  }

  /** So much longer is not set-up: links carry less than is stated. */
  @Test
  void of_chunksThatTakeMuchLonger_delaysAreThoseOfTheModel() throws Exception {
    assertEquals(
        List.of("delays: {setUp: 0.0800, report: 0.0400, request: 0.0150}"), delays(4, 2000));
  }

  @Test
  void of_hostileNames_areOneQuotedLine() throws Exception {
    String path = "/a\\\"]}\\n- {x/\\u0007{job}b";
    ScenarioText scenario =
        ScenarioText.of(
            recording(Traces.shadow(path, "s1", 0, 0, 1000, false)),
            topology(Traces.TOPOLOGY),
            WhatIf.NOTHING);
    assertEquals(1, lines(scenario, "startAt").size());
    assertEquals(List.of(), lines(scenario, "- {x"));
  }

  @Test
  void of_auditLogWithoutTopology_asksForIt() throws Exception {
    Recording recording =
        recording(
            List.of(
                "2026-11-26 10:00:03,123 INFO FSNamesystem.audit: allowed=true ugi=ann ip=/10.0.0.7"
                    + " cmd=create src=/a dst=null perm=null proto=rpc"));
    TraceException thrown =
        assertThrows(
            TraceException.class,
            () -> ScenarioText.of(recording, Optional.empty(), WhatIf.NOTHING));
    assertEquals(
        ("'%s' does not say which datanodes there are.%nMaybe name the topology file with"
                + " --topology.")
            .formatted(recording.source()),
        thrown.getMessage());
  }
}
