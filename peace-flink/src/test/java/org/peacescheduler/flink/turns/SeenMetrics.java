package org.peacescheduler.flink.turns;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** What a reporter beside Peace's sees. */
public final class SeenMetrics implements MetricReporterFactory, MetricReporter {
  /** Gauges by job and name. */
  static final Map<String, Gauge<?>> GAUGES = new ConcurrentHashMap<>();

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return this;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    String job = group.getAllVariables().get("<job_id>");
    if (job != null && metric instanceof Gauge<?> gauge) {
      GAUGES.put(job + " " + group.getMetricIdentifier(name), gauge);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}
}
