package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.CommandProvider;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.trace.Traces;
import picocli.CommandLine;

class SimulateCommandTest {
  private record Said(int exitCode, String out, String err) {}

  @TempDir Path folder;

  private static Said run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new SimulateCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    line.setExecutionExceptionHandler(
        (error, at, parsed) -> {
          err.write(error.getMessage());
          return -1;
        });
    return new Said(line.execute(arguments), out.toString(), err.toString());
  }

  private Path quick(String name, String writers) throws IOException {
    String yaml =
        """
        version: 1
        network:
          version: 1
          streamRate: 10 MB/s
          switches: [{name: tor}]
          servers: [{hosts: "s[1-4]", switch: tor, up: 10 MB/s, down: 10 MB/s}]
        writers: [%s]
        """;
    return Files.writeString(folder.resolve(name), yaml.formatted(writers));
  }

  @Test
  void simulate_folderOfTwo_showsBothAndTheirMean() throws IOException {
    quick("one.yaml", "{}");
    quick("two.yaml", "{count: 4, files: 2, job: a}");

    Said said = run("--rounds", "1", folder.toString());

    assertEquals(new Said(0, said.out(), ""), said);
    List<String> first =
        said.out()
            .lines()
            .map(line -> line.split(" {2,}")[0])
            .filter(name -> !name.isBlank())
            .toList();
    assertEquals(folder.getFileName().toString(), first.get(0));
    assertEquals(
        List.of("one", "two", "geometric mean of 2"),
        first.stream().filter(Set.of("one", "two", "geometric mean of 2")::contains).toList());
    assertTrue(said.out().lines().allMatch(line -> line.length() <= 80), said.out());
    assertTrue(said.out().contains("\nworst response: "), said.out());
    assertTrue(said.out().contains("\nworst COMP: "), said.out());
    assertEquals(said, run("--rounds", "1", folder.toString()));
  }

  @Test
  void simulate_fromATrace_isTheSavedScenario() throws IOException {
    Path topology = Files.writeString(folder.resolve("net.yaml"), Traces.TOPOLOGY);
    Path trace = Traces.write(folder.resolve("trace.jsonl"), Traces.twoBursts());
    Path saved = folder.resolve("saved.yaml");

    Said from =
        run(
            "--from",
            trace.toString(),
            "--topology",
            topology.toString(),
            "--save-scenario",
            saved.toString());
    Said again = run(saved.toString());

    assertEquals(0, from.exitCode(), from.err());
    assertEquals(figures(again.out(), "saved"), figures(from.out(), "as recorded"));
    Said wider =
        run("--from", trace.toString(), "--topology", topology.toString(), "--servers-times", "2");
    assertEquals(figures(again.out(), "saved"), figures(wider.out(), "as recorded"));
    assertNotEquals(figures(wider.out(), "as recorded"), figures(wider.out(), "servers times 2.0"));
  }

  private static String figures(String table, String name) {
    return table
        .lines()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .map(line -> line.substring(name.length()).strip())
        .orElseThrow();
  }

  @Test
  void simulate_foldersOfOneName_areApart() throws IOException {
    Path a = Files.createDirectories(folder.resolve("a/tuning"));
    Path b = Files.createDirectories(folder.resolve("b/tuning"));
    Files.move(quick("one.yaml", "{}"), a.resolve("one.yaml"));
    Files.move(quick("two.yaml", "{}"), b.resolve("two.yaml"));

    Said said = run("--rounds", "1", a.toString(), b.toString());

    assertTrue(said.out().startsWith(a + System.lineSeparator()), said.out());
    assertTrue(said.out().contains("\n" + b + System.lineSeparator()), said.out());
  }

  @Test
  void simulate_json_isOneDocument() throws IOException {
    Path file = quick("one.yaml", "{}");

    Said said = run("--rounds", "1", "--json", file.toString());

    assertEquals(0, said.exitCode());
    String shape = said.out().replaceAll("[0-9]+\\.[0-9]+(E-?[0-9]+)?", "N").replaceAll("\\s+", "");
    String figures = "{\"response\":N,\"comp\":N,\"slowdown\":N,\"fallbacks\":0,\"longestWait\":N}";
    assertEquals(
        "{\"folders\":[{\"folder\":\""
            + folder.getFileName()
            + "\",\"scenarios\":[{\"scenario\":\"one\",\"bursts\":[{\"stock\":"
            + figures
            + ",\"peace\":"
            + figures
            + ",\"ratios\":{\"response\":N,\"comp\":N,\"slowdown\":N,\"worstWriter\":N,\"responseOverBound\":N,\"compOverBound\":N}}]}],\"ratios\":{"
            + "\"response\":{\"mean\":N,\"worst\":N,\"worstScenario\":\"one\"},"
            + "\"comp\":{\"mean\":N,\"worst\":N,\"worstScenario\":\"one\"}}}]}",
        shape);
  }

  @Test
  void simulate_badFiles_everyProblemOfEachAtOnce() throws IOException {
    Path bad = quick("bad.yaml", "{count: 0, filez: 2}");
    Path missing = folder.resolve("missing.yaml");

    Said said = run(bad.toString(), missing.toString());

    assertEquals(
        """
        PEACE-SIM-071 %1$s:7 writers[0].count: the number 0 is not between 1 and 10000.
        Maybe write 1.
        PEACE-SIM-011 %1$s:7 writers[0].filez: key 'filez' is not known.
        Maybe use 'files'; known here are 'count', 'hosts', 'files', 'byTurns', 'turn', 'chunks', \
        'size', 'sizes', 'chunk', 'rate', 'writerRate', 'log', 'flushed', 'ownDisk', 'replication', \
        'startAt', 'startWithin', 'pause', 'job', 'tellJob', 'tellSize', 'client', 'group', 'tellBytes', 'user', 'path', 'arrivals'.
        PEACE-SIM-001 %2$s: the file does not exist.
        Maybe correct the name, or create the file; see peace-simulator/scenarios/tuning/two-rack.yaml.
        3 problems found.\
        """
            .formatted(bad, missing),
        said.err());
    assertEquals("", said.out());
  }

  @Test
  void simulate_folderWithoutScenarios_isSaid() {
    assertEquals(
        "There is no scenario in '%s'.\nMaybe name a folder with files *.yaml.".formatted(folder),
        run(folder.toString()).err());
  }

  @Test
  void simulate_folderWithOneThatMayNotBeRead_isBadInput() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    boolean changed = closed.toFile().setReadable(false, false);
    Assumptions.assumeTrue(changed && !Files.isReadable(closed));

    assertEquals(
        "'%s' cannot be read: java.nio.file.AccessDeniedException: %s\nMaybe check its permissions."
            .formatted(folder, closed),
        run(folder.toString()).err());
  }

  @Test
  void simulate_noRounds_isWrongUse() {
    assertEquals(2, run("--rounds", "0").exitCode());
  }

  @Test
  void simulate_ablateAndVary_isWrongUse() {
    Said said = run("--ablate", "--vary");

    assertEquals(2, said.exitCode());
    assertTrue(said.err().startsWith("--ablate and --vary exclude each other."), said.err());
  }

  @Test
  void simulate_searchWithoutScenarios_isWrongUse() {
    Said said = run("--search", "12");

    assertEquals(2, said.exitCode());
    assertTrue(said.err().startsWith("--search searches among scenarios of --random."), said.err());
    assertEquals(2, run("--judge", "--search", "12").exitCode());
  }

  @Test
  void simulate_search_aLineForEachKindNoWiderThanATerminal() {
    Said said = run("--random", "2", "--seed", "7", "--search", "12");

    assertEquals(0, said.exitCode());
    assertTrue(said.out().startsWith("2 scenarios, seed 7, 12 schedules"), said.out());
    assertTrue(said.out().lines().allMatch(line -> line.length() <= 80), said.out());
    assertTrue(said.out().lines().anyMatch(line -> line.startsWith("all  ")), said.out());
  }

  @Test
  void simulate_ablateAtRandom_aLineForEachMechanismOfThoseDrawn() {
    Said said = run("--ablate", "--random", "1", "--seed", "5", "--rounds", "1");

    assertEquals(0, said.exitCode(), said.err());
    assertTrue(said.out().startsWith("random, seed 5, 1 scenario "), said.out());
    for (Mechanism mechanism : Mechanism.values()) {
      assertTrue(said.out().contains("\nnot: " + mechanism.text()), said.out());
    }
  }

  @Test
  void simulate_vary_twoLinesForEachConstant() throws IOException {
    Said said = run("--vary", "--rounds", "1", quick("one.yaml", "{}").toString());

    assertEquals(0, said.exitCode());
    for (Constant constant : Constant.values()) {
      assertEquals(
          2, said.out().lines().filter(line -> line.contains(constant.text())).count(), said.out());
    }
  }

  @Test
  void simulate_writeBaseline_nextRunIsWithinItAndAWorseOneIsNot() throws IOException {
    Path file = quick("one.yaml", "{count: 4, chunks: 2}");
    Path baseline = folder.resolve("baseline.csv");

    Said written = run("--rounds", "1", "--write-baseline", baseline.toString(), file.toString());
    Said same = run("--rounds", "1", "--baseline", baseline.toString(), file.toString());
    String text = Files.readString(baseline);
    Files.writeString(baseline, text.replaceAll(",[0-9.]+,([0-9.]+\n)", ",0.1,$1"));
    Said worse = run("--rounds", "1", "--baseline", baseline.toString(), file.toString());

    assertEquals(new Said(0, "", ""), written);
    assertEquals(new Said(0, same.out(), ""), same);
    assertTrue(text.startsWith("# core of commit "), text);
    assertEquals(1, worse.exitCode());
    assertTrue(worse.err().contains("/one, response: "), worse.err());
  }

  @Test
  void simulate_noFolderForTheBaseline_isRefusedBeforeItRuns() throws IOException {
    Path baseline = folder.resolve("none").resolve("baseline.csv");
    Said said = run("--write-baseline", baseline.toString(), quick("one.yaml", "{}").toString());
    assertEquals(2, said.exitCode());
    assertTrue(
        said.err()
            .startsWith(
                "--write-baseline %s: there is no such folder. Maybe make it before."
                    .formatted(baseline)),
        said.err());
  }

  @Test
  void simulate_otherPlacementSeed_sameStockAndOtherPeace() throws IOException {
    Path file = quick("one.yaml", "{count: 8, chunks: 4}");

    String one = run("--rounds", "1", file.toString()).out();
    String other = run("--rounds", "1", "--placement-seed", "1", file.toString()).out();

    assertEquals(figures(one, "one ").substring(0, 20), figures(other, "one ").substring(0, 20));
    assertNotEquals(one, other);
  }

  @Test
  void simulate_random_showsMeansAndSavesTheWorst() throws Exception {
    Path worst = folder.resolve("worst");

    Said said = run("--random", "2", "--seed", "7", "--rounds", "1", "--save", worst.toString());

    assertEquals(0, said.exitCode());
    assertTrue(said.out().startsWith("2 scenarios, seed 7, 1 round "), said.out());
    assertEquals("2 of 2\n", said.err());
    try (Stream<Path> files = Files.list(worst)) {
      for (Path file : files.toList()) {
        assertTrue(ScenarioReader.read(file).name().startsWith("random-7-00"));
      }
    }
    assertEquals(said, run("--random", "2", "--seed", "7", "--rounds", "1"));
  }

  @Test
  void simulate_unknownOrder_isWrongUse() throws IOException {
    Said said = run("--order", "lifo", quick("one.yaml", "{}").toString());

    assertEquals(2, said.exitCode());
    assertTrue(
        said.err()
            .startsWith(
                """
                --order 'lifo' is no order.
                Maybe use 'fcfs', 'fair-sojourn', 'smallest-bottleneck', 'attained', 'sincronia' or \
                'lbf'.
                """),
        said.err());
  }

  @Test
  void simulate_neverEnds_failsAndSaysWho() throws IOException {
    Path file = quick("long.yaml", "{chunk: 1 GB, chunks: 2000}");

    Said said = run("--rounds", "1", file.toString());

    assertEquals(1, said.exitCode());
    assertTrue(said.err().startsWith("long: Not ended after 14400 s: 1 writer;"), said.err());
  }

  @Test
  void scenarios_thatComeWithPeace_areAllRead() throws Exception {
    List<String> names = new ArrayList<>();
    Path own = ScenarioReaderTest.inCheckout("peace-simulator/scenarios");
    try (Stream<Path> files = Files.walk(own)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        names.add(ScenarioReader.read(file).name());
      }
    }
    assertTrue(names.size() > 30, names.toString());
    assertEquals(names.size(), names.stream().distinct().count(), "two of the same name");
  }

  @Test
  void provider_commandLine_findsIt() {
    List<String> names =
        ServiceLoader.load(CommandProvider.class).stream()
            .map(provider -> provider.get().name())
            .toList();
    assertTrue(names.containsAll(List.of("simulate", "protocols", "report")), names::toString);
  }
}
