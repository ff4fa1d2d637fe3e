package org.peacescheduler.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.ExitCodes;
import picocli.CommandLine;

class FreezeCommandTest {
  @TempDir private Path directory;

  @Test
  void call_wrongOptions_areAllToldBeforeAnythingIsBuilt() throws IOException {
    Path topology = directory.resolve("t.yaml");
    Files.writeString(
        topology,
        """
        version: 1
        streamRate: 1 MB/s
        switches:
          - {name: tor1, rack: /rack1}
        servers:
          - {hosts: "svr1.[1-3]", switch: tor1, up: 1 MB/s, down: 1 MB/s}
        """);
    StringWriter err = new StringWriter();
    int exit =
        new CommandLine(new FreezeCommand())
            .setErr(new PrintWriter(err))
            .execute(
                "--topology",
                topology.toString(),
                "--chunks",
                "0",
                "--page",
                "3KiB",
                "--configurations",
                "stock,stock-random,stock");

    assertEquals(ExitCodes.WRONG_USE, exit);
    assertEquals(
        """
        'stock-random' is for './peace testbed': here all units submit together. Maybe 'stock'.
        --units, --chunks, --updates, --threads and --rounds have to be at least 1, and --warm-up at least 0.
        16 units need as many hosts, and the topology has 3. Maybe --units 3.
        --page 3 KiB: a chunk of 1 MiB is no whole number of pages. Maybe 8KiB.
        --configurations names one twice.
        """,
        err.toString().replace(System.lineSeparator(), "\n"));
  }
}
