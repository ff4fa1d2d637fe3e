package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.AccessControlException;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.LogManager;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

/** On a file system without turns; those with turns are in the integration tests. */
class TurnCommandTest {
  @TempDir Path directory;

  private Cli turn(String... command) {
    String[] all = new String[6 + command.length];
    String[] before = {"turn", "--prefix", directory.toUri().toString(), "--bytes", "1MiB", "--"};
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(command, 0, all, before.length, command.length);
    return Cli.run(all);
  }

  @Test
  void turn_commandEnds_exitCodeIsTheCommands() {
    Cli cli = turn("sh", "-c", "exit 7");
    assertEquals(7, cli.exitCode());
    assertTrue(cli.err().contains("peace turn: after 0.0 s (at-once)"), cli.err());
    assertEquals("", cli.out());
  }

  @Test
  void turn_commandSeesHowItGotItsTurn_inItsEnvironment() {
    assertEquals(0, turn("sh", "-c", "test \"$PEACE_TURN\" = AT_ONCE").exitCode());
  }

  @Test
  void turn_noSuchCommand_says127() {
    Cli cli = turn("no-such-command-there-is");
    assertEquals(TurnCommand.NOT_FOUND, cli.exitCode());
    assertTrue(cli.err().contains("no-such-command-there-is"), cli.err());
  }

  @Test
  void turn_fileSystemNotKnown_saysSo() {
    Cli cli = Cli.run("turn", "--prefix", "nofs://x/y", "--bytes", "1MiB", "--", "true");
    assertEquals(ExitCodes.FAILED, cli.exitCode());
    assertEquals(
        """
        No turn can be asked for below nofs://x/y: No FileSystem for scheme "nofs"
        Maybe name one in HDFS, such as hdfs://nn1:8020/backup.
        """,
        cli.err());
  }

  @Test
  void turn_notInTimeByTheFirstBlock_isOneSentenceAndHdfsLogsNothing() throws Exception {
    Files.writeString(
        directory.resolve("core-site.xml"),
        """
        <configuration>
          <property><name>fs.hdfs.impl</name><value>%s</value></property>
          <property><name>fs.hdfs.impl.disable.cache</name><value>true</value></property>
        </configuration>
        """
            .formatted(WaitingFileSystem.class.getName()));
    List<String> logged = Collections.synchronizedList(new ArrayList<>());
    AppenderSkeleton appender = keeping(logged);
    LogManager.getRootLogger().addAppender(appender);
    try {
      assertEquals(
          new Cli(
              TurnCommand.LATER, "", "no turn within N s, so the command is not run (--or-not)"),
          waiting("1ms", "--or-not"));
      assertEquals(
          new Cli(7, "", "no turn within N s, so the command runs without a turn"), waiting("1ms"));
      assertEquals(
          new Cli(7, "", "no turn now, so the command runs without a turn"), waiting("0s"));
      assertTrue(WaitingFileSystem.LOGGED.await(20, TimeUnit.SECONDS), "three waits have ended");
      assertEquals(List.of(), logged);
    } finally {
      LogManager.getRootLogger().removeAppender(appender);
    }
  }

  /** On an HDFS that places no block; without the command's name and seconds in what it says. */
  private Cli waiting(String wait, String... options) {
    List<String> all = new ArrayList<>(List.of("turn", "--conf", directory.toString()));
    all.addAll(List.of("--prefix", "hdfs://waiting" + directory.resolve("x"), "--bytes", "1MiB"));
    all.addAll(List.of("--wait", wait));
    all.addAll(List.of(options));
    all.addAll(List.of("--", "sh", "-c", "exit 7"));
    Cli cli = Cli.run(all.toArray(String[]::new));
    String said =
        cli.err().strip().replaceFirst("^peace turn: ", "").replaceFirst("[0-9.]+ s,", "N s,");
    return new Cli(cli.exitCode(), cli.out(), said);
  }

  /** Keeps which class of HDFS's client has logged. */
  private static AppenderSkeleton keeping(List<String> logged) {
    return new AppenderSkeleton() {
      @Override
      protected void append(LoggingEvent event) {
        if (event.getLoggerName().startsWith("org.apache.hadoop.hdfs.")) {
          logged.add(event.getLoggerName());
        }
      }

      @Override
      public boolean requiresLayout() {
        return false;
      }

      @Override
      public void close() {
        // It holds nothing.
      }
    };
  }

  @Test
  void notAsked_traceOfTheNameNodeInTheMessage_isOneLine() {
    AccessControlException denied =
        new AccessControlException(
            """
            org.apache.hadoop.security.AccessControlException: Permission denied: user=ann, access=WRITE
            \tat org.peacescheduler.Some.thing(Some.java:1)
            \tat org.peacescheduler.Some.more(Some.java:2)
            """);
    CommandFailure failure = TurnCommand.notAsked("/quickstart/x", denied);
    assertEquals(
        """
        No turn can be asked for below /quickstart/x: Permission denied: user=ann, access=WRITE
        Maybe this user cannot write there.""",
        failure.getMessage());
    assertEquals(denied, failure.getCause(), "PEACE_DEBUG=1 shows the whole");
  }

