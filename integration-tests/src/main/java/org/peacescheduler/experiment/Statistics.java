package org.peacescheduler.experiment;

import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** The few statistics of the report; all are NaN of no values. */
final class Statistics {
  private Statistics() {}

  static double mean(double[] values) {
    return StatUtils.mean(values);
  }

  static double max(double[] values) {
    return StatUtils.max(values);
  }

  static double median(double[] values) {
    return new Median().evaluate(values);
  }

  /**
   * Jain's fairness index, (sum of x)^2 / (n * sum of x^2), of "A Quantitative Measure of Fairness"
   * (Jain, Chiu, Hawe, 1984): 1 if all values are equal, 1/n if all but one are 0.
   */
  static double jain(double[] values) {
    double sum = StatUtils.sum(values);
    return sum * sum / (values.length * StatUtils.sumSq(values));
  }
}
