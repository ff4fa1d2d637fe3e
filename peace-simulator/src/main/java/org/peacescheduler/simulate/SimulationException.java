package org.peacescheduler.simulate;

/** A simulation comes to no end. The message says who waits. */
public final class SimulationException extends Exception {
  private static final long serialVersionUID = 1L;

  SimulationException(String message) {
    super(message);
  }
}
