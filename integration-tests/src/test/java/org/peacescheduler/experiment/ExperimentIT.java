package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A tiny experiment on real daemons, from the command line to the report. */
class ExperimentIT {
  @Test
  void experiment_twoWritersOnStock_writesEverythingAndReports(@TempDir Path out)
      throws IOException {
    StringWriter stdout = new StringWriter();
    int exitCode =
        new CommandLine(new ExperimentCommand())
            .setOut(new PrintWriter(stdout))
            .execute(
                "--writers=2",
                "--chunks=2",
                "--datanodes=3",
                "--chunk-size=256KiB",
                "--rate=1MiB",
                "--rounds=1",
                "--warm-up=0",
                "--policies=stock,stock",
                "--seed=5",
                "--out=" + out,
                "--json");
    JsonNode brief = new ObjectMapper().readTree(stdout.toString());
    JsonNode full = new ObjectMapper().readTree(out.resolve("experiment.json").toFile());
    assertEquals(0, exitCode, stdout.toString());
    assertEquals(2, brief.get("rounds").size());
    assertTrue(brief.at("/ratios/response").isNumber());
    for (JsonNode round : full.get("rounds")) {
      assertEquals(0, round.get("failed").asInt());
      assertEquals(2 * 2 * 3, round.get("replicas").size(), "every replica was seen");
      // Each of the 3 datanodes takes in 4 chunks of a quarter second; it may have saved up 0.2 s.
      assertTrue(round.get("comp").asDouble() > 0.75, round.toString());
    }
    assertTrue(Files.size(out.resolve("report.html")) > 500_000);
  }
}
