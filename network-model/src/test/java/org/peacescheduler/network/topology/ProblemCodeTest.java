package org.peacescheduler.network.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProblemCodeTest {

  @Test
  void documentation_everyCode_hasOneRow() throws IOException {
    List<String> documented =
        Files.readAllLines(TopologyTexts.inCheckout("docs/topology-errors.md")).stream()
            .filter(line -> line.startsWith("| PEACE-TOPO-"))
            .map(line -> line.substring(2, line.indexOf(' ', 2)))
            .toList();
    List<String> codes =
        Stream.concat(
                Arrays.stream(ProblemCode.values()).map(ProblemCode::code),
                Arrays.stream(WarningCode.values()).map(WarningCode::code))
            .toList();
    assertEquals(codes, documented);
  }

  @Test
  void format_wholeProblem_isWhatOperatorsSee() {
    Problem problem =
        new Problem(
            ProblemCode.UNDECLARED_SWITCH.code(),
            "conf/topology.yaml",
            14,
            7,
            "links[3].between[1]",
            "switch 'spine-9' is not declared.",
            "Maybe add it under 'switches', or use 'spine-1'.");
    assertEquals(
        """
        PEACE-TOPO-003 conf/topology.yaml:14 links[3].between[1]: switch 'spine-9' is not declared.
        Maybe add it under 'switches', or use 'spine-1'.\
        """,
        problem.format());
  }
}
