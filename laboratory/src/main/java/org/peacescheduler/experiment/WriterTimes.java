package org.peacescheduler.experiment;

/**
 * When one writer's file was written. Times are seconds since the burst's first submission.
 *
 * <p>Immutable.
 *
 * @param writer the host that the writer says it is on
 * @param submitted before the file was created
 * @param granted when its first chunk got its place; under the stock policy, which never waits, the
 *     same as submitted
 * @param completed when the close of the file returned
 * @param failure why it was not written; empty if it was
 */
record WriterTimes(
    String writer,
    String path,
    double submitted,
    double granted,
    double completed,
    long bytes,
    String failure) {
  boolean failed() {
    return !failure.isEmpty();
  }

  double responseSeconds() {
    return completed - submitted;
  }

  double ioSeconds() {
    return completed - granted;
  }

  WriterTimes withFailure(String newFailure) {
    return new WriterTimes(writer, path, submitted, granted, completed, bytes, newFailure);
  }
}
