package org.peacescheduler.simulate;

import java.util.List;
import java.util.stream.Collectors;
import org.peacescheduler.network.topology.Problem;

/** A scenario's file cannot be used. Carries every problem that was found, sorted by line. */
public final class ScenarioException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  ScenarioException(List<Problem> problems) {
    super(problems.stream().map(Problem::format).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns every problem in the order of the file; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
