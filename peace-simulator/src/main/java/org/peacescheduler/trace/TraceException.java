package org.peacescheduler.trace;

/** A recording cannot be used; the message names the file and the remedy. */
public final class TraceException extends Exception {
  private static final long serialVersionUID = 1L;

  TraceException(String message) {
    super(message);
  }

  TraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
