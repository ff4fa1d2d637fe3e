package org.peacescheduler.network.topology;

/**
 * What is wrong with a text, before anyone knows where in the file it stands. Immutable.
 *
 * @param message one sentence, with the value
 * @param remedy one sentence
 * @param isGeneral whether the remedy is the same for any such text, so that another one may be
 *     better
 */
record Flaw(ProblemCode code, String message, String remedy, boolean isGeneral) {

  /** With a remedy for this text. */
  Flaw(ProblemCode code, String message, String remedy) {
    this(code, message, remedy, false);
  }

  /** With a remedy for any such text. */
  static Flaw general(ProblemCode code, String message, String remedy) {
    return new Flaw(code, message, remedy, true);
  }

  /** The same with a remedy for this text. */
  Flaw withRemedy(String better) {
    return new Flaw(code, message, better, false);
  }
}
