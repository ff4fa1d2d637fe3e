package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class RememberedTest {
  private static Set<String> afterAskingForA(Remembered<String, Integer> two) {
    two.put("a", 1);
    two.put("b", 2);
    assertEquals(1, two.get("a"));
    two.put("a", 3);
    two.put("c", 4);
    return two.keySet();
  }

  @Test
  void byUse_onesThatWereAskedFor_areForgottenLast() {
    assertEquals(Set.of("a", "c"), afterAskingForA(Remembered.byUse(2)));
  }

  @Test
  void byAge_onesThatCameFirst_areForgottenFirstWhoeverAsksForThem() {
    assertEquals(Set.of("b", "c"), afterAskingForA(Remembered.byAge(2)));
  }
}
