package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextTest {

  private static final List<String> KEYS = List.of("hosts", "switch", "up", "down", "disk");

  @Test
  void nearest_typo_findsTheWord() {
    assertEquals(Optional.of("switch"), Text.nearest("swicht", KEYS));
    assertEquals(Optional.of("disk"), Text.nearest("DISC", KEYS));
    assertEquals(Optional.of("up"), Text.nearest("upp", KEYS));
  }

  @Test
  void nearest_otherWord_findsNothing() {
    assertEquals(Optional.empty(), Text.nearest("capacity", KEYS));
    assertEquals(Optional.empty(), Text.nearest("x1", KEYS));
    assertEquals(Optional.empty(), Text.nearest("", KEYS));
    assertEquals(Optional.empty(), Text.nearest("switch".repeat(1000), KEYS));
  }

  @Test
  void nearest_equallyNear_takesTheFirst() {
    assertEquals(Optional.of("spine-1"), Text.nearest("spine-9", List.of("spine-1", "spine-2")));
  }

  @Test
  void quote_longOrUnprintable_isOneShortLine() {
    assertEquals("'a\\nb\\tc\\r\\u0007'", Text.quote("a\nb\tc\r\u0007"));
    assertEquals("'" + "x".repeat(60) + "'", Text.quote("x".repeat(60)));
    assertEquals("'" + "x".repeat(60) + "…'", Text.quote("x".repeat(61)));
    assertEquals("'" + "x".repeat(59) + "…'", Text.quote("x".repeat(59) + "😀"));
  }

  @Test
  void list_ofAnyLength_isASentence() {
    assertEquals("", Text.list(List.of()));
    assertEquals("'a'", Text.list(List.of("a")));
    assertEquals("'a' and 'b'", Text.list(List.of("a", "b")));
    assertEquals("'a', 'b', 'c', 'd', 'e' and 'f'", Text.list(letters("a b c d e f")));
    assertEquals("'a', 'b', 'c', 'd', 'e' and 2 more", Text.list(letters("a b c d e f g")));
    assertEquals("'a', 'a', 'a', 'a', 'a' and 95 more", Text.list(Collections.nCopies(100, "a")));
  }

  private static List<String> letters(String text) {
    return List.of(text.split(" "));
  }
}
