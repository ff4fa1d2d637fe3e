package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void kept_shortName_isTheNameItself() {
    String name = "x".repeat(Names.LONGEST);
    assertSame(name, Names.kept(name));
  }

  @Test
  void kept_longNames_areShortAndToldApart() {
    String name = "x".repeat(8000);
    assertTrue(Names.kept(name).length() <= Names.LONGEST);
    assertEquals(Names.kept(name), Names.kept("x".repeat(8000)));
    assertNotEquals(Names.kept(name), Names.kept(name + "y"));
    assertNotEquals(Names.kept("\ud800".repeat(200)), Names.kept("\ud801".repeat(200)));
    assertEquals(Names.kept(name), Names.kept(Names.kept(name)));
  }
}
