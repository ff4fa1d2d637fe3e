package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.report.ReportPage;

class TestbedReportTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void report_ofASample_hasItsFiguresAndNeedsNothingElse() throws IOException {
    String html =
        ReportPage.render(
            "A sample", TestbedCommand.class, TestbedJson.tree(Samples.result("", "")));
    assertFalse(html.contains("%%"), "a placeholder was left");
    assertEquals(3, html.split("</script>", -1).length - 1);
    assertFalse(html.contains("<script src"));
    assertTrue(
        html.contains("\"ratios\":{\"response\":0.5,\"worst\":0.5,\"io\":0.25,\"comp\":0.5}"));
    assertTrue(html.contains("\"name\":\"tor1->tor2\""));
  }

  @Test
  void table_ofTwoCells_hasMediansRatiosAndBoundsOfEach() {
    assertEquals(
        """
        4 writers x 8 chunks (no schedule has a COMP below 8.6 s: the payload that
          tor1->tor2 has to carry)
        configuration  response    worst      IO     COMP  /bound   Jain  failed
            deferred  fallbacks   cores  trunk  host
        stock            8.00 s  12.00 s  8.00 s  12.00 s    1.40  0.800       0
                   3          1    50 %    0 %   0 %
        peace            4.00 s   6.00 s  2.00 s   6.00 s    0.70  0.800       0
                   3          1  * 90 %    0 %   0 %
          over stock      0.500    0.500   0.250    0.500

        4 writers x 2 chunks (no schedule has a COMP below 2.1 s: the payload that
          tor1->tor2 has to carry)
        configuration  response  worst  IO  COMP  /bound  Jain  failed  deferred
            fallbacks  cores  trunk  host
        stock                 -      -   -     -       -     -       0         -
                    -      -      -     -
        peace                 -      -   -     -       -     -       0         -
                    -      -      -     -
          over stock          -      -   -     -

        * In some round the cores were more than 80 % busy.

        """,
        TestbedTable.render(Samples.result("", "")));
  }

  @Test
  void brief_ofTwoCells_hasEachWithBoundMediansAndRatios() throws IOException {
    JsonNode brief = MAPPER.readTree(TestbedJson.brief(Samples.result("", "")));
    assertEquals("a process has ended", brief.at("/brokenOff").asText());
    assertEquals(2, brief.at("/cells").size());
    JsonNode cell = brief.at("/cells/0");
    assertEquals("4 writers x 8 chunks", cell.at("/name").asText());
    assertEquals(4, cell.at("/writers").asInt());
    assertEquals(16, cell.at("/files").asInt());
    assertEquals(32 << 20, cell.at("/bytes").asInt());
    assertEquals(8.5899, cell.at("/cutBound/comp").asDouble());
    assertEquals(6, cell.at("/configurations/1/medians/comp").asDouble());
    assertEquals(0.6985, cell.at("/configurations/1/compOverBound").asDouble());
    assertEquals(0.25, cell.at("/configurations/1/ratios/io").asDouble());
    assertFalse(cell.at("/configurations/0/tooBusy").asBoolean());
    assertTrue(cell.at("/configurations/1/tooBusy").asBoolean());
    assertTrue(brief.at("/cells/1/configurations/1/medians/comp").isNull());
  }

  @Test
  void line_ofARound_saysItsCell() throws IOException {
    TestbedResult result = Samples.result("", "");
    JsonNode line = MAPPER.readTree(TestbedJson.line(result.rounds().get(1), result.links()));
    assertEquals("4 writers x 8 chunks", line.at("/cell").asText());
    assertEquals("peace", line.at("/configuration").asText());
    assertTrue(line.at("/tooBusy").asBoolean());
  }

  @Test
  void brief_failedWriters_haveNoFigures() throws IOException {
    TestbedResult result = Samples.result("lost", "lost");
    assertTrue(
        MAPPER
            .readTree(TestbedJson.brief(result))
            .at("/cells/0/configurations/1/medians/response")
            .isNull());
    assertEquals(
        "round 1, 4 writers x 8 chunks, stock, writer svr1.1: lost", result.failures().get(0));
    assertEquals(4, result.failures().size());
  }

  @Test
  void summary_ofTwoCells_isMarkdownWithoutTraceOfTheMachine() {
    Surroundings on =
        new Surroundings(
            LocalDate.of(2026, 11, 21),
            2,
            24L << 30,
            "6.1.0",
            "17.0.9",
            "3.5.0",
            Optional.of("0123456789ab"));
    assertEquals(
        """
            ./peace testbed --topology conf/t.yaml --writers 4 --chunks-per-writer 8,2

        2026-11-21, commit 0123456789ab. Hadoop 3.5.0, Java 17.0.9, 2 cores, 24 GiB, Linux 6.1.0.
        Medians of 1 round; 1 MiB a chunk, 3 replicas.

        The run broke off after 2 bursts.

        | cell | configuration | response | IO | COMP | worst | COMP / bound | response / stock \
        | IO / stock | COMP / stock | worst / stock | failed | cores |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|
        | 4 writers x 8 chunks | `stock` | 8.0 s | 8.0 s | 12.0 s | 12.0 s | 1.40 | 1.00 | 1.00 | 1.00 | 1.00 | 0 | 50 % |
        | 4 writers x 8 chunks | `peace` | 4.0 s | 2.0 s | 6.0 s | 6.0 s | 0.70 | 0.50 | 0.25 | 0.50 | 0.50 | 0 | 90 % \\* |
        | 4 writers x 2 chunks | `stock` | – | – | – | – | – | – | – | – | – | 0 | – |
        | 4 writers x 2 chunks | `peace` | – | – | – | – | – | – | – | – | – | 0 | – |

        \\* In some round the cores were more than 80 % busy, so the links may not have been the limit.
        """,
        TestbedSummary.render(
            Samples.result("", ""),
            on,
            List.of(
                "--topology",
                "/home/someone/src/conf/t.yaml",
                "--writers",
                "4",
                "--chunks-per-writer",
                "8,2",
                "--out",
                "/tmp/somewhere",
                "--summary=/tmp/summary.md"),
            Optional.of(Path.of("/home/someone/src"))));
  }
}
