package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.testbed.LineProcess;
import org.peacescheduler.testbed.TestbedException;

class JobManagerTest {
  @TempDir private Path folder;

  private interface Question {
    void ask(JobManager jobManager) throws TestbedException;
  }

  /** Asks a job manager that says of each job that it is in some state. */
  private void ask(String state, Question question) throws Exception {
    String reply =
        new ObjectMapper()
            .writeValueAsString(
                new HttpRelay.Reply(200, "{\"name\":\"job-1\",\"state\":\"" + state + "\"}"));
    List<String> relay =
        List.of("sh", "-c", "while read line; do printf '%s\\n' \"$0\"; done", reply);
    try (LineProcess process =
        LineProcess.talking("the relay", relay, folder.resolve("relay.log"))) {
      question.ask(new JobManager(process, "10.0.0.1", 8081));
    }
  }

  @Test
  void isOver_cancelled_onlyWhenItHasEnded() throws Exception {
    ask("CANCELLING", jobManager -> assertFalse(jobManager.isOver("1")));
    ask("CANCELED", jobManager -> assertTrue(jobManager.isOver("1")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FAILED", "FINISHED"})
  void isOver_endedByItself_isToldAtOnce(String state) throws Exception {
    ask(
        state,
        jobManager -> {
          TestbedException e = assertThrows(TestbedException.class, () -> jobManager.isOver("1"));
          assertEquals(
              "Flink's job job-1 is " + state + ". Maybe the job manager's log says why.",
              e.getMessage());
          assertThrows(TestbedException.class, () -> jobManager.requireNotEnded("1"));
        });
  }

  @Test
  void requireNotEnded_startsAgain_isFine() throws Exception {
    ask("RESTARTING", jobManager -> jobManager.requireNotEnded("1"));
  }
}
