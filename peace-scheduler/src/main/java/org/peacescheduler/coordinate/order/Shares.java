package org.peacescheduler.coordinate.order;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What shares are due beside each other: in proportion to their weights, and at least a guaranteed
 * part of each full edge while they wait for it. A share that is not named has a weight of 1.
 *
 * <p>Example: {@code /flink/**} with weight 4 beside two users: 4 of 6 parts. Beside twenty users 4
 * of 24; with 0.3 guaranteed still 0.3. Immutable.
 */
public record Shares(Map<Share, Terms> terms) {
  /** All alike. */
  public static final Shares EQUAL = new Shares(Map.of());

  /** What can be guaranteed of an edge; sums of decimal fractions are not exact. */
  public static final double ALL = 1 + 1e-9;

  /**
   * What one share is due.
   *
   * @param weight above 0
   * @param guaranteed part of each full edge, 0 to 1
   */
  public record Terms(double weight, double guaranteed) {
    private static final Terms USUAL = new Terms(1, 0);

    /** Refuses what is out of range. */
    public Terms {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("weight " + weight + " is not above 0");
      }
      if (!(guaranteed >= 0 && guaranteed <= 1)) {
        throw new IllegalArgumentException("guaranteed " + guaranteed + " is not from 0 to 1");
      }
    }
  }

  /** Copies the terms; refuses guarantees of more than there is. */
  public Shares {
    terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms)); // In one order everywhere.
    double sum = terms.values().stream().mapToDouble(Terms::guaranteed).sum();
    if (sum > ALL) {
      throw new IllegalArgumentException("guaranteed parts add up to " + sum);
    }
  }

  /** What a share is due beside others, in proportion to theirs. */
  public double weight(Share share) {
    return terms.getOrDefault(share, Terms.USUAL).weight();
  }

  /** The part of each full edge that is guaranteed to a share. */
  public double guaranteed(Share share) {
    return terms.getOrDefault(share, Terms.USUAL).guaranteed();
  }
}
