package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Writers.Writer;

class WritersTest {
  private final Writers writers = new Writers();

  @Test
  void bytesPerSecond_writerIsSlowAndKeepsUpLater_isNoLongerLimited() {
    Writer writer = writers.of("a");
    assertEquals(List.of(), writers.isSlow(writer, 2e6, 1000));
    assertEquals(2e6, writers.bytesPerSecond(writer));
    writers.keptUp(writer, 999);
    assertEquals(2e6, writers.bytesPerSecond(writer), "that chunk had begun before");
    writers.keptUp(writer, 1000);
    assertEquals(Double.MAX_VALUE, writers.bytesPerSecond(writer));
  }
}
