package org.peacescheduler.cli;

/** How a command ends, those of other modules too. */
public final class ExitCodes {
  /** Everything was done. */
  public static final int FINE = 0;

  /** The job failed. */
  public static final int FAILED = 1;

  /** Wrong use of the command line; picocli's own. */
  public static final int WRONG_USE = 2;

  /** A file that was named cannot be read or used. */
  public static final int BAD_INPUT = 3;

  private ExitCodes() {}
}
