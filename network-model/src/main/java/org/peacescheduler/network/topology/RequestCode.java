package org.peacescheduler.network.topology;

/**
 * What can be wrong with a list of requests and with no other file. The number of a constant never
 * changes and is never used again; docs/request-errors.md explains each, and those that are shared
 * with {@link ProblemCode}.
 */
enum RequestCode {
  UNKNOWN_WRITER(51),
  BAD_COUNT(52),
  ABSURD_COUNT(53),
  TOO_MANY_CHUNKS(54);

  private final int number;

  RequestCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
