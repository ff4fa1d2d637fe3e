package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.client.TurnRequests.Known;

class RequestsCommandTest {
  @Test
  void text_longNames_isOfEightyColumnsAndKeepsIdsWhole() {
    String id = "7f3a5d1e-6a1b-4c2d-9e8f-0a1b2c3d4e5f";
    Known known =
        new Known(
            id,
            "QUEUED",
            12,
            List.of("server-with-a-long-name.rack12.example.com->tor12", "tor12->core1", "x->y"),
            Optional.of(Duration.ofMillis(123_456)),
            "/user/service-account/checkpoints/job-of-the-streaming-team/chk-41",
            1L << 40,
            Duration.ofMillis(61_234));
    String text = RequestsCommand.text(List.of(known));
    assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
    assertTrue(text.contains(id), text);
    assertTrue(text.contains("QUEUED") && text.contains("1099511627776"), text);
    String words = text.replaceAll("\\s+", "");
    assertEquals(-1, words.indexOf("x->y"), "two links are enough");
  }
}
