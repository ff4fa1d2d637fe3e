package org.peacescheduler.measure;

import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** The few statistics of the reports; all are NaN of no values. */
public final class Statistics {
  private Statistics() {}

  /** The arithmetic mean. */
  public static double mean(double[] values) {
    return StatUtils.mean(values);
  }

  /** The greatest value. */
  public static double max(double[] values) {
    return StatUtils.max(values);
  }

  /**
   * The value below which a share of all lies.
   *
   * @param share such as 0.95
   */
  public static double quantile(double[] values, double share) {
    return StatUtils.percentile(values, 100 * share);
  }

  /** The middle value, or the mean of the two in the middle. */
  public static double median(double[] values) {
    return new Median().evaluate(values);
  }

  /**
   * Jain's fairness index, (sum of x)^2 / (n * sum of x^2), of "A Quantitative Measure of Fairness"
   * (Jain, Chiu, Hawe, 1984): 1 if all values are equal, 1/n if all but one are 0.
   */
  public static double jain(double[] values) {
    double sum = StatUtils.sum(values);
    return sum * sum / (values.length * StatUtils.sumSq(values));
  }
}
