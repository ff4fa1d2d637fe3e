package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.schedule.Constant;

class AblationTest {
  /** With other chances of placing, and nothing else. */
  private static final int NULLS = (int) Variant.nulls().count();

  /** Four writers of two chunks on one host, whose link carries one stream. */
  private static final Scenario BURST =
      Scenarios.threeServers("", "{hosts: s1, count: 4, chunks: 2, chunk: 1 MB, replication: 1}");

  /** One thread that writes six open files by turns, alone on the cluster. */
  private static final Scenario BY_TURNS =
      Scenarios.threeServers(
          "", "{hosts: s1, files: 6, byTurns: true, chunk: 1 MB, replication: 1}");

  private static Ablation.Line without(Ablation ablation, Mechanism mechanism) {
    return ablation.others().stream()
        .filter(line -> line.variant().leftOut().equals(Optional.of(mechanism)))
        .findAny()
        .orElseThrow();
  }

  @Test
  void of_loneWriterHasToWait_itsScenarioIsHarmedAndNoOther() throws SimulationException {
    Set<Integer> told = new ConcurrentSkipListSet<>();
    Ablation ablation =
        Ablation.of(
            List.of(BY_TURNS),
            Variant.withoutEach(),
            GroupOrder.FAIR_SOJOURN,
            1,
            1,
            (done, of) -> told.add(done));

    assertEquals(NULLS + Mechanism.values().length, ablation.others().size());
    assertEquals(NULLS + Mechanism.values().length + 1, told.size());
    Ablation.Line waits = without(ablation, Mechanism.LONE_WRITER);
    assertEquals(1, waits.changed(ablation.all()));
    assertTrue(waits.worst(ablation.all()).harm() > 1.05);
    assertEquals(0, without(ablation, Mechanism.TURNOVER).changed(ablation.all()));
  }

  @Test
  void of_constantsVaried_eachTwiceAndScenariosFollow() throws Exception {
    Path twoRack = Path.of("scenarios", "tuning", "two-rack.yaml");
    Scenario scenario = ScenarioReader.parse(Files.readString(twoRack), twoRack.toString());
    List<Variant> all = Variant.withEachVaried();
    List<Variant> some =
        all.stream()
            .filter(
                v ->
                    v.changed()
                        .filter(Set.of(Constant.HEADROOM, Constant.PATIENCE)::contains)
                        .isPresent())
            .toList();

    Ablation ablation =
        Ablation.of(List.of(scenario), some, GroupOrder.FAIR_SOJOURN, 1, 1, (done, of) -> {});

    assertEquals(NULLS + 2 * Constant.values().length, all.size());
    assertEquals(
        List.of(1L, 1L, 0L, 0L),
        ablation.others().stream().map(line -> line.changed(ablation.all())).toList(),
        "links are given to the next one sooner or later; nothing stands still");
  }

  @Test
  void of_otherChancesOfPlacing_nothingElseIsOtherAndScenariosAreNot() throws Exception {
    Path twoRack = Path.of("scenarios", "tuning", "two-rack.yaml");
    Scenario scenario = ScenarioReader.parse(Files.readString(twoRack), twoRack.toString());
    List<Variant> nulls = Variant.nulls().toList();

    Ablation ablation =
        Ablation.of(List.of(scenario), nulls, GroupOrder.FAIR_SOJOURN, 1, 1, (done, of) -> {});

    assertEquals(List.of(1L, 2L, 3L), nulls.stream().map(Variant::placement).toList());
    for (Ablation.Line line : ablation.others()) {
      assertEquals(Optional.empty(), line.variant().leftOut());
      assertEquals(Optional.empty(), line.variant().changed());
    }
    assertTrue(ablation.others().stream().anyMatch(line -> line.changed(ablation.all()) > 0));
  }

  @Test
  void print_bothWays_sayTheSame() throws Exception {
    Map<String, Ablation> folders =
        Map.of(
            "mine",
            Ablation.of(
                List.of(BURST),
                Variant.withoutEach(),
                GroupOrder.FAIR_SOJOURN,
                1,
                1,
                (done, of) -> {}));
    StringWriter text = new StringWriter();
    StringWriter json = new StringWriter();

    AblationPrinter.text(folders, new PrintWriter(text, true));
    AblationPrinter.json(folders, new PrintWriter(json, true));

    JsonNode lines = new ObjectMapper().readTree(json.toString()).at("/folders/0/lines");
    assertEquals(NULLS + Mechanism.values().length + 1, lines.size());
    assertTrue(text.toString().startsWith("mine, 1 scenario "));
    String all =
        String.format(
            Locale.ROOT,
            "everything as it is %.3f %.3f %d, %d %d, %d",
            value(lines, "response"),
            value(lines, "comp"),
            (int) value(lines, "responseLater"),
            (int) value(lines, "compLater"),
            (int) value(lines, "responseMuchLater"),
            (int) value(lines, "compMuchLater"));
    assertTrue(text.toString().replaceAll("\\s+", " ").contains(all), text::toString);
    assertTrue(text.toString().lines().allMatch(line -> line.length() <= 80), text::toString);
  }

  private static double value(JsonNode lines, String field) {
    return lines.get(0).get(field).asDouble();
  }
}
