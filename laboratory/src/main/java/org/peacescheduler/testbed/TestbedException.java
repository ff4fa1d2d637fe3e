package org.peacescheduler.testbed;

/** The testbed cannot do what it was asked to; the message is for the operator, with a remedy. */
public class TestbedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message for the operator. */
  public TestbedException(String message) {
    super(message);
  }

  /** With a message for the operator and what led to it. */
  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
