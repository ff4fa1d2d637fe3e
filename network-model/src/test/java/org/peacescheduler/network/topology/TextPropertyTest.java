package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

class TextPropertyTest {

  @Property
  void distance_anyWords_equalsTheDefinition(
      @ForAll @AlphaChars @StringLength(max = 6) String a,
      @ForAll @AlphaChars @StringLength(max = 6) String b) {
    assertEquals(definition(a, b), Text.distance(a, b));
  }

  private static int definition(String a, String b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.length() + b.length();
    }
    int replaced =
        definition(a.substring(1), b.substring(1)) + (a.charAt(0) == b.charAt(0) ? 0 : 1);
    int inserted = definition(a, b.substring(1)) + 1;
    int removed = definition(a.substring(1), b) + 1;
    return Math.min(replaced, Math.min(inserted, removed));
  }
}
