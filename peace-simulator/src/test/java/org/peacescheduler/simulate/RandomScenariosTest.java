package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.peacescheduler.simulate.RandomScenarios.Axis;
import org.peacescheduler.simulate.RandomScenarios.Drawn;

class RandomScenariosTest {
  private static final int COUNT = 200;

  private static final List<Drawn> DRAWN =
      IntStream.range(0, COUNT).mapToObj(index -> RandomScenarios.draw(7, index)).toList();

  private static double share(Predicate<Drawn> which) {
    return (double) DRAWN.stream().filter(which).count() / COUNT;
  }

  private static double share(Axis axis, String value) {
    return share(drawn -> drawn.axes().get(axis).equals(value));
  }

  /** Figures of cores judged before and after would be of other scenarios if this changed. */
  @Test
  void draw_first50_areTheSameForEver() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (int index = 0; index < 50; index++) {
      digest.update(RandomScenarios.draw(1, index).yaml().getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(
        "629165a27cd2bd3b7f756fcb99e8c3d88c68fedc5ad4e08889cb089dd5c96d5e",
        HexFormat.of().formatHex(digest.digest()));
  }

  @Test
  void draw_eachAxis_hasItsShare() {
    assertTrue(share(Axis.LINK, "25 Gbit/s") > 1.0 / 3);
    assertTrue(share(drawn -> !drawn.axes().get(Axis.TOLD).equals(RandomScenarios.RIGHT)) >= 0.5);
    for (String kind :
        List.of(
            "equal bursts",
            "skewed bursts",
            "jobs",
            "load",
            "slow writers",
            "logs",
            "by turns",
            "mixes")) {
      assertEquals(1.0 / 8, share(Axis.KIND, kind), kind);
    }
    assertEquals(0.5, share(Axis.DELAYS, "ten times shorter"));
    for (int racks = 1; racks <= 6; racks++) {
      assertTrue(share(Axis.RACKS, String.valueOf(racks)) >= 0.15);
    }
  }

  @Test
  void draw_eachScenario_isReadAndOfBoundedSize() {
    for (Drawn drawn : DRAWN) {
      Scenario scenario = drawn.scenario();
      int servers = scenario.network().servers().size();
      assertTrue(servers >= 12 && servers <= 24, drawn.yaml());
      for (WriterGroup group : scenario.writers()) {
        assertTrue(group.count() * group.files() <= 8 * 24, drawn.yaml());
      }
    }
  }

  @Test
  void draw_otherSeedOrIndex_isAnotherScenario() {
    assertNotEquals(DRAWN.get(0).yaml(), RandomScenarios.draw(8, 0).yaml());
    assertNotEquals(DRAWN.get(0).yaml(), DRAWN.get(1).yaml());
    assertEquals("random-7-003", DRAWN.get(3).name());
  }
}
