package org.peacescheduler.laboratory.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.simulate.Figures;

class WorkloadResultTest {
  /** Two rounds of two bursts, after one to warm up: Peace takes half as long in the second. */
  private static WorkloadResult sample() {
    List<WorkloadRound> rounds = new ArrayList<>();
    rounds.add(round("stock", 1, true, 1, 100));
    rounds.add(round("peace", 1, true, 1, 1));
    for (int round = 1; round <= 2; round++) {
      rounds.add(round("stock", round, false, 1, 10));
      rounds.add(round("stock", round, false, 2, 20));
      rounds.add(round("peace", round, false, 1, 10));
      rounds.add(round("peace", round, false, 2, 10));
    }
    return new WorkloadResult("two-jobs", "stock", rounds);
  }

  private static WorkloadRound round(
      String configuration, int round, boolean warmUp, int burst, double seconds) {
    boolean failed = warmUp && configuration.equals("peace");
    return new WorkloadRound(
        configuration,
        round,
        warmUp,
        burst,
        new Figures(List.of(seconds, 2 * seconds), 2 * seconds, 3, List.of(seconds), 1, 0.5),
        0.4,
        failed ? List.of("/f: lost") : List.of());
  }

  @Test
  void table_ofTwoBursts_isThatOfTheSimulator() {
    assertEquals(
        """
        two-jobs                               stock               Peace              ratios                                      fall-  longest
                                            response      COMP  response      COMP  response   COMP slowdown  worst   jobs    p95 backs     wait
        peace, burst 1                         15.00     20.00     15.00     20.00     1.000  1.000    1.000  1.000  1.000  1.000     1     0.50
        peace, burst 2                         30.00     40.00     15.00     20.00     0.500  0.500    1.000  0.500  0.500  0.500     1     0.50
        """,
        sample().table().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void json_ofTwoBursts_hasMediansRatiosAndAllBursts() throws IOException {
    JsonNode json = new ObjectMapper().readTree(sample().json());
    assertEquals("two-jobs", json.at("/scenario").asText());
    assertEquals("peace, burst 2", json.at("/compared/1/configuration").asText());
    assertEquals(15, json.at("/compared/1/peace/response").asDouble());
    assertEquals(0.5, json.at("/compared/1/ratios/jobP95").asDouble());
    assertEquals(10, json.at("/rounds").size());
    assertTrue(json.at("/rounds/0/warmUp").asBoolean());
    assertEquals(200, json.at("/rounds/0/writers/1").asDouble());
  }

  @Test
  void failures_ofAWarmUp_countToo() {
    assertEquals(List.of("warm-up 1, burst 1, peace: /f: lost"), sample().failures());
    assertEquals(
        "round 1, burst 2, stock: response 30.00 s, COMP 40.00 s, cores 40 % busy, 0 failed",
        sample().rounds().get(3).brief());
  }
}
