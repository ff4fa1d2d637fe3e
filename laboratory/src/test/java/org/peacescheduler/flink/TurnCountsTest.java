package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peacescheduler.laboratory.TurnsAsked;

class TurnCountsTest {
  private static final TurnsAsked TURNS = TurnsAsked.parse("peace+turns");

  private static TurnCounts read(String answer) throws JsonProcessingException {
    return TurnCounts.read(new ObjectMapper().readTree(answer));
  }

  @Test
  void read_anyOrder_hasEachMetric() throws JsonProcessingException {
    TurnCounts counts =
        read(
            """
            [{"id":"peace.withoutTurn","value":"1"},{"id":"peace.turns","value":"5"},
             {"id":"peace.turnFailures","value":"2"},{"id":"peace.turnsByProtocol","value":"4"}]
            """);
    assertEquals(new TurnCounts(5, 4, 1, 2), counts);
    assertEquals(8, counts.asked());
  }

  @Test
  void read_jobThatIsNotKnownYet_isNothing() throws JsonProcessingException {
    assertEquals(new TurnCounts(0, 0, 0, 0), read("[]"));
  }

  @Test
  void problem_allAsAskedFor_isNone() {
    assertEquals(Optional.empty(), new TurnCounts(5, 5, 1, 0).problem("job-1", TURNS));
    assertEquals(
        Optional.empty(),
        new TurnCounts(5, 0, 1, 0).problem("job-1", TurnsAsked.parse("peace+first-block")));
  }

  @Test
  void problem_oneByAnotherWayOrNone_isTold() {
    assertEquals(
        Optional.of(
            "A checkpoint of job-1 got its turn by FIRST_BLOCK, and 'peace+turns' asks for one by"
                + " PROTOCOL. Maybe the NameNode's log says why."),
        new TurnCounts(5, 4, 0, 0).problem("job-1", TURNS));
    assertEquals(
        Optional.of(
            "1 checkpoint of job-1 could not ask for a turn. Maybe the job manager's log says"
                + " why."),
        new TurnCounts(5, 5, 0, 1).problem("job-1", TURNS));
  }
}
