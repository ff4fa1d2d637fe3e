package org.peacescheduler.network.topology;

/**
 * What is wrong with a text, before anyone knows where in the file it stands. Immutable.
 *
 * @param message one sentence, with the value
 * @param remedy one sentence
 */
record Flaw(ProblemCode code, String message, String remedy) {}
