package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.simulate.RandomScenarios.Axis;

class JudgementTest {
  private static final int COUNT = 3;

  private static Judgement judge() throws SimulationException {
    return Judgement.of(COUNT, 7, GroupOrder.FAIR_SOJOURN, Variant.STANDARD, 2, (done, of) -> {});
  }

  @Test
  void of_sameSeed_isTheSame() throws SimulationException {
    assertEquals(judge(), judge());
  }

  @Test
  void rows_eachAxis_hasAllScenarios() throws SimulationException {
    List<Judgement.Row> rows = judge().rows();

    for (Axis axis : Axis.values()) {
      assertEquals(
          COUNT,
          rows.stream()
              .filter(row -> row.text().startsWith(axis.text() + ": "))
              .mapToInt(Judgement.Row::count)
              .sum());
    }
  }

  @Test
  void worst_fewScenarios_areAllOfThemTheWorstFirst() throws SimulationException {
    List<Double> worst =
        judge().worst().stream()
            .map(each -> each.ratios())
            .map(each -> Math.max(each.response().mean(), each.comp().mean()))
            .toList();

    assertEquals(COUNT, worst.size());
    assertTrue(worst.get(0) >= worst.get(1) && worst.get(1) >= worst.get(2), worst.toString());
  }

  @Test
  void print_bothWays_sayTheSame() throws Exception {
    StringWriter text = new StringWriter();
    StringWriter json = new StringWriter();

    JudgementPrinter.text(judge(), new PrintWriter(text, true));
    JudgementPrinter.json(judge(), new PrintWriter(json, true));

    JsonNode all = new ObjectMapper().readTree(json.toString()).at("/rows/0");
    assertEquals(COUNT, all.get("scenarios").asInt());
    String line =
        String.format(
            Locale.ROOT,
            " all 3 %.3f \\([^)]*\\) %.3f \\(",
            all.at("/response/mean").asDouble(),
            all.at("/comp/mean").asDouble());
    String said = text.toString().replaceAll("\\s+", " ");
    assertTrue(Pattern.compile(line).matcher(said).find(), text::toString);
    assertTrue(text.toString().lines().allMatch(each -> each.length() <= 80), text::toString);
  }
}
