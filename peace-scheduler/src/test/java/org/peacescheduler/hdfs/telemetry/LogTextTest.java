package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogTextTest {
  @Test
  void of_controlCharacters_writesThemOut() {
    assertEquals("/a\\u000ab\\u202e", LogText.of("/a\nb\u202e"));
  }

  @Test
  void of_longText_isItsBeginningAndItsLength() {
    String longest = "x".repeat(LogText.LONGEST);
    assertEquals(longest, LogText.of(longest));
    assertEquals(longest + "... (8000000 characters)", LogText.of("x".repeat(8_000_000)));
  }

  @Test
  void cut_withinACharacterOfTwo_leavesItOut() {
    assertEquals("a... (3 characters)", LogText.cut("a\ud83d\ude03", 2));
  }
}
