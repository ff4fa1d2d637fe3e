package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.report.ReportPage;

class FlinkReportTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void table_ofTwoConfigurations_hasFiguresAndRatios() {
    assertEquals(
        """
        Flink 1.20.3, 2 of 4 jobs together
        configuration     mean      p50      p95    worst      all     from  checkpoints
                                                              done  barrier
            failed    state  deferred  fallbacks   cores  trunk
        stock          12.00 s  12.00 s  16.00 s  16.00 s  16.50 s  10.00 s            2
                 0  1.0 MiB         3          1    50 %   90 %
        peace           6.00 s   6.00 s   6.00 s   6.00 s   8.25 s   4.00 s            1
                 1  1.0 MiB         3          1  * 90 %   90 %
          over stock     0.500    0.500    0.375    0.375    0.500    0.400

        * In some wave the cores were more than 80 % busy.
        """,
        FlinkTable.render(result()));
  }

  @Test
  void json_ofTwoConfigurations_countsWhatFailed() throws IOException {
    JsonNode json = MAPPER.readTree(FlinkJson.result(result()));
    assertEquals("1.20.3", json.at("/flink").asText());
    assertEquals("a process has ended", json.at("/brokenOff").asText());
    assertEquals(1, json.at("/cells/1/failed").asInt());
    assertEquals(0.5, json.at("/cells/1/meanOverStock").asDouble());
    assertTrue(json.at("/cells/1/tooBusy").asBoolean());
    assertEquals(1, result().failed());
  }

  @Test
  void report_ofASample_hasItsFiguresAndNeedsNothingElse() throws IOException {
    String html = ReportPage.render("A sample", FlinkCommand.class, FlinkJson.tree(result()));
    assertFalse(html.contains("%%"), "a placeholder was left");
    assertEquals(3, html.split("</script>", -1).length - 1);
    assertFalse(html.contains("<script src"));
    assertTrue(html.contains("\"meanOverStock\":0.5"));
    assertTrue(
        html.contains(
            "\"status\":\"COMPLETED\",\"triggered\":0,\"seconds\":6.0,\"fromBarrier\":4.0"));
  }

  /** Warm-ups and waves of other numbers of jobs count in none of the figures. */
  private static FlinkResult result() {
    Checkpoint failed =
        new Checkpoint(2, Checkpoint.Status.FAILED, 0, 600_000, 0, Checkpoint.Tasks.UNKNOWN);
    return new FlinkResult(
        FlinkOptionsTest.options(4, List.of(2), 1 << 16, "stock", "peace"),
        "1.20.3",
        List.of(
            wave("stock", true, 2, 99, 0.5, done(99), done(99)),
            wave("stock", false, 4, 99, 0.5, done(99), done(99)),
            wave("stock", false, 2, 16.5, 0.5, done(8), done(16)),
            wave("peace", false, 2, 8.25, 0.9, done(6), failed)),
        Optional.of("a process has ended"));
  }

  private static Checkpoint done(long seconds) {
    return new Checkpoint(
        1, Checkpoint.Status.COMPLETED, 0, 1000 * seconds, 1 << 20, new Checkpoint.Tasks(2000, 0));
  }

  private static Wave wave(
      String configuration,
      boolean warmUp,
      int together,
      double seconds,
      double busy,
      Checkpoint... checkpoints) {
    return new Wave(
        configuration, 1, warmUp, together, List.of(checkpoints), seconds, busy, 0.9, 3, 1);
  }
}
