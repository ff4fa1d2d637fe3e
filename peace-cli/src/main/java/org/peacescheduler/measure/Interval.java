package org.peacescheduler.measure;

import java.util.Collection;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The geometric mean of ratios, and where that of all there could be is, in 19 of 20 cases: by
 * Student's t on the logarithms. Immutable.
 *
 * <p>Example: of 0.8, 0.9 and 1.0 it is 0.896, between 0.679 and 1.183.
 *
 * @param low the lower end; the mean where there is only one ratio
 */
public record Interval(double mean, double low, double high) {
  private static final double OUTSIDE = 0.05;

  /** Of ratios, at least one. */
  public static Interval of(Collection<Double> ratios) {
    SummaryStatistics logs = new SummaryStatistics();
    ratios.forEach(ratio -> logs.addValue(Math.log(ratio)));
    double mean = logs.getMean();
    double reach = 0;
    int count = ratios.size();
    if (count > 1) {
      double t = new TDistribution(count - 1).inverseCumulativeProbability(1 - OUTSIDE / 2);
      reach = t * logs.getStandardDeviation() / Math.sqrt(count);
    }
    return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach));
  }

  /** Whether it is larger than something, and not by chance. */
  public boolean isOver(double limit) {
    return low > limit;
  }

  /** Whether it is smaller than something, and not by chance. */
  public boolean isUnder(double limit) {
    return high < limit;
  }
}
