package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
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
    assertTrue(cli.err().startsWith("No turn can be asked for below nofs://x/y: "), cli.err());
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
    assertTrue(
        cli.err().startsWith("dfs.namenode.peace.rpc-address is not set for file:///"), cli.err());
  }
}
