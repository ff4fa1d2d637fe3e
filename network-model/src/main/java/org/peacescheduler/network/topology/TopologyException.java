package org.peacescheduler.network.topology;

import java.util.List;
import java.util.stream.Collectors;

/** A topology file cannot be used. Carries every problem that was found, sorted by line. */
public final class TopologyException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  TopologyException(List<Problem> problems) {
    super(format(problems));
    this.problems = List.copyOf(problems);
  }

  TopologyException(List<Problem> problems, Throwable cause) {
    super(format(problems), cause);
    this.problems = List.copyOf(problems);
  }

  /** Returns every problem in the order of the file; never empty. */
  public List<Problem> problems() {
    return problems;
  }

  private static String format(List<Problem> problems) {
    return problems.stream().map(Problem::format).collect(Collectors.joining("\n"));
  }
}
