package org.peacescheduler.patcher;

/** The sources or a patch are not what they have to be; the message names the thing. */
public final class PatchException extends Exception {
  private static final long serialVersionUID = 1L;

  PatchException(String message) {
    super(message);
  }

  PatchException(String message, Throwable cause) {
    super(message, cause);
  }
}
