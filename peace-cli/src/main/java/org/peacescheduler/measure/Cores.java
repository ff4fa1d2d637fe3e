package org.peacescheduler.measure;

/** Whether a measurement was still one of what it is meant to measure. */
public final class Cores {
  private static final double TOO_BUSY = 0.8;

  private Cores() {}

  /**
   * Whether the machine's cores were so busy in a burst that they may have been what limited it.
   *
   * @param share of all cores, from 0 to 1
   */
  public static boolean tooBusy(double share) {
    return share > TOO_BUSY;
  }
}
