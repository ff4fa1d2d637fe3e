package org.peacescheduler.hdfs.telemetry;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Quantiles of what was measured in the last {@value #INTERVAL_MILLIS} ms that are over, or longer
 * if nobody asked meanwhile; named as those of Hadoop's {@code MutableQuantiles}.
 *
 * <p>Three are taken for each chunk, and adding to Hadoop's own costs a microsecond. Error: 1
 * percent. Thread-safe; adding never waits.
 */
final class Quantiles {
  static final long INTERVAL_MILLIS = 60_000;

  private static final int DIGITS = 2;
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;
  private static final int[] PERCENTILES = {50, 75, 90, 95, 99};

  private final String name;
  private final String description;
  private final String unit;
  private final double unitsASecond;
  private final LongSupplier millis;
  private final Recorder recorder = new Recorder(DIGITS);

  private Histogram last = recorder.getIntervalHistogram();
  private long begin;

  /**
   * Nothing has been measured.
   *
   * @param unit {@code Ms} or {@code Ns}
   * @param millis a clock that never goes back
   */
  Quantiles(String name, String description, String unit, LongSupplier millis) {
    this.name = name;
    this.description = description;
    this.unit = unit;
    unitsASecond = unit.equals("Ns") ? NANOS : MILLIS;
    this.millis = millis;
    begin = millis.getAsLong();
  }

  /** Something took so long; less than 0, as of a clock that was set, is 0. */
  void add(long value) {
    recorder.recordValue(Math.max(0, value));
  }

  synchronized void snapshot(MetricsRecordBuilder record) {
    long now = millis.getAsLong();
    if (now - begin >= INTERVAL_MILLIS) {
      last = recorder.getIntervalHistogram(last);
      begin = now;
    }
    record.addGauge(
        Interns.info(name + "NumOps", "Number of ops for " + description), last.getTotalCount());
    for (int percentile : PERCENTILES) {
      record.addGauge(
          Interns.info(
              name + percentile + "thPercentile" + unit,
              "%d percentile %s of %s"
                  .formatted(percentile, unit.toLowerCase(Locale.ROOT), description)),
          last.getValueAtPercentile(percentile));
    }
  }

  /**
   * The same in seconds, with labels: {@code peace_time_seconds{of="waiting",quantile="0.99"}}. To
   * be asked for after {@link #snapshot}.
   *
   * @param of what took so long
   */
  synchronized void seconds(MetricsCollector collector, String of) {
    for (int percentile : PERCENTILES) {
      collector
          .addRecord("PeaceTime")
          .tag(Interns.info("of", "what took so long"), of)
          .tag(Interns.info("quantile", "part that takes no longer"), "0." + percentile)
          .addGauge(
              Interns.info("Seconds", "quantiles of the last full minute"),
              last.getValueAtPercentile(percentile) / unitsASecond);
    }
  }
}
