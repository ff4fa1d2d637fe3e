package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
  /** Set-up and report of a chunk, and the half of it that is drawn. */
  private static final double SET_UP = 0.12;

  private static final double DRAWN = 0.05;

  private static Figures stock(String keys, String... groups) throws SimulationException {
    return Scenarios.stock(Scenarios.threeServers(keys, groups), 1).get(0);
  }

  @Test
  void run_delaysOfTheFile_areWhatAChunkTakesBesideItsBytes() throws SimulationException {
    Scenario scenario =
        Scenarios.threeServers(
            "delays: {setUp: 0, report: 1, request: 2}\n",
            "{hosts: s1, chunk: 10 MB, chunks: 2, replication: 1}");

    assertEquals(2 * (10 + 1) + 2, Scenarios.stock(scenario, 1).get(0).response(), DRAWN);
  }

  /** What jobs take that are at once, if they say this of themselves. */
  private static double jobs(String says) throws Exception {
    String yaml = Files.readString(Path.of("scenarios", "tuning", "jobs-at-once-unnamed.yaml"));
    assertTrue(yaml.contains("tellJob: false"), yaml);
    return Scenarios.peace(Scenarios.scenario(yaml.replace("tellJob: false", says)), 1)
        .get(0)
        .job();
  }

  @Test
  void run_pathThatAGlobKnowsOrThatTellsJobsApart_isAJobAndAnotherIsNot() throws Exception {
    double told = jobs("tellJob: true");
    double notTold = jobs("tellJob: false");

    assertEquals(told, jobs("path: \"/c/{job}/chk-{n}/{host}\""), 0.05 * told);
    assertEquals(told, jobs("path: \"/c/{job}/{n}/{host}\""), 0.05 * told);
    assertEquals(notTold, jobs("path: /tmp"), 0.05 * notTold);
    assertTrue(told < 0.8 * notTold, told + " " + notTold);
  }

  @Test
  void run_sameSeed_sameFigures() throws SimulationException {
    Scenario scenario =
        Scenarios.threeServers("", "{count: 6, files: 2, chunks: 2, ownDisk: true}");

    assertEquals(Scenarios.peace(scenario, 7), Scenarios.peace(scenario, 7));
    assertEquals(Scenarios.stock(scenario, 7), Scenarios.stock(scenario, 7));
    assertNotEquals(Scenarios.stock(scenario, 8), Scenarios.stock(scenario, 7));
  }

  @Test
  void run_oneChunk_takesItsBytesTime() throws SimulationException {
    Figures one = stock("", "{chunk: 10 MB, replication: 1}");

    assertEquals(10 + SET_UP, one.response(), DRAWN);
    assertEquals(1, one.slowdown(), 0.02);
  }

  @Test
  void run_slowSource_takesAsLongAsTheSource() throws SimulationException {
    Figures one = stock("", "{chunk: 10 MB, replication: 1, rate: 100 kB/s}");

    assertEquals(100 + SET_UP, one.response(), DRAWN);
    assertEquals(1, one.slowdown(), 0.02);
  }

  @Test
  void run_filesShareTheirWritersRate_takeAsLongAsAll() throws SimulationException {
    Figures two = stock("", "{files: 2, chunk: 10 MB, replication: 1, writerRate: 200 kB/s}");

    assertEquals(100 + SET_UP, two.response(), 0.5);
  }

  @Test
  void run_loss_isInSwitchesOnly() throws SimulationException {
    String one = "{hosts: s1, files: 2, chunk: 10 MB, replication: 1}";

    // Both files go out of one server: its own link is full, and no queue overflows.
    assertEquals(20 + SET_UP, stock("loss: 0.5\n", one).completion(), 0.3);
    // Two writers fill the third server's link: it carries three quarters.
    assertEquals(
        20 / 0.75 + SET_UP,
        Scenarios.stock(
                Scenarios.scenario(
                    """
                    version: 1
                    loss: 0.5
                    network:
                      version: 1
                      streamRate: 1085 kB/s
                      switches: [{name: tor1}, {name: tor2}]
                      links: [{between: [tor1, tor2], capacity: 10 MB/s}]
                      servers:
                      - {hosts: "a[1-2]", switch: tor1, up: 1085 kB/s, down: 10 MB/s}
                      - {hosts: b, switch: tor2, up: 1085 kB/s, down: 1085 kB/s}
                    writers: [{count: 2, hosts: "a[1-2]", chunk: 10 MB, replication: 2}]
                    """),
                1)
            .get(0)
            .completion(),
        0.3);
  }

  @Test
  void run_slowHost_writerTakesLonger() throws SimulationException {
    Figures one =
        stock(
            "slow: {hosts: [s1], factor: 0.5}\n",
            "{hosts: s1, chunk: 10 MB, replication: 1, startWithin: 0}");

    assertEquals(20 + SET_UP, one.response(), DRAWN);
  }

  @Test
  void run_smallFile_takesItsOwnBytesTime() throws SimulationException {
    Figures one = stock("", "{chunk: 10 MB, size: 1 MB, replication: 1}");

    assertEquals(1 + SET_UP, one.response(), DRAWN);
  }

  @Test
  void run_pauses_areBetweenChunks() throws SimulationException {
    Figures one = stock("", "{chunk: 1 MB, chunks: 3, replication: 1, pause: 10}");

    assertEquals(3 * (1 + SET_UP) + 2 * 10, one.response(), 3 * DRAWN);
  }

  @Test
  void run_log_holdsUpNobodyWithoutPeace() throws SimulationException {
    Figures one =
        stock("", "{log: true, replication: 1}", "{chunk: 10 MB, replication: 1, startAt: 5}");

    assertEquals(10 + SET_UP, one.response(), DRAWN);
  }

  @Test
  void run_namedJobs_meanOfTheirCompletions() throws SimulationException {
    Figures jobs =
        stock(
            "",
            "{hosts: s1, chunk: 1 MB, replication: 1, ownDisk: true, rate: 100 kB/s, job: a}",
            "{hosts: s2, chunk: 1 MB, replication: 1, ownDisk: true, rate: 50 kB/s, job: b}");

    assertEquals((10 + 20) / 2 + SET_UP, jobs.job(), DRAWN);
  }

  @Test
  void run_jobThatComesThreeTimes_eachTimeCounts() throws SimulationException {
    Figures jobs =
        stock(
            "",
            "{hosts: s1, chunk: 1 MB, replication: 1, ownDisk: true, rate: 1 MB/s, job: a,"
                + " arrivals: {times: 3, every: 10}}",
            "{hosts: s2, chunk: 1 MB, replication: 1, ownDisk: true, rate: 500 kB/s, job: a,"
                + " arrivals: {times: 3, every: 10}}");

    assertEquals(6, jobs.writers().size());
    assertEquals(3, jobs.jobs().size());
    assertEquals(2 + SET_UP, jobs.slowJob(), 0.3 + DRAWN);
    assertEquals(22 + SET_UP, jobs.completion(), 0.6 + DRAWN);
  }

  @Test
  void run_twoBursts_eachHasItsFigures() throws SimulationException {
    List<Figures> bursts =
        Scenarios.peace(Scenarios.threeServers("bursts: 2\n", "{ownDisk: true}"), 1);

    assertEquals(2, bursts.size());
    assertEquals(bursts.get(0).response(), bursts.get(1).response(), 2 * DRAWN);
  }

  @Test
  void run_burstsFiveMinutesApart_secondAvoidsTheSlowServersOfTheFirst() throws Exception {
    String yaml = Files.readString(Path.of("scenarios", "held-out", "two-hosts-at-a-tenth.yaml"));
    assertTrue(yaml.contains("bursts: 2\n"), yaml);
    Scenario apart =
        Scenarios.scenario(yaml.replace("bursts: 2\n", "bursts: 2\nbetweenBursts: 300\n"));

    double peace = Scenarios.peace(apart, 1).get(1).response();
    double stock = Scenarios.stock(apart, 1).get(1).response();

    assertTrue(peace < 0.25 * stock, peace + " " + stock);
  }

  @Test
  void run_longestDeferralRunsOut_isPlacedAsStockAndCounted() throws SimulationException {
    Figures burst =
        Scenarios.peace(
                Scenarios.threeServers(
                    "deferralMax: 2\n", "{count: 60, chunk: 10 MB, ownDisk: true}"),
                1)
            .get(0);

    assertTrue(burst.fallbacks() > 0, burst.toString());
    assertEquals(2.5, burst.longestWait(), 1);
  }

  @Test
  void run_byTurns_filesEndTogether() throws SimulationException {
    // By turns every file is as long under way as all of them; alone each would be done sooner.
    Figures turns =
        stock("", "{files: 4, byTurns: true, chunk: 1 MB, replication: 1, ownDisk: false}");

    assertEquals(4 + 4 * SET_UP, turns.response(), 4 * DRAWN);
  }

  @Test
  void run_whoComesLate_isWaitedFor() throws SimulationException {
    Figures late = stock("", "{chunk: 1 MB, replication: 1, arrivals: {times: 6, every: 3600}}");

    assertTrue(late.completion() > 5 * 3600, () -> "" + late.completion());
  }

  @Test
  void run_whoWaitsForEver_isNamed() {
    Scenario scenario = Scenarios.threeServers("", "{chunk: 100 MB, chunks: 200, replication: 1}");

    SimulationException thrown =
        assertThrows(SimulationException.class, () -> Scenarios.stock(scenario, 1));
    assertTrue(
        thrown.getMessage().startsWith("Not ended after 14400 s: 1 writer;"), thrown.getMessage());
  }
}
