package org.peacescheduler.testbed;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was seen of one burst. Immutable. Times are seconds since the burst's first submission.
 *
 * @param cell the name of what was written
 * @param configuration its name
 * @param links what each shaped direction sent
 * @param busy share of the machine's cores
 * @param deferred chunks that Peace put off
 * @param fallbacks chunks that Peace left to the stock policy
 */
record Round(
    String cell,
    String configuration,
    int number,
    boolean warmUp,
    List<Writer> writers,
    Map<String, TestNetwork.Sent> links,
    double busy,
    long deferred,
    long fallbacks) {

  Round {
    writers = List.copyOf(writers);
    links = Map.copyOf(links);
  }

  /**
   * A writer: all its files together.
   *
   * @param firstByte when the first of its files was created
   * @param granted when the first of its chunks was granted; empty if nothing says
   * @param completed when the last of its files was closed
   * @param failure what went wrong; empty if nothing did
   * @param files when each file was closed
   */
  record Writer(
      String host,
      double submitted,
      double firstByte,
      OptionalDouble granted,
      double completed,
      String failure,
      List<Double> files) {

    Writer {
      files = List.copyOf(files);
    }

    boolean failed() {
      return !failure.isEmpty();
    }

    double response() {
      return completed - submitted;
    }

    /** From the grant; who grants at once has none, and its IO time is the response time. */
    double io() {
      return completed - granted.orElse(submitted);
    }
  }
}