  @Test
  void notAsked_nameNodeIsDown_saysWhatNamesIt() {
    String unreachable =
        "Maybe the NameNode is down, or has another host or port: fs.defaultFS in the cluster's"
            + " core-site.xml names them.";
    assertEquals(
        "No turn can be asked for below /job/u: Connection refused\n" + unreachable,
        TurnCommand.notAsked("/job/u", new ConnectException("Connection refused")).getMessage());
    IOException timeout =
        new IOException(
            "No turn by the first block of /job/u/f: …", new SocketTimeoutException("60 s passed"));
    assertEquals(
        "No turn can be asked for below /job/u: 60 s passed\n" + unreachable,
        TurnCommand.notAsked("/job/u", timeout).getMessage());
    assertEquals(
        "No turn can be asked for below hdfs://nosuch/u: the host 'nosuch' is unknown\n"
            + unreachable,
        TurnCommand.notAsked(
                "hdfs://nosuch/u", new IllegalArgumentException(new UnknownHostException("nosuch")))
            .getMessage());
  }

  @Test
  void notAsked_anotherError_sendsToTheLog() {
    assertEquals(
        "No turn can be asked for below /u: The quota of /u is full.\n"
            + "Maybe the NameNode's log says more.",
        TurnCommand.notAsked("/u", new IOException("The quota of /u is full.\n\tat x"))
            .getMessage());
  }

  @Test
  void notAsked_nameNodeIsInSafeMode_saysToWait() {
    assertEquals(
        "No turn can be asked for below /u: Cannot create file/u. Name node is in safe mode.\n"
            + "Maybe wait until 'hdfs dfsadmin -safemode wait' returns; '-safemode get' says"
            + " whether the NameNode is still in it.",
        TurnCommand.notAsked(
                "/u", new IOException("Cannot create file/u. Name node is in safe mode.\n\tat x"))
            .getMessage());
  }

  @Test
  void turn_configurationMissing_isBadInput() {
    Cli cli =
        Cli.run(
            "turn", "--prefix", "/x", "--bytes", "1", "--conf", directory.toString(), "--", "true");
    assertEquals(ExitCodes.BAD_INPUT, cli.exitCode());
    assertTrue(cli.err().contains("has no core-site.xml that can be read."), cli.err());
  }

  @Test
  void turn_valuesThatCannotBe_areWrongUse() {
    assertWrongUse(
        "--prefix 'a:b:c' is no path.\nMaybe /backup, or hdfs://nn1:8020/backup.\n",
        "--prefix=a:b:c");
    assertWrongUse(
        "--prefix '' is no path.\nMaybe /backup, or hdfs://nn1:8020/backup.\n", "--prefix=");
    assertWrongUse("--files is 0; it has to be at least 1.\n", "--prefix=/x", "--files=0");
    assertWrongUse(
        "--replication is -1; it has to be at least 0.\n", "--prefix=/x", "--replication=-1");
  }

  private static void assertWrongUse(String said, String... options) {
    List<String> all = new ArrayList<>(List.of("turn", "--bytes", "1"));
    all.addAll(List.of(options));
    all.addAll(List.of("--", "true"));
    assertEquals(new Cli(2, "", said), Cli.run(all.toArray(String[]::new)));
  }

  @Test
  void turn_noCommand_isWrongUse() {
    assertEquals(ExitCodes.WRONG_USE, Cli.run("turn", "--prefix", "/x", "--bytes", "1").exitCode());
  }

  @Test
  void time_withUnit_isRead() {
    TurnCommand.TimeConverter converter = new TurnCommand.TimeConverter();
    assertEquals(Duration.ofMillis(500), converter.convert("500ms"));
    assertEquals(Duration.ofSeconds(60), converter.convert("60s"));
    assertEquals(Duration.ofMinutes(5), converter.convert(" 5M "));
    assertEquals(Duration.ofHours(1), converter.convert("1h"));
    TypeConversionException e =
        assertThrows(TypeConversionException.class, () -> converter.convert("60"));
    assertEquals("'60' is no time. Maybe 500ms, 60s, 5m or 1h.", e.getMessage());
  }

  @Test
  void requests_noProtocolThere_saysTheKey() {
    Cli cli = Cli.run("requests", "--fs", "file:///");
    assertEquals(ExitCodes.FAILED, cli.exitCode());
    assertEquals(
        "dfs.namenode.peace.rpc-address is not set for file:///, so its NameNode takes no requests"
            + " for turns. Maybe set it there and here.\n",
        cli.err());
  }
}
