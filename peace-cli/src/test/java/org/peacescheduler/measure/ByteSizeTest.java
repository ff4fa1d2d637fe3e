package org.peacescheduler.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "1 MiB, 1048576, 1 MiB",
    "1MiB, 1048576, 1 MiB",
    "4 MiB/s, 4194304, 4 MiB",
    "1.5 MiB, 1572864, 1536 KiB",
    "65536, 65536, 64 KiB",
    "2 MB, 2000000, 2000000 B",
  })
  void size_writtenByAPerson_isUnderstood(String text, long bytes, String again) {
    ByteSize size = ByteSize.parse(text);
    assertEquals(bytes, size.bytes());
    assertEquals(again, size.toString());
  }

  @Test
  void size_nonsense_isRefusedWithARemedy() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> ByteSize.parse("many"));
    assertEquals(
        "'many' is no size. Maybe write it like '1 MiB', '512 KiB' or '65536'.", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> ByteSize.parse("0"));
    assertThrows(IllegalArgumentException.class, () -> ByteSize.parse("3 IB"));
  }
}
