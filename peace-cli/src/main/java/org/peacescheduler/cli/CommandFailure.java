package org.peacescheduler.cli;

/** A command cannot go on; the message is for the operator, complete with remedy. */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The job itself failed. */
  public static CommandFailure failed(String message) {
    return new CommandFailure(ExitCodes.FAILED, message, null);
  }

  /** As above, with its cause. */
  public static CommandFailure failed(String message, Throwable cause) {
    return new CommandFailure(ExitCodes.FAILED, message, cause);
  }

  /** A file cannot be read or used. */
  public static CommandFailure badInput(String message, Throwable cause) {
    return new CommandFailure(ExitCodes.BAD_INPUT, message, cause);
  }

  int exitCode() {
    return exitCode;
  }
}
