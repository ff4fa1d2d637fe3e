package org.peacescheduler.network.topology;

import java.util.List;
import java.util.stream.Collectors;

/** A requests file cannot be used. Carries every problem that was found, sorted by line. */
public final class RequestsException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  RequestsException(List<Problem> problems) {
    super(problems.stream().map(Problem::format).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns every problem in the order of the file; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
