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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A tiny experiment on real daemons, from the command line to the report. */
@Tag("alone") // It counts replicas as they come.
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
                "--datanodes=4", // HDFS passes over one of twice the mean load: 3 have to be left.
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
      // One of the 4 takes in at least 3 chunks of a quarter second; it may have saved up 0.2 s.
      assertTrue(round.get("comp").asDouble() > 0.5, round.toString());
    }
    assertTrue(Files.size(out.resolve("report.html")) > 500_000);
  }

  @Test
  void experiment_workload_isWrittenUnderBothPolicies(@TempDir Path out) throws IOException {
    Path workload =
        Files.writeString(
            out.resolve("burst.yaml"),
            """
            version: 1
            network:
              version: 1
              streamRate: 1 MB/s
              switches: [{name: tor}]
              servers: [{hosts: "dn[1-4]", switch: tor, up: 4 MB/s, down: 1 MB/s}]
            bursts: 2
            writers:
              - {count: 2, chunks: 2, chunk: 256 KiB, replication: 2, job: a, tellSize: true, user: ann}
              - {files: 3, byTurns: true, size: 100 KiB, chunk: 64 KiB, replication: 2, pause: 0.01}
              - {size: 100 KiB, rate: 200 KiB/s, replication: 1, arrivals: {times: 2, every: 1}}
            """);
    StringWriter stdout = new StringWriter();
    int exitCode =
        new CommandLine(new ExperimentCommand())
            .setOut(new PrintWriter(stdout))
            .execute(
                "--scenario=" + workload,
                "--rounds=1",
                "--warm-up=0",
                "--seed=5",
                "--out=" + out,
                "--json");
    JsonNode result = new ObjectMapper().readTree(stdout.toString());
    assertEquals(0, exitCode, stdout.toString());
    assertEquals("burst", result.get("scenario").asText());
    assertEquals("peace, burst 2", result.at("/compared/1/configuration").asText());
    assertEquals(2 * 2, result.get("rounds").size());
    for (JsonNode round : result.get("rounds")) {
      assertEquals(5, round.get("writers").size());
      // The slow one sends its five pieces in 0.4 s, and comes again a second later.
      assertTrue(round.at("/writers/4").asDouble() >= 0.4, round.toString());
      assertTrue(round.get("comp").asDouble() > 1.1, round.toString());
    }
    JsonNode trace =
        new ObjectMapper().readTree(Files.readAllLines(out.resolve("trace-peace.jsonl")).get(0));
    assertEquals("submitted", trace.get("event").asText());
  }
}
