package org.peacescheduler.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import org.peacescheduler.network.topology.Problem;

/**
 * What is wrong, as the one JSON document that {@code --json} promises; for people it is on
 * standard error as well.
 *
 * <p>Example: {@code {"exitCode": 3, "error": "…", "problems": [{"code": "PEACE-TOPO-003", "file":
 * "t.yaml", "line": 14, …}]}}. Thread-safe: it has no state.
 */
public final class JsonProblems {
  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonProblems() {}

  /**
   * Prints the document.
   *
   * @param message all of it, as people read it
   * @param problems of a file, if the error is one of a file
   */
  public static void print(PrintWriter out, int exitCode, String message, List<Problem> problems) {
    ObjectNode root = JSON.createObjectNode();
    root.put("exitCode", exitCode);
    root.put("error", message);
    if (!problems.isEmpty()) {
      ArrayNode all = root.putArray("problems");
      for (Problem problem : problems) {
        all.addObject()
            .put("code", problem.code())
            .put("file", problem.file())
            .put("line", problem.line())
            .put("path", problem.path())
            .put("message", problem.message())
            .put("remedy", problem.remedy());
      }
    }
    out.println(root.toPrettyString());
    out.flush();
  }
}
