package org.peacescheduler.laboratory.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.simulate.Figures;

class WorkloadResultTest {
  /** Two rounds of two bursts, after one to warm up: Peace takes half as long in the second. */
  private static WorkloadResult sample() {
    List<WorkloadRound> rounds = new ArrayList<>();
    rounds.add(round("stock", 1, true, 1, 100));
    rounds.add(failed("peace", 1, true));
    for (int round = 1; round <= 2; round++) {
      rounds.add(round("stock", round, false, 1, 10));
      rounds.add(round("stock", round, false, 2, 20));
      rounds.add(round("peace", round, false, 1, 10));
      rounds.add(round("peace", round, false, 2, 10));
    }
    return new WorkloadResult("two-jobs", "stock", rounds, Optional.empty());
  }

  private static WorkloadRound round(
      String configuration, int round, boolean warmUp, int burst, double seconds) {
    return new WorkloadRound(
        configuration,
        round,
        warmUp,
        burst,
        Optional.of(
            new Figures(List.of(seconds, 2 * seconds), 2 * seconds, 3, List.of(seconds), 1, 0.5)),
        0.4,
        List.of());
  }

  private static WorkloadRound failed(String configuration, int round, boolean warmUp) {
    return new WorkloadRound(
        configuration, round, warmUp, 1, Optional.empty(), 0.4, List.of("/f: lost"));
  }

  @Test
  void table_ofTwoBursts_isThatOfTheSimulator() {
    assertEquals(
        """
        two-jobs                 stock    stock     Peace    Peace     ratio    ratio
                              response     COMP  response     COMP  response     COMP
            slowdown    worst     jobs     jobs  response     COMP  fallbacks  longest
                       writer               p95      over     over                wait
                                                    bound    bound
        peace, burst 1           15.00    20.00     15.00    20.00     1.000    1.000
               1.000    1.000    1.000    1.000                             1     0.50
        peace, burst 2           30.00    40.00     15.00    20.00     0.500    0.500
               1.000    0.500    0.500    0.500                             1     0.50
        """,
        sample().table().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void json_ofTwoBursts_hasMediansRatiosAndAllBursts() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode json = mapper.readTree(sample().json(mapper.createObjectNode().put("seed", 7)));
    assertEquals(7, json.at("/options/seed").asInt());
    assertEquals("two-jobs", json.at("/scenario").asText());
    assertEquals("peace, burst 2", json.at("/compared/1/configuration").asText());
    assertEquals(15, json.at("/compared/1/peace/response").asDouble());
    assertEquals(0.5, json.at("/compared/1/ratios/jobP95").asDouble());
    assertEquals(10, json.at("/rounds").size());
    assertTrue(json.at("/rounds/0/warmUp").asBoolean());
    assertEquals(200, json.at("/rounds/0/writers/1").asDouble());
    assertTrue(json.at("/rounds/1/comp").isNull());
    assertTrue(json.at("/brokenOff").isNull());
  }

  @Test
  void table_roundWithAFailedWrite_isLeftOutOnBothSides() {
    WorkloadResult result =
        new WorkloadResult(
            "w",
            "stock",
            List.of(
                round("stock", 1, false, 1, 1000),
                failed("peace", 1, false),
                round("stock", 2, false, 1, 20),
                round("peace", 2, false, 1, 10)),
            Optional.empty());
    assertEquals(30, result.comparisons().get("peace").stock(Figures::response));
    assertEquals(0.5, result.comparisons().get("peace").response());
    assertTrue(
        result
            .table()
            .endsWith(
                "peace: rounds left out on both sides, since a write failed in them: 1"
                    + System.lineSeparator()),
        result.table());
    assertEquals(
        "round 1, burst 1, peace: no figures, cores 40 % busy, 1 failed",
        result.rounds().get(1).brief());
  }

  @Test
  void comparisons_noRoundWithoutAFailure_areNone() {
    WorkloadResult result =
        new WorkloadResult(
            "w",
            "stock",
            List.of(round("stock", 1, false, 1, 10), failed("peace", 1, false)),
            Optional.empty());
    assertEquals(Map.of(), result.comparisons());
    assertEquals(Map.of("peace", 1L), result.leftOut());
  }

  @Test
  void comparisons_ofARunThatBrokeOff_areOfTheRoundsThatBothHave() {
    WorkloadResult result =
        new WorkloadResult(
            "w",
            "stock",
            List.of(
                round("peace", 1, false, 1, 10),
                round("stock", 1, false, 1, 20),
                round("peace", 2, false, 1, 99)),
            Optional.of("a process has ended"));
    assertEquals(0.5, result.comparisons().get("peace").response());
    assertEquals(Map.of(), result.leftOut());
    assertEquals(
        List.of(
            "a process has ended%nThe run broke off after 3 bursts; the figures are of what was written before."
                .formatted()),
        result.problems());
  }

  @Test
  void problems_ofAWarmUp_countToo() {
    assertEquals(List.of("warm-up 1, burst 1, peace: /f: lost"), sample().problems());
    assertEquals(
        "round 1, burst 2, stock: response 30.00 s, COMP 40.00 s, cores 40 % busy, 0 failed",
        sample().rounds().get(3).brief());
  }
}
