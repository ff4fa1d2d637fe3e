package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.coordinate.order.GroupOrder;

class BaselineTest {
  private static final String FOLDER = "mine";

  @TempDir Path folder;

  /** Where stock HDFS takes a second, and Peace that many. */
  private static Summary now(double response, double comp) {
    Summary summary = new Summary();
    summary.add(
        Scenarios.threeServers("", "{replication: 2}"),
        List.of(
            new Comparison(List.of(new Comparison.Round(figures(1, 1), figures(response, comp))))));
    return summary;
  }

  private static Figures figures(double response, double comp) {
    return new Figures(List.of(response), comp, 1, List.of(), 0, 0);
  }

  /** Two placement seeds. */
  private static Baseline of(double... responses) {
    String name = Scenarios.threeServers("", "{replication: 2}").name();
    return new Baseline(
        List.of(
            new Baseline.Line(FOLDER, name, 0, responses[0], 1),
            new Baseline.Line(FOLDER, name, 1, responses[1], 1)));
  }

  @Test
  void problems_nearTheMeanAndUnderTheWorst_none() {
    assertEquals(List.of(), of(0.7, 0.72).problems(FOLDER, now(0.729, 1.009)));
  }

  @Test
  void problems_meanApart_isSaidEvenIfItIsBetter() {
    assertEquals(
        List.of(
            "mine, geometric mean of response: 0.689, before 0.700 to 0.720; by more than 0.01 another one"),
        of(0.7, 0.72).problems(FOLDER, now(0.689, 1)));
  }

  @Test
  void problems_moreThanChanceMadeIt_isSaidOfTheScenario() {
    assertEquals(
        List.of(
            "mine, geometric mean of response: 0.760, before 0.700 to 0.720; by more than 0.01 another one",
            "mine/test.yaml, response: 0.760, before 0.720 at worst; 1.06 times that",
            "mine, geometric mean of COMP: 1.060, before 1.000 to 1.000; by more than 0.01 another one",
            "mine/test.yaml, COMP: 1.060, before 1.000 at worst; 1.06 times that"),
        of(0.7, 0.72).problems(FOLDER, now(0.76, 1.06)));
  }

  @Test
  void problems_unknownFolder_isOne() {
    assertEquals(
        List.of("other: the baseline has none of its scenarios"),
        of(1, 1).problems("other", now(1, 1)));
  }

  @Test
  void run_writtenAndRead_isTheSameWithFourSeeds() throws Exception {
    Path twoRack = Path.of("scenarios", "tuning", "two-rack.yaml");
    Scenario scenario = ScenarioReader.parse(Files.readString(twoRack), "two, rack");
    Path file = folder.resolve("new.csv");

    Baseline run = Baseline.run(Map.of("mine", List.of(scenario)), GroupOrder.FAIR_SOJOURN, 1, 1);
    run.write(file, List.of("of a test"));
    Baseline read = Baseline.read(file);

    assertEquals("# of a test", Files.readAllLines(file).get(0));
    assertEquals(List.of(0L, 1L, 2L, 3L), read.lines().stream().map(l -> l.placement()).toList());
    assertEquals("two, rack", read.lines().get(0).scenario());
    assertEquals(run.lines().get(3).response(), read.lines().get(3).response(), 1e-6);
    assertNotEquals(read.lines().get(0).response(), read.lines().get(1).response());
  }

  @Test
  void read_otherFile_isBadInputWithTheLine() throws Exception {
    Path file = Files.writeString(folder.resolve("other.csv"), "a,b\n");

    CommandFailure failure = assertThrows(CommandFailure.class, () -> Baseline.read(file));

    assertEquals(
        "'%s' has a line that is not 'folder,scenario,placementSeed,response,comp': a,b\nMaybe write the file anew with --write-baseline."
            .formatted(file),
        failure.getMessage());
  }

  @Test
  void read_thatOfTheCheckout_isComplete() throws Exception {
    Baseline committed = Baseline.read(Path.of("baselines", "66e07ff.csv"));

    assertEquals((40 + 46) * 4, committed.lines().size());
  }
}
