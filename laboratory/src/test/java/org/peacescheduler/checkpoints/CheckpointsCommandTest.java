package org.peacescheduler.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.cli.ExitCodes;
import picocli.CommandLine;

class CheckpointsCommandTest {
  private static final List<ThreadFigures> FIGURES =
      List.of(
          new ThreadFigures(
              4,
              List.of(
                  new ThreadFigures.Round(100, 200, 210),
                  new ThreadFigures.Round(120, 250, 250),
                  new ThreadFigures.Round(110, 240, 252))));

  @Test
  void table_rounds_showsMedians() {
    assertEquals(
        """
        threads  write MB/s  read MB/s  plain MB/s  read/plain
              4       110.0      240.0       250.0        1.05
        """,
        CheckpointsCommand.table(FIGURES).replace(System.lineSeparator(), "\n"));
  }

  @Test
  void json_rounds_showsMedians() {
    assertEquals(
        "{\"threads\":[{\"threads\":4,\"write\":110.0,\"read\":240.0,\"plain\":250.0,\"ratio\":1.05}]}",
        CheckpointsCommand.json(FIGURES).replaceAll("\\s", ""));
  }

  @Test
  void call_wrongNumbers_tellsAll() {
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(new CheckpointsCommand())
            .setErr(new PrintWriter(err))
            .execute("--threads", "0,1", "--replication", "9", "--rounds", "0");

    assertEquals(ExitCodes.WRONG_USE, exit);
    assertEquals(
        """
        --threads [0, 1]: each is 1 or more.
        --replication, --datanodes and --rounds are 1 or more, --warm-up 0 or more.
        --replication 9 needs as many datanodes. Maybe --datanodes 9.
        """,
        err.toString().replace(System.lineSeparator(), "\n"));
  }
}
