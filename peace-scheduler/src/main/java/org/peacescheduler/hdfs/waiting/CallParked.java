package org.peacescheduler.hdfs.waiting;

/**
 * Thrown through HDFS by a call that waits without its handler: not an error. HDFS drops what comes
 * of the call's run, and the call {@linkplain ParkedCalls runs again}. Immutable.
 */
public final class CallParked extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CallParked(String message) {
    super(message, null, false, false);
  }
}
