package org.peacescheduler.testbed;

/** The testbed cannot do what it was asked to; the message is for the operator, with a remedy. */
class TestbedException extends Exception {
  private static final long serialVersionUID = 1L;

  TestbedException(String message) {
    super(message);
  }

  TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
