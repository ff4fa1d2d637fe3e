package org.peacescheduler.cli;

/** How a command ends. */
final class ExitCodes {
  /** Everything was done. */
  static final int FINE = 0;

  /** The job failed. */
  static final int FAILED = 1;

  /** Wrong use of the command line; picocli's own. */
  static final int WRONG_USE = 2;

  /** A file that was named cannot be read or used. */
  static final int BAD_INPUT = 3;

  private ExitCodes() {}
}
