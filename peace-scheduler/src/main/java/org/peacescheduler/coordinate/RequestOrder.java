package org.peacescheduler.coordinate;

/**
 * The order in which waiting requests are looked at. The chunks of one request are never separated
 * by it: it compares requests.
 */
@FunctionalInterface
public interface RequestOrder {
  /**
   * What an order can know of a request.
   *
   * @param number counts requests in the order of their first chunk
   * @param submitted when its first chunk was submitted, in milliseconds
   */
  record Standing(long number, long submitted) {}

  /** Which of two requests goes first. */
  int compare(Standing a, Standing b);

  /** First come, first served: the paper's order. */
  static RequestOrder firstComeFirstServed() {
    return (a, b) -> Long.compare(a.number(), b.number());
  }
}
