package org.peacescheduler.hdfs.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.hdfs.telemetry.LineFile;
import org.peacescheduler.hdfs.waiting.WaitingRoom;

class PeaceConfigTest {
  private static final long SEED_OF_THE_CLOCK = 42;

  private final Configuration conf = new Configuration(false);

  private PeaceConfig config() {
    return PeaceConfig.of(conf, () -> SEED_OF_THE_CLOCK);
  }

  /** What is said of one key with a wrong value. */
  private void assertProblem(String key, String value, String remedy) {
    conf.set(key, value);
    String message = assertThrows(IllegalArgumentException.class, this::config).getMessage();
    assertEquals(
        "1 problem in the configuration of Peace:\n%s = '%s'\nMaybe %s."
            .formatted(key, value, remedy),
        message);
  }

  @Test
  void of_noKeys_hasTheDefaults() {
    PeaceConfig config = config();
    assertEquals(PeaceConfig.Mode.ENFORCE, config.mode());
    assertEquals(Optional.empty(), config.topologyFile());
    assertEquals(Optional.empty(), config.traceFile());
    assertTrue(config.paths().matches("/any"));
    assertEquals(0, config.scheduler().completionFraction());
    assertEquals(Duration.ofSeconds(60), config.scheduler().deferralMax());
    assertEquals(SEED_OF_THE_CLOCK, config.scheduler().seed());
    assertEquals(new WaitingRoom.Limits(10_000, 5_000), config.waiting());
    assertTrue(config.preferLocal());
  }

  @Test
  void adopting_changedWhileItRuns_takesAllButWhatWaitsForARestart() {
    PeaceConfig before = config();
    conf.set(PeaceKeys.MODE, "shadow");
    conf.set(PeaceKeys.PATHS, "/only");
    conf.set(PeaceKeys.DEFERRAL_MAX, "30s");
    conf.set(PeaceKeys.SEED, "7");
    conf.set(PeaceKeys.WAITING_MAX, "7");

    PeaceConfig after = before.adopting(config());

    assertEquals(PeaceConfig.Mode.SHADOW, after.mode());
    assertFalse(after.paths().matches("/other"));
    assertEquals(Duration.ofSeconds(30), after.scheduler().deferralMax());
    assertEquals(new WaitingRoom.Limits(7, 3), after.waiting());
    assertEquals(before.scheduler().seed(), after.scheduler().seed());
    assertEquals(List.of(PeaceKeys.SEED), before.waitingForRestart(config()));
    assertFalse(before.schedulesLike(config()));
    assertEquals(List.of(), config().waitingForRestart(config()));
  }

  @ParameterizedTest
  @CsvSource({"enforce,ENFORCE", "shadow,SHADOW", "' off ',OFF"})
  void mode_known_isTaken(String text, PeaceConfig.Mode mode) {
    conf.set(PeaceKeys.MODE, text);
    assertEquals(mode, config().mode());
  }

  @Test
  void mode_unknown_isAProblem() {
    assertProblem(PeaceKeys.MODE, "Enforce", "use 'enforce', 'shadow' or 'off'");
  }

