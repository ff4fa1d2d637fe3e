package org.peacescheduler.testbed;

/** A topology file is right, but describes nothing that the testbed can build. */
public final class UnbuildableException extends TestbedException {
  private static final long serialVersionUID = 1L;

  UnbuildableException(String message) {
    super(message);
  }
}
