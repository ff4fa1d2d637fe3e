package org.peacescheduler.cli;

import java.util.List;
import org.peacescheduler.network.topology.Problem;

/** A command cannot go on; the message is for the operator, complete with remedy. */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** Of a file, if it is one of a file. */
  private final transient List<Problem> problems;

  private CommandFailure(int exitCode, String message, List<Problem> problems, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
    this.problems = List.copyOf(problems);
  }

  /** The job itself failed. */
  public static CommandFailure failed(String message) {
    return new CommandFailure(ExitCodes.FAILED, message, List.of(), null);
  }

  /** As above, with its cause. */
  public static CommandFailure failed(String message, Throwable cause) {
    return new CommandFailure(ExitCodes.FAILED, message, List.of(), cause);
  }

  /** The command line names what cannot be meant, such as an address that is none. */
  static CommandFailure wrongUse(String message, Throwable cause) {
    return new CommandFailure(ExitCodes.WRONG_USE, message, List.of(), cause);
  }

  /** A file cannot be read or used. */
  public static CommandFailure badInput(String message, Throwable cause) {
    return badInput(message, List.of(), cause);
  }

  /** As above, with the problems that the message is made of. */
  static CommandFailure badInput(String message, List<Problem> problems, Throwable cause) {
    return new CommandFailure(ExitCodes.BAD_INPUT, message, problems, cause);
  }

  int exitCode() {
    return exitCode;
  }

  List<Problem> problems() {
    return problems;
  }
}
