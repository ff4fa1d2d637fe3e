package org.peacescheduler.calibrate;

/** The cluster cannot be calibrated; the message is for the operator, with a remedy. */
final class CalibrationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * A failure.
   *
   * @param exitCode one of the command line's exit codes
   */
  CalibrationException(int exitCode, String message) {
    this(exitCode, message, null);
  }

  CalibrationException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
