package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HttpRelayTest {
  @Test
  void reason_stackTraceInJson_isItsFirstCause() {
    assertEquals(
        "java.net.ConnectException: Connection refused",
        new HttpRelay.Reply(
                400,
                "{\"errors\":[\"o.a.f.RestHandlerException: Could not execute.\\n\\tat X"
                    + "\\nCaused by: java.io.IOException: Could not connect\\n\\tat Y"
                    + "\\nCaused by: java.net.ConnectException: Connection refused\\n\\tat Z\"]}")
            .reason());
  }

  @Test
  void reason_noStackTrace_isTheWholeBody() {
    assertEquals("Job not found", new HttpRelay.Reply(404, "Job not found").reason());
  }
}
