package org.peacescheduler.laboratory;

import picocli.CommandLine.Option;

/** How often everything is measured, as a mixin. Confined to the command's thread. */
public final class Rounds {
  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Measured rounds; each has every side once.")
  private int measured;

  @Option(names = "--warm-up", paramLabel = "N", description = "Rounds before them, not measured.")
  private int warmUp;

  /** With what a command does unless told otherwise. */
  public Rounds(int measured, int warmUp) {
    this.measured = measured;
    this.warmUp = warmUp;
  }

  /** The measured ones. */
  public int measured() {
    return measured;
  }

  /** Those before them. */
  public int warmUp() {
    return warmUp;
  }
}