  @Test
  void topologyFile_readable_isTaken(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("t.yaml"));
    conf.set(PeaceKeys.TOPOLOGY_FILE, file.toString());
    assertEquals(Optional.of(file), config().topologyFile());
  }

  @Test
  void topologyFile_missing_isAProblem() {
    assertProblem(
        PeaceKeys.TOPOLOGY_FILE,
        "/nowhere/t.yaml",
        "create the file, or let the NameNode's user read it; 'peace topology check' checks it");
  }

  @Test
  void topologyFile_relativePath_isOneProblem() {
    assertProblem(PeaceKeys.TOPOLOGY_FILE, "conf/t.yaml", "give the whole path, starting with '/'");
  }

  @Test
  void paths_globs_areTaken() {
    conf.set(PeaceKeys.PATHS, "/a,/b/*");
    assertTrue(config().paths().matches("/b/1"));
    assertFalse(config().paths().matches("/c"));
  }

  @Test
  void paths_relativeGlob_isAProblem() {
    assertProblem(
        PeaceKeys.PATHS,
        "checkpoints",
        "write globs such as /checkpoints/**: 'checkpoints' does not start with '/'");
  }

  @Test
  void pathsExcluded_globs_areTakenOut() {
    conf.set(PeaceKeys.PATHS, "/a,/b/*");
    conf.set(PeaceKeys.PATHS_EXCLUDED, "/a/logs,/**/_tmp");
    assertTrue(config().paths().matches("/a/1"));
    assertFalse(config().paths().matches("/a/logs/1"));
    assertFalse(config().paths().matches("/b/1/_tmp/x"));
    conf.unset(PeaceKeys.PATHS);
    assertTrue(config().paths().matches("/c"));
    assertFalse(config().paths().matches("/c/_tmp"));
  }

  @Test
  void pathsExcluded_relativeGlob_isAProblem() {
    assertProblem(
        PeaceKeys.PATHS_EXCLUDED,
        "logs",
        "write globs such as /checkpoints/**: 'logs' does not start with '/'");
  }

  @Test
  void groups_globs_comeBeforeTheBuiltInOnes() {
    conf.set(PeaceKeys.GROUPS, "/a/{job}/**");
    assertEquals(Optional.of("/a/1"), config().groups().group("/a/1/chk-7/x"));
    assertEquals(Optional.of("/b/chk-7"), config().groups().group("/b/chk-7/x"));
  }

  @Test
  void groups_badGlob_isAProblem() {
    assertProblem(
        PeaceKeys.GROUPS,
        "ckpt/{job}",
        "write globs such as /checkpoints/{job}/chk-{n}/**: 'ckpt/{job}' does not start with '/',"
            + " '**' or a name in braces");
  }

  @Test
  void groups_changedWhileItRuns_areTaken() {
    PeaceConfig before = config();
    conf.set(PeaceKeys.GROUPS, "/a/{job}");
    assertEquals(Optional.of("/a/1"), before.adopting(config()).groups().group("/a/1"));
    assertEquals(List.of(), before.waitingForRestart(config()));
  }

  @Test
  void withoutEffect_keysOfOtherPolicies_areNamedWithTheirValues() {
    conf.set("dfs.namenode.upgrade.domain.factor", "3");
    conf.set(
        "dfs.namenode.available-space-block-placement-policy.balanced-space-preference-fraction",
        "0.6");
    conf.set("net.topology.impl", "org.apache.hadoop.net.NetworkTopologyWithNodeGroup");
    String lines = String.join("\n", PeaceConfig.withoutEffect(conf));
    assertEquals(
        """
        dfs.namenode.available-space-block-placement-policy.balanced-space-preference-fraction = \
        '0.6' has no effect with Peace, which knows neither upgrade domains nor available space. \
        Maybe remove it, or keep the placement policy that it is for.
        dfs.namenode.upgrade.domain.factor = '3' has no effect with Peace, which knows neither \
        upgrade domains nor available space. Maybe remove it, or keep the placement policy that \
        it is for.
        net.topology.impl = 'org.apache.hadoop.net.NetworkTopologyWithNodeGroup': Peace spreads \
        replicas over racks and datanodes, not over node groups. Maybe keep \
        BlockPlacementPolicyWithNodeGroup instead of Peace where that matters.\
        """,
        lines);
  }

  @Test
  void withoutEffect_hdfsDefaults_areNotTheOperators() {
    assertEquals(
        List.of(), PeaceConfig.withoutEffect(new org.apache.hadoop.hdfs.HdfsConfiguration()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.8", "1"})
  void completionFraction_share_isTaken(String text) {
    conf.set(PeaceKeys.COMPLETION_FRACTION, text);
    assertEquals(Double.parseDouble(text), config().scheduler().completionFraction());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.1", "1.01", "NaN", "80%"})
  void completionFraction_noShare_isAProblem(String text) {
    assertProblem(PeaceKeys.COMPLETION_FRACTION, text, "give a number from 0 to 1, such as 0.5");
  }

  @Test
  void order_notSet_isFairSojourn() {
    assertEquals(GroupOrder.FAIR_SOJOURN, config().scheduler().order());
  }

  @Test
  void order_ofEachName_isTaken() {
    for (GroupOrder order : GroupOrder.values()) {
      conf.set(PeaceKeys.ORDER, order.text());
      assertEquals(order, config().scheduler().order());
    }
  }

  @Test
  void order_other_isAProblem() {
    assertProblem(PeaceKeys.ORDER, "shortest", "use " + GroupOrder.names());
  }

  @Test
  void shares_notSet_areAlike() {
    assertEquals(Shares.EQUAL, config().scheduler().shares());
    assertEquals(Share.ofUser("ann"), config().shares().of("/a", Optional.of("ann")));
  }

  @Test
  void shares_ofUsersAndPaths_areTaken() {
    conf.set(PeaceKeys.SHARES, "/flink/**=4 guaranteed 0.3, etl = 0.5,\n/a=b/*.{x,y}=1");
    assertEquals(
        new Shares(
            Map.of(
                Share.ofPaths("/flink/**"), new Shares.Terms(4, 0.3),
                Share.ofUser("etl"), new Shares.Terms(0.5, 0),
                Share.ofPaths("/a=b/*.{x,y}"), new Shares.Terms(1, 0))),
        config().scheduler().shares());
  }

  @Test
  void shares_severalGlobsCoverAPath_itIsOfTheFirst() {
    conf.set(PeaceKeys.SHARES, "/flink/small=1,/flink=4,ann=2");
    NamedShares shares = config().shares();
    assertEquals(Share.ofPaths("/flink/small"), shares.of("/flink/small/1", Optional.of("ann")));
    assertEquals(Share.ofPaths("/flink"), shares.of("/flink/1", Optional.of("ann")));
    assertEquals(Share.ofUser("ann"), shares.of("/other", Optional.of("ann")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          flink            | 'flink' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART
          a=1 least 0.2    | 'a=1 least 0.2' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART
          a=1 guaranteed   | 'a=1 guaranteed' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART
          =2               | '=2' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART
          a=much           | 'a=much': 'much' is no number
          a=0              | 'a=0': weight 0.0 is not above 0
          a=NaN            | 'a=NaN': weight NaN is not above 0
          a=1 guaranteed 2 | 'a=1 guaranteed 2': guaranteed 2.0 is not from 0 to 1
          a=1,a=2          | 'a=2': 'a' is there twice
          flink/**=1       | 'flink/**=1': 'flink/**' is neither a user nor a path, which begins with '/'
          a=1 guaranteed 0.7,/b=1 guaranteed 0.4 | guaranteed parts add up to 1.100, and there is 1
          a=x,b            | 'a=x': 'x' is no number; 'b' is neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART
          """)
  void shares_otherForms_areAProblem(String text, String what) {
    assertProblem(
        PeaceKeys.SHARES,
        text,
        "write each user and path once, such as /flink/**=4 guaranteed 0.3, etl=2: " + what);
  }

  @Test
  void shares_badGlob_isAProblem() {
    conf.set(PeaceKeys.SHARES, "/a[=1");
    String message = assertThrows(IllegalArgumentException.class, this::config).getMessage();
    assertTrue(message.contains("'/a[=1': no ']' near index"), message);
  }

  @Test
  void shares_changedWhileItRuns_areTaken() {
    conf.set(PeaceKeys.SHARES, "/a=1,/b=1");
    PeaceConfig before = config();
    assertEquals(List.of(), before.waitingForRestart(config()));
    conf.set(PeaceKeys.SHARES, "/b=1,/a=1");
    conf.set(PeaceKeys.ORDER, "fcfs");
    assertEquals(List.of(), before.waitingForRestart(config()));
    assertEquals(GroupOrder.FIRST_COME, before.adopting(config()).scheduler().order());
    assertEquals(
        Share.ofPaths("/b"), before.adopting(config()).shares().of("/b/x", Optional.empty()));
    assertFalse(before.schedulesLike(config()));
    assertTrue(before.schedulesLike(before));
  }

  @ParameterizedTest
  @CsvSource({"90s,90000", "1m,60000", "7,7000", "250ms,250"})
  void deferralMax_duration_isTaken(String text, long millis) {
    conf.set(PeaceKeys.DEFERRAL_MAX, text);
    assertEquals(Duration.ofMillis(millis), config().scheduler().deferralMax());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1s", "soon"})
  void deferralMax_noDuration_isAProblem(String text) {
    assertProblem(PeaceKeys.DEFERRAL_MAX, text, "give a duration such as 60s");
  }

  @ParameterizedTest
  @CsvSource({"100,0.25,100,25", "1,0.5,1,1", "7,0,7,1", "7,1,7,7"})
  void waiting_numberAndShare_leaveEachUserOneAtLeast(
      String max, String share, int places, int placesOfUser) {
    conf.set(PeaceKeys.WAITING_MAX, max);
    conf.set(PeaceKeys.WAITING_USER_SHARE, share);
    assertEquals(new WaitingRoom.Limits(places, placesOfUser), config().waiting());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "many", "99999999999"})
  void waitingMax_noNumberOfChunks_isAProblem(String text) {
    assertProblem(
        PeaceKeys.WAITING_MAX, text, "give a whole number of chunks, 1 or more, such as 10000");
  }

  @Test
  void waitingUserShare_noShare_isAProblem() {
    assertProblem(PeaceKeys.WAITING_USER_SHARE, "50%", "give a number from 0 to 1, such as 0.5");
  }

  @Test
  void waitingUserShare_changedWhileItRuns_isTaken() {
    PeaceConfig before = config();
    conf.set(PeaceKeys.WAITING_USER_SHARE, "1");
    assertEquals(List.of(), before.waitingForRestart(config()));
    assertEquals(10_000, before.adopting(config()).waiting().placesOfUser());
  }

  @Test
  void holdHandlers_ofAnEarlierPeace_hasNoEffectAndIsNoUnknownKey() {
    conf.set(PeaceKeys.HOLD_HANDLERS, "0.5");
    assertEquals(
        List.of(
            "dfs.namenode.peace.hold.handlers = '0.5' has no effect any more: calls wait without a"
                + " handler. Maybe remove it."),
        PeaceConfig.withoutEffect(conf));
    assertEquals(List.of(), PeaceConfig.unknownKeys(conf));
  }

  @Test
  void seed_number_isTaken() {
    conf.set(PeaceKeys.SEED, " -7 ");
    assertEquals(-7, config().scheduler().seed());
  }

  @Test
  void seed_noNumber_isAProblem() {
    assertProblem(PeaceKeys.SEED, "0x7", "give a whole number, or remove the key");
  }

  @Test
  void traceFile_absolutePath_isTaken() {
    conf.set(PeaceKeys.TRACE_FILE, "/var/log/peace.jsonl");
    assertEquals(Optional.of(Path.of("/var/log/peace.jsonl")), config().traceFile());
  }

  @Test
  void journalFile_absolutePath_isTaken() {
    conf.set(PeaceKeys.JOURNAL_FILE, "/var/log/peace-journal");
    assertEquals(Optional.of(Path.of("/var/log/peace-journal")), config().journalFile());
  }

  @Test
  void journalFile_thatOfTheTrace_isAProblem() {
    conf.set(PeaceKeys.TRACE_FILE, "/var/log/peace");
    assertProblem(
        PeaceKeys.JOURNAL_FILE,
        "/var/log/peace",
        "use another file than that of 'dfs.namenode.peace.trace.file'");
  }

  @Test
  void lastGood_absolutePath_isTaken() {
    conf.set(PeaceKeys.TOPOLOGY_LAST_GOOD, "/var/lib/peace/last-good.yaml");
    assertEquals(
        Optional.of(Path.of("/var/lib/peace/last-good.yaml")), config().lastGoodTopology());
  }

  @Test
  void topologyFile_isGoneButACopyIsThere_isNoProblem(@TempDir Path folder) throws IOException {
    conf.set(PeaceKeys.TOPOLOGY_FILE, "/nowhere/topology.yaml");
    conf.set(
        PeaceKeys.TOPOLOGY_LAST_GOOD,
        Files.createFile(folder.resolve("last-good.yaml")).toString());
    assertEquals(Optional.of(Path.of("/nowhere/topology.yaml")), config().topologyFile());
  }

  @Test
  void traceFile_relativePath_isAProblem() {
    assertProblem(PeaceKeys.TRACE_FILE, "peace.jsonl", "give the whole path, starting with '/'");
  }

  @Test
  void traceLimits_sizeAndNumber_areTaken() {
    assertEquals(new LineFile.Limits(256L << 20, 4), config().traceLimits());
    conf.set(PeaceKeys.TRACE_MAX_SIZE, "1g");
    conf.set(PeaceKeys.TRACE_FILES_KEPT, "0");
    assertEquals(new LineFile.Limits(1L << 30, 0), config().traceLimits());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "4095", "big"})
  void traceMaxSize_noSize_isAProblem(String text) {
    assertProblem(PeaceKeys.TRACE_MAX_SIZE, text, "give a size such as 256m, 4k or more");
  }

  @Test
  void historyMaxSize_size_isTaken() {
    assertEquals(32L << 20, config().historyBytes());
    conf.set(PeaceKeys.HISTORY_MAX_SIZE, "0");
    assertEquals(0, config().historyBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "big"})
  void historyMaxSize_noSize_isAProblem(String text) {
    assertProblem(PeaceKeys.HISTORY_MAX_SIZE, text, "give a size such as 32m, or 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "101", "some"})
  void traceFilesKept_noNumber_isAProblem(String text) {
    assertProblem(PeaceKeys.TRACE_FILES_KEPT, text, "give a whole number from 0 to 100");
  }

  @Test
  void preferLocal_stockKey_isFollowed() {
    conf.setBoolean("dfs.namenode.block-placement-policy.default.prefer-local-node", false);
    assertFalse(config().preferLocal());
  }

  @Test
  void erasureCodingPolicy_setToPeace_isAProblem() {
    assertProblem(
        "dfs.block.placement.ec.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace",
        "Peace schedules replicated files; leave erasure-coded ones to the policy that HDFS has"
            + " for them, and remove this key");
  }

  @Test
  void of_manyWrongKeys_tellsAllAtOnce() {
    conf.set(PeaceKeys.MODE, "on");
    conf.set(PeaceKeys.TOPOLOGY_FILE, "topology.yaml");
    conf.set(PeaceKeys.PATHS, "x");
    conf.set(PeaceKeys.COMPLETION_FRACTION, "80");
    conf.set(PeaceKeys.WAITING_MAX, "all");
    conf.set(PeaceKeys.WAITING_USER_SHARE, "some");
    conf.set(PeaceKeys.DEFERRAL_MAX, "never");
    conf.set(PeaceKeys.ORDER, "lifo");
    conf.set(PeaceKeys.SHARES, "all");
    conf.set(PeaceKeys.SEED, "random");
    conf.set(PeaceKeys.TRACE_FILE, "trace");
    assertEquals(
        """
        11 problems in the configuration of Peace:
        dfs.namenode.peace.mode = 'on'
        Maybe use 'enforce', 'shadow' or 'off'.
        dfs.namenode.peace.topology.file = 'topology.yaml'
        Maybe give the whole path, starting with '/'.
        dfs.namenode.peace.paths = 'x'
        Maybe write globs such as /checkpoints/**: 'x' does not start with '/'.
        dfs.namenode.peace.completion-fraction = '80'
        Maybe give a number from 0 to 1, such as 0.5.
        dfs.namenode.peace.waiting.user-share = 'some'
        Maybe give a number from 0 to 1, such as 0.5.
        dfs.namenode.peace.waiting.max = 'all'
        Maybe give a whole number of chunks, 1 or more, such as 10000.
        dfs.namenode.peace.deferral.max = 'never'
        Maybe give a duration such as 60s.
        dfs.namenode.peace.order = 'lifo'
        Maybe use 'fcfs', 'fair-sojourn', 'smallest-bottleneck', 'attained', 'sincronia' or 'lbf'.
        dfs.namenode.peace.shares = 'all'
        Maybe write each user and path once, such as /flink/**=4 guaranteed 0.3, etl=2: 'all' is \
        neither NAME=WEIGHT nor NAME=WEIGHT guaranteed PART.
        dfs.namenode.peace.seed = 'random'
        Maybe give a whole number, or remove the key.
        dfs.namenode.peace.trace.file = 'trace'
        Maybe give the whole path, starting with '/'.\
        """,
        assertThrows(IllegalArgumentException.class, this::config).getMessage());
  }

  @Test
  void unknownKeys_misspeltOnes_areNamed() {
    conf.set(PeaceKeys.MODE, "off");
    conf.set("dfs.namenode.peace.path", "/a");
    conf.set("dfs.namenode.peace.deferral-max", "1s");
    conf.set("dfs.namenode.peaceful", "yes");
    assertEquals(
        List.of("dfs.namenode.peace.deferral-max", "dfs.namenode.peace.path"),
        PeaceConfig.unknownKeys(conf));
  }

  @Test
  void deferralMax_longerThanClientsWait_isAProblem() {
    conf.set(PeaceKeys.DEFERRAL_MAX, "110s");
    String message = assertThrows(IllegalArgumentException.class, this::config).getMessage();
    assertEquals(
        """
        1 problem in the configuration of Peace:
        dfs.namenode.peace.deferral.max = '110s'
        Maybe give 105000ms or less: clients wait 120000 ms for an answer (ipc.client.rpc-timeout.ms).\
        """,
        message);
    conf.setInt("ipc.client.rpc-timeout.ms", 15_000);
    assertProblem(
        "ipc.client.rpc-timeout.ms",
        "15000",
        "give 125000 or more: blocks wait 110s (dfs.namenode.peace.deferral.max), and an answer may"
            + " take 15000 ms besides");
    conf.setInt("ipc.client.rpc-timeout.ms", 0);
    assertEquals(Duration.ofSeconds(110), config().scheduler().deferralMax());
  }
}
