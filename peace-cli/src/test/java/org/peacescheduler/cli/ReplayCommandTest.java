package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.journal.Entry;
import org.peacescheduler.journal.JournalLine;
import org.peacescheduler.journal.Scribe;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.schedule.PlacementTemplate;

/** {@code peace replay} of a coordinator that has granted ten chunks. */
class ReplayCommandTest {
  private static final int CHUNKS = 10;

  @TempDir private Path folder;

  private List<String> lines;

  @BeforeEach
  void record() throws Exception {
    List<Entry> entries = new ArrayList<>();
    Scribe scribe = new Scribe(entries::add);
    NetworkModel model =
        NetworkModel.of(
            TopologyReader.parse(
                """
                version: 1
                switches: [{name: tor1}]
                defaults: {server: {up: 9, down: 9}}
                servers: [{hosts: "dn[1-9]", switch: tor1}]
                """,
                "test"));
    Coordinator coordinator =
        new Coordinator(
            model,
            new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, 7),
            Ends.TOLD,
            InstantSource.fixed(Instant.EPOCH),
            scribe,
            scribe);
    for (int i = 0; i < CHUNKS; i++) {
      ChunkRequest request =
          ChunkRequest.of("/file" + i, 1, PlacementTemplate.likeStock(false)).build();
      coordinator.submit(request, outcome -> {});
    }
    lines = new ArrayList<>();
    for (Entry entry : entries) {
      lines.add(JournalLine.text(entry));
    }
  }

  private String file(String name, List<String> part) throws IOException {
    return Files.write(folder.resolve(name), part).toString();
  }

  @Test
  void replay_sameDecisions_isFine() throws IOException {
    Cli cli =
        Cli.run(
            "replay",
            file("journal.1", lines.subList(0, 5)),
            file("journal", lines.subList(5, lines.size())));
    assertEquals(0, cli.exitCode(), cli.err());
    assertEquals("10 calls, 20 events: all as in the journal.", cli.out().trim());
  }

  @Test
  void replay_zippedFile_isReadToo() throws IOException {
    Path file = folder.resolve("journal.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(0, Cli.run("replay", file.toString()).exitCode());
  }

  @Test
  void replay_otherDecision_isShownAndFails() throws IOException {
    lines.set(0, lines.get(0).replace("\"seed\":7", "\"seed\":8"));
    Cli cli = Cli.run("replay", file("journal", lines));
    assertEquals(1, cli.exitCode());
    assertTrue(cli.out().contains("is decided otherwise"), cli.out());
    assertTrue(cli.out().contains("journal: Granted["), cli.out());
    assertTrue(cli.out().contains("replay:  Granted["), cli.out());
  }

  @Test
  void replay_linesMissing_isBadInput() throws IOException {
    lines.subList(3, 5).clear();
    Cli cli = Cli.run("replay", file("journal", lines));
    assertEquals(3, cli.exitCode());
    assertTrue(cli.err().contains("lines 3 to 4 are missing"), cli.err());
    assertTrue(cli.err().contains("Maybe name all files"), cli.err());
    assertEquals(3, Cli.run("replay", folder.resolve("nowhere").toString()).exitCode());
  }

  @Test
  void replay_noSuchFile_saysSo() {
    Path journal = folder.resolve("none.jsonl");
    assertEquals(
        new Cli(
            3,
            "",
            """
            There is no file '%s'.
            Maybe name the files of 'dfs.namenode.peace.journal.file', the oldest first.
            """
                .formatted(journal)),
        Cli.run("replay", journal.toString()));
  }
}
