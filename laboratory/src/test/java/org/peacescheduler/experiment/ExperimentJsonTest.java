package org.peacescheduler.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void brief_twoSides_hasTheAgreedShape() throws IOException {
    JsonNode json = MAPPER.readTree(ExperimentJson.brief(SampleExperiment.result(2, 4, 4, 1)));
    assertEquals(
        MAPPER.readTree(
            """
            {"rounds": [
               {"policy": "stock", "writers": 2, "chunks": 4, "replication": 3,
                "response": {"mean": 1.7095, "max": 1.7195}, "io": {"mean": 1.7095}, "comp": 1.7195,
                "failed": 0, "deferred": 0, "fallbacks": 0},
               {"policy": "peace", "writers": 2, "chunks": 4, "replication": 3,
                "response": {"mean": 1.7095, "max": 1.7195}, "io": {"mean": 1.6995}, "comp": 1.7195,
                "failed": 0, "deferred": 0, "fallbacks": 0}],
             "ratios": {"response": 1.0, "io": 0.9942, "comp": 1.0}}\
            """),
        json);
  }

  @Test
  void full_document_hasWhatTheReportShows() throws IOException {
    ExperimentResult result = SampleExperiment.result(8, 8, 8, 3);
    JsonNode json = MAPPER.readTree(ExperimentJson.full(result));
    assertEquals(8, json.get("rounds").size());
    assertEquals(8 * 8 * 3, json.at("/rounds/2/replicas").size());
    assertEquals(64, json.at("/rounds/3/grants").size());
    assertEquals("host1", json.at("/options/hosts/0").asText());
    assertEquals(6.0, json.get("lowerBound").asDouble());
    assertEquals("peace", json.at("/sides/" + json.at("/ratios/side") + "/policy").asText());
    assertEquals("stock", json.at("/sides/" + json.at("/ratios/over") + "/policy").asText());
    assertTrue(json.at("/rounds/0/warmUp").asBoolean());
  }

  @Test
  void figure_thatDoesNotExist_isNull() throws IOException {
    ExperimentResult sample = SampleExperiment.result(1, 1, 3, 1);
    List<Round> failed =
        sample.rounds().stream()
            .map(
                r ->
                    new Round(
                        r.side(),
                        r.number(),
                        r.warmUp(),
                        r.writers().stream().map(w -> w.withFailure("lost")).toList(),
                        r.replicas(),
                        r.grants(),
                        0,
                        0,
                        r.cores()))
            .toList();
    ExperimentResult result =
        new ExperimentResult(sample.options(), failed, sample.topology(), sample.setup());
    JsonNode json = MAPPER.readTree(ExperimentJson.brief(result));
    assertTrue(json.at("/rounds/0/response/mean").isNull());
    assertTrue(json.at("/ratios/response").isNull());
    assertEquals("round 1/1, stock, /round-1/writer-1: lost", result.failures().get(2));
  }
}
