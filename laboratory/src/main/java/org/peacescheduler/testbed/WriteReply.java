package org.peacescheduler.testbed;

import java.util.List;

/**
 * What a host's process answers, one JSON line on its standard output. Immutable.
 *
 * @param failure why the whole order failed; empty if it did not
 * @param files one for each file of the order, in its order
 */
record WriteReply(String failure, List<FileTimes> files) {

  /**
   * One file. Times are milliseconds since 1970.
   *
   * @param submitted before the file was created
   * @param firstByte when the file was created and its first bytes handed over
   * @param done when its close returned
   * @param failure what went wrong; empty if nothing did
   */
  record FileTimes(String path, double submitted, double firstByte, double done, String failure) {}

  WriteReply {
    files = List.copyOf(files);
  }
}
