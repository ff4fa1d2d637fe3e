package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {
  private static final String NETWORK =
      """
      version: 1
      network:
        version: 1
        streamRate: 10 MB/s
        switches: [{name: tor}]
        servers: [{hosts: "s[1-4]", switch: tor, up: 10 MB/s, down: 10 MB/s}]
      """;

  private static void assertProblems(String expected, String yaml) {
    ScenarioException thrown =
        assertThrows(ScenarioException.class, () -> ScenarioReader.parse(yaml, "burst.yaml"));
    assertEquals(expected.strip(), thrown.getMessage());
  }

  @Test
  void parse_everyKey_isRead() {
    Scenario scenario =
        Scenarios.scenario(
            NETWORK
                + """
                told: {scaled: 0.5}
                slow: {hosts: ["s[2-3]"], factor: 0.4}
                othersOnLinks: 0.33
                loss: 0.1
                delays: {setUp: 0.01, request: 0.002}
                bursts: 2
                betweenBursts: 300
                deferralMax: 30
                writers:
                - count: 3
                  hosts: "s[1-2]"
                  files: 4
                  byTurns: true
                  turn: 128 KiB
                  chunks: [1, 2]
                  chunk: 1 MB
                  rate: 5 MB/s
                  writerRate: 16 Mbit/s
                  ownDisk: true
                  replication: 2
                  startAt: 5
                  startWithin: 1.5
                  pause: 0.1
                  job: a
                  tellJob: false
                  tellSize: true
                  client: c1
                  group: ckpt-7
                  tellBytes: 2 MB
                  user: ann
                  path: /checkpoint/{job}/{n}
                  arrivals: {times: 3, every: 20, jitter: 0.5}
                - {log: true, flushed: true}
                - sizes: {lognormal: {median: 3 MB, sigma: 0.5}}
                  arrivals: {times: 2, every: 10, poisson: true}
                - arrivals: {times: 4, every: 60, jitter: 0.1, depth: 2, delay: 0.5}
                - arrivals: {times: 4, every: 60, ownPhase: true}
                - arrivals: {times: 4, every: 60, messages: 2}
                """);

    assertEquals(new Told.Scaled(0.5), scenario.told());
    assertEquals(
        new Scenario.Reality(
            Set.of("s2", "s3"), 0.4, 0.33, 0.1, new Scenario.Delays(0.01, 0.04, 0.002)),
        scenario.reality());
    assertEquals(2, scenario.bursts());
    assertEquals(300, scenario.betweenBursts());
    assertEquals(Duration.ofSeconds(30), scenario.deferralMax());
    assertEquals(
        new WriterGroup(
            3,
            List.of("s1", "s2"),
            4,
            true,
            128 * 1024,
            new FileSizes.Listed(List.of(1e6, 2e6)),
            1e6,
            OptionalDouble.of(5e6),
            OptionalDouble.of(2e6),
            false,
            false,
            true,
            2,
            5,
            1.5,
            0.1,
            Optional.of("a"),
            false,
            true,
            new WriterGroup.Says(Optional.of("c1"), Optional.of("ckpt-7"), OptionalDouble.of(2e6)),
            Optional.of("ann"),
            Optional.of("/checkpoint/{job}/{n}"),
            Arrivals.together(3, 20, 0.5, false)),
        scenario.writers().get(0));
    assertEquals(
        new WriterGroup(
            1,
            List.of(),
            1,
            false,
            256 * 1024,
            new FileSizes.Listed(List.of(1024.0 * 1024)),
            1024 * 1024,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            true,
            true,
            false,
            3,
            0,
            0.3,
            0,
            Optional.empty(),
            true,
            false,
            WriterGroup.Says.NOTHING,
            Optional.empty(),
            Optional.empty(),
            Arrivals.ONCE),
        scenario.writers().get(1));
    assertEquals(new FileSizes.LogNormal(3e6, 0.5), scenario.writers().get(2).sizes());
    assertEquals(Arrivals.together(2, 10, 0, true), scenario.writers().get(2).arrivals());
    assertEquals(
        new Arrivals(4, 60, 0.1, false, 1, false, OptionalDouble.empty()),
        scenario.writers().get(3).arrivals());
    assertEquals(
        new Arrivals(4, 60, 0, false, 0, true, OptionalDouble.empty()),
        scenario.writers().get(4).arrivals());
    assertEquals(
        new Arrivals(4, 60, 0, false, 0, true, OptionalDouble.of(2)),
        scenario.writers().get(5).arrivals());
  }

  @Test
  void parse_wrongEverywhere_everyProblemIsToldAtOnce() {
    assertProblems(
        """
        PEACE-SIM-073 burst.yaml:7 told: the text 'all' is nothing that Peace could be told.
        Maybe write same, nothing, {scaled: 2} or {numbers: {server: 2, links: 3}}.
        PEACE-SIM-074 burst.yaml:8 slow.hosts: host 's9' is not in the network.
        Maybe use 's1'.
        PEACE-SIM-071 burst.yaml:8 slow.factor: the number 4 is not between 0.01 and 1.
        Maybe write 0.4.
        PEACE-SIM-009 burst.yaml:9 loss: a number is expected, found the text 'much'.
        Maybe write 0.05.
        PEACE-SIM-071 burst.yaml:11 writers[0].count: the number 0 is not between 1 and 10000.
        Maybe write 1.
        PEACE-SIM-072 burst.yaml:11 writers[0].chunk: the text '1 MiBit' is not a size.
        Maybe write it like '1 MiB', '512 KiB' or '128 MB'.
        PEACE-SIM-016 burst.yaml:12 writers[1].rate: '5 MBs' is not a bandwidth.
        Maybe write it like '1 Gbit/s', '15.625 Mbit/s', '125 MB/s' or '60 MiB/s'.
        PEACE-SIM-011 burst.yaml:12 writers[1].chunkz: key 'chunkz' is not known.
        Maybe use 'chunks'; known here are 'count', 'hosts', 'files', 'byTurns', 'turn', 'chunks', \
        'size', 'sizes', 'chunk', 'rate', 'writerRate', 'log', 'flushed', 'ownDisk', 'replication', \
        'startAt', 'startWithin', 'pause', 'job', 'tellJob', 'tellSize', 'client', 'group', 'tellBytes', 'user', 'path', 'arrivals'.
        PEACE-SIM-076 burst.yaml:13 writers[2]: a log is not written by turns.
        Maybe make two groups of it.
        PEACE-SIM-076 burst.yaml:14 writers[3]: 'chunks' and 'size' both say how large a file is.
        Maybe remove one of the two.
        PEACE-SIM-077 burst.yaml:15 writers[4].replication: 4 replicas do not fit on the 3 servers \
        that may have one.
        Maybe write fewer, or 'ownDisk: true' where the writer's own server may have one.
        PEACE-SIM-076 burst.yaml:16 writers[5].arrivals.jitter: with 'poisson' there is no time that \
        a writer could be late for.
        Maybe remove 'jitter' or 'poisson'.
        PEACE-SIM-072 burst.yaml:17 writers[6].sizes.lognormal.median: the number 8 is not a size.
        Maybe write it like '1 MiB', '512 KiB' or '128 MB'.
        PEACE-SIM-076 burst.yaml:18 writers[7].arrivals.messages: with 'poisson' there is no time \
        that a writer could be forced before.
        Maybe remove 'messages' or 'poisson'.
        PEACE-SIM-010 burst.yaml:19 writers[8].arrivals: required key 'delay' is missing.
        Maybe add 'delay: 0.5'.
        PEACE-SIM-076 burst.yaml:19 writers[8].arrivals.depth: a writer with a phase of its own \
        waits for no barrier.
        Maybe remove 'depth' and 'delay', or 'ownPhase' and 'messages'.
        """,
        NETWORK
            + """
            told: all
            slow: {hosts: s9, factor: 4}
            loss: much
            writers:
            - {count: 0, chunk: 1 MiBit}
            - {rate: 5 MBs, chunkz: 2}
            - {log: true, byTurns: true}
            - {chunks: 2, size: 3 MB}
            - {replication: 4}
            - {arrivals: {times: 2, every: 3, jitter: 0.1, poisson: true}}
            - {sizes: {lognormal: {median: 8, sigma: 1}}}
            - {arrivals: {times: 2, every: 3, messages: 1, poisson: true}}
            - {arrivals: {times: 2, every: 3, depth: 1, ownPhase: true}}
            """);
  }

  @Test
  void parse_networkIsWrong_toldWithItsPlaceInTheScenario() {
    assertProblems(
        """
        PEACE-SIM-003 burst.yaml:6 network.servers[0].switch: switch 'tor9' is not declared.
        Maybe add it under 'switches', or use 'tor'.
        """,
        NETWORK.replace("switch: tor,", "switch: tor9,") + "writers: [{}]");
  }

  @Test
  void parse_numbersInsteadOfBandwidths_areRefused() {
    assertProblems(
        """
        PEACE-SIM-075 burst.yaml:3 network: in a scenario all capacities are bandwidths, but the link of \
        's1' is a number.
        Maybe write it like '1 Gbit/s'; what Peace is told is set by 'told'.
        """,
        NETWORK.replace("up: 10 MB/s", "up: 2") + "writers: [{}]");
    assertProblems(
        """
        PEACE-SIM-075 burst.yaml:3 network: in a scenario all capacities are bandwidths, but the disk of \
        's1' is a number.
        Maybe write it like '1 Gbit/s'; what Peace is told is set by 'told'.
        """,
        NETWORK.replace("up: 10 MB/s", "up: 10 MB/s, disk: 2") + "writers: [{}]");
  }

  @Test
  void parse_severalUnknownHosts_areAllTold() {
    assertProblems(
        """
        PEACE-SIM-074 burst.yaml:7 slow.hosts: host 's8' is not in the network.
        Maybe use 's1'.
        PEACE-SIM-074 burst.yaml:7 slow.hosts: host 's9' is not in the network.
        Maybe use 's1'.
        """,
        NETWORK + "slow: {hosts: [s8, s1, s9], factor: 0.5}\nwriters: [{}]");
  }

  @Test
  void parse_pathThatIsNoFolder_saysWhatItCanHave() {
    assertProblems(
        """
        PEACE-SIM-080 burst.yaml:7 writers[0].path: '/a/{jobs}' is no folder.
        Maybe write it like '/checkpoint/{job}/{n}/{host}'; braces can have job, n, host, writer.
        """,
        NETWORK + "writers: [{path: \"/a/{jobs}\"}]");
  }

  @Test
  void parse_onlyLogs_isRefused() {
    assertProblems(
        """
        PEACE-SIM-078 burst.yaml:7 writers: there is no group of writers that ends.
        Maybe add '- {count: 16, files: 4, chunks: 2, chunk: 1 MiB}'.
        """,
        NETWORK + "writers: [{log: true}]");
  }

  @Test
  void parse_nothing_isRefused() {
    assertProblems(
        """
        PEACE-SIM-006 burst.yaml: the file holds no scenario.
        Maybe start from peace-simulator/scenarios/tuning/two-rack.yaml.
        """,
        "# nothing");
  }

  @Test
  void documentation_everyCode_hasOneRow() throws IOException {
    List<String> documented =
        Files.readAllLines(inCheckout("docs/simulator.md")).stream()
            .filter(line -> line.matches("\\| PEACE-SIM-0[78].*"))
            .map(line -> line.substring(2, line.indexOf(' ', 2)))
            .toList();
    assertEquals(
        Arrays.stream(ScenarioCode.values())
            .map(code -> "PEACE-SIM-%03d".formatted(code.number()))
            .toList(),
        documented);
  }

  /** A file of the checkout. */
  static Path inCheckout(String path) {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve(path))) {
      at = at.getParent();
    }
    return at.resolve(path);
  }
}
