package org.peacescheduler.network.analysis;

import java.util.List;

/**
 * The capacity between two halves of the servers: the links that a cut between them severs, one
 * direction, in chunks per timestep. Immutable.
 *
 * <p>The halves are as equal as they can be with the servers of a switch kept together, and the cut
 * is the cheapest such one.
 *
 * @param capacity of the cut
 * @param method how it was found, and so whether {@code capacity} is the least there is
 * @param smaller servers on the smaller side
 * @param larger servers on the other side
 * @param side the switches with servers of the smaller side
 */
public record Bisection(long capacity, Method method, int smaller, int larger, List<String> side) {

  /** How a bisection was found. */
  public enum Method {
    /** Exact: the switches form a tree. */
    TREE("exact: the switches form a tree"),
    /** Exact: every way to halve was looked at, but for switches that are alike. */
    EXHAUSTIVE("exact: every way to halve was looked at"),
    /** An upper bound: some ways to halve were looked at, contiguous ones. */
    SAMPLED("an upper bound: halves of neighbouring switches were looked at");

    private final String text;

    Method(String text) {
      this.text = text;
    }

    /** The method in words. */
    public String text() {
      return text;
    }
  }

  /** Copies the side. */
  public Bisection {
    side = List.copyOf(side);
  }

  /** Whether no other halves are joined by less. */
  public boolean isExact() {
    return method != Method.SAMPLED;
  }
}
