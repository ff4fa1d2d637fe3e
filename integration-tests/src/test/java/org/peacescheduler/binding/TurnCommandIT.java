package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.net.NetUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.CommandRun;
import org.peacescheduler.cli.PeaceCommand;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turns;

/** {@code peace turn} and {@code peace requests} where there is room for one chunk at a time. */
@ExtendWith(IdleAfterEach.class)
class TurnCommandIT {
  private static final int LATER = 75;
  private static final int ENDED = 128 + 15;

  /** What a command writes in its turn; its host is a datanode's, so it goes to the two others. */
  private static final String REPLICATION = "2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static Path conf;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            settings ->
                settings.set(
                    "dfs.namenode.peace.rpc-address", "127.0.0.1:" + NetUtils.getFreeSocketPort()));
    conf = Files.createDirectory(directory.resolve("conf"));
    try (Writer out = Files.newBufferedWriter(conf.resolve("core-site.xml"))) {
      cluster.mini().getConfiguration(0).writeXml(out);
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static List<String> turn(String name, List<String> options, String... command) {
    List<String> all = new ArrayList<>(List.of("turn", "--conf", conf.toString()));
    all.addAll(List.of("--prefix", "/turns/" + name, "--bytes", "1KiB"));
    all.addAll(List.of("--replication", REPLICATION));
    all.addAll(options);
    all.add("--");
    all.addAll(List.of(command));
    return all;
  }

  private static CommandRun run(List<String> command) {
    return CommandRun.of(command.toArray(String[]::new));
  }

  private static CommandRun requests(String... options) {
    List<String> all = new ArrayList<>(List.of("requests", "--conf", conf.toString()));
    all.addAll(List.of(options));
    return run(all);
  }

  private static FSDataOutputStream full(String path) throws Exception {
    return cluster.holding(PeaceCluster.client("10.1.0.1", "/rack1"), path, 1000);
  }

  private static void assertNothingLeft() throws Exception {
    PeaceCluster.await(
        () -> cluster.peace().turns() == 0 && cluster.peace().status().waiting() == 0,
        5_000,
        () -> "no request is left: " + cluster.peace().turns());
  }

  private static String[] says(Path file, int exitCode) {
    return new String[] {
      "sh", "-c", "printf %s \"$PEACE_TURN\" > \"$0\"; exit " + exitCode, file.toString()
    };
  }

  @Test
  void turn_linksFullAndOrNot_is75AndTheCommandIsNotRun() throws Exception {
    Path said = directory.resolve("or-not");
    try (FSDataOutputStream holder = full("/or-not")) {
      for (String wait : List.of("0s", "300ms")) {
        CommandRun run = run(turn("or-not", List.of("--or-not", "--wait", wait), says(said, 0)));
        assertEquals(LATER, run.exitCode(), run.err());
        assertTrue(run.err().startsWith("peace turn: no turn "), run.err());
        assertFalse(Files.exists(said));
        assertNothingLeft();
      }
    }
  }

  @Test
  void turn_linksFull_commandIsRunAndSeesThatItHasNone() throws Exception {
    Path said = directory.resolve("none");
    try (FSDataOutputStream holder = full("/none")) {
      for (String wait : List.of("0s", "300ms")) {
        CommandRun run = run(turn("none", List.of("--wait", wait), says(said, 5)));
        assertEquals(5, run.exitCode(), run.err());
        assertEquals("NONE", Files.readString(said));
        assertNothingLeft();
      }
    }
  }

  @Test
  void turn_linksFree_commandIsRunInItsTurnEvenIfItDoesNotWait() throws Exception {
    Path said = directory.resolve("free");
    for (String wait : List.of("0s", "30s")) {
      CommandRun run = run(turn("free", List.of("--or-not", "--wait", wait), says(said, 7)));
      assertEquals(7, run.exitCode(), run.err());
      assertEquals("PROTOCOL", Files.readString(said));
      assertTrue(run.err().contains("(protocol)"), run.err());
      assertNothingLeft();
    }
  }

  /** A process that has loaded its classes, and runs a command when it is told to. */
  private static Process process(Path log, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(ClusterProcess.java("-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(CommandMain.class.getName());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    assertEquals('r', process.getInputStream().read(), () -> read(log));
    return process;
  }

  private static void begin(Process process) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** {@code peace}, so that nothing that is loaded takes its time while links are full. */
  static final class CommandMain {
    private CommandMain() {}

    public static void main(String[] args) throws IOException {
      PrintStream out = System.out;
      System.setOut(System.err); // Some of Hadoop's classes print.
      CommandRun.of("requests", args[1], args[2]);
      out.write('r');
      out.flush();
      if (System.in.read() >= 0) {
        PeaceCommand.main(args);
      }
    }
  }

  private static void assertEnded(Process process, Path log) throws Exception {
    process.destroy();
    assertTrue(process.waitFor(20, TimeUnit.SECONDS), () -> read(log));
    assertEquals(ENDED, process.exitValue(), () -> read(log));
    assertFalse(read(log).contains("failed"), () -> read(log));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void turn_endedWhileItWaits_nothingIsLeftAfter5s() throws Exception {
    Path log = directory.resolve("waits.log");
    Path said = directory.resolve("waits");
    Process process = process(log, turn("waits", List.of("--wait", "60s"), says(said, 0)));
    try (FSDataOutputStream holder = full("/waits")) {
      begin(process);
      cluster.awaitWaiting(1);
      assertEnded(process, log);
      assertNothingLeft();
      assertFalse(Files.exists(said));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void turn_endedWhileTheCommandRuns_commandIsEndedAndNothingIsLeftAfter5s() throws Exception {
    Path log = directory.resolve("runs.log");
    Path id = directory.resolve("runs");
    Process process =
        process(
            log,
            turn(
                "runs",
                List.of("--wait", "60s"),
                "sh",
                "-c",
                "echo $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep 60",
                id.toString()));
    try {
      begin(process);
      PeaceCluster.await(() -> Files.exists(id), () -> "the command runs: " + read(log));
      assertEquals(1, cluster.peace().turns());
      ProcessHandle command = ProcessHandle.of(Long.parseLong(read(id).trim())).orElseThrow();
      assertEnded(process, log);
      assertNothingLeft();
      PeaceCluster.await(() -> !command.isAlive(), 5_000, () -> "the command is ended");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void requests_oneWaits_isListedAndCancelled() throws Exception {
    try (FSDataOutputStream holder = full("/listed")) {
      PendingTurn pending =
          Turns.of(cluster.mini().getConfiguration(0))
              .ask(
                  Request.of(new org.apache.hadoop.fs.Path(cluster.mini().getURI(0) + "/listed-1"))
                      .bytes(1000)
                      .replication(Integer.parseInt(REPLICATION)));
      cluster.awaitWaiting(1);

      CommandRun json = requests("--json");
      assertEquals(0, json.exitCode(), json.err());
      JsonNode one = new ObjectMapper().readTree(json.out()).get("requests").get(0);
      assertEquals("QUEUED", one.get("state").asText());
      assertEquals("/listed-1", one.get("prefix").asText());
      assertEquals(1000, one.get("bytes").asInt());
      assertEquals(1, one.get("position").asInt());
      assertTrue(one.get("expected").asDouble() > 0, json.out());
      assertFalse(one.get("blockedBy").isEmpty(), json.out());

      String id = one.get("id").asText();
      CommandRun text = requests();
      assertTrue(text.out().contains(id) && text.out().contains("QUEUED"), text.out());

      CommandRun unknown = requests("--cancel", "none");
      assertEquals(1, unknown.exitCode());
      assertEquals(
          """
          There is no request 'none' of this user.
          Maybe it has ended, or is another user's: 'peace requests' lists yours.
          """,
          unknown.err());
      assertEquals(1, cluster.peace().turns());

      CommandRun cancel = requests("--cancel", id);
      assertEquals(0, cancel.exitCode(), cancel.err());
      assertFalse(pending.await(Duration.ofSeconds(30)).inTime());
      assertNothingLeft();
      assertEquals(0, new ObjectMapper().readTree(requests("--json").out()).get("requests").size());
    }
  }
}
