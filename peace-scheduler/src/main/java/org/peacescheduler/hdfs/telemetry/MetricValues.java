package org.peacescheduler.hdfs.telemetry;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsTag;

/**
 * Takes the numbers of a metrics source, by their names, as Hadoop's sinks do. Confined to one
 * thread.
 */
final class MetricValues extends MetricsRecordBuilder implements MetricsCollector {
  private final Map<String, Number> values = new HashMap<>();

  /** All numbers that were added. */
  Map<String, Number> values() {
    return values;
  }

  @Override
  public MetricsRecordBuilder addRecord(String name) {
    return this;
  }

  @Override
  public MetricsRecordBuilder addRecord(MetricsInfo info) {
    return this;
  }

  @Override
  public MetricsRecordBuilder tag(MetricsInfo info, String value) {
    return this;
  }

  @Override
  public MetricsRecordBuilder add(MetricsTag tag) {
    return this;
  }

  @Override
  public MetricsRecordBuilder add(AbstractMetric metric) {
    values.put(metric.name(), metric.value());
    return this;
  }

  @Override
  public MetricsRecordBuilder setContext(String value) {
    return this;
  }

  private MetricsRecordBuilder put(MetricsInfo info, Number value) {
    values.put(info.name(), value);
    return this;
  }

  @Override
  public MetricsRecordBuilder addCounter(MetricsInfo info, int value) {
    return put(info, value);
  }

  @Override
  public MetricsRecordBuilder addCounter(MetricsInfo info, long value) {
    return put(info, value);
  }

  @Override
  public MetricsRecordBuilder addGauge(MetricsInfo info, int value) {
    return put(info, value);
  }

  @Override
  public MetricsRecordBuilder addGauge(MetricsInfo info, long value) {
    return put(info, value);
  }

  @Override
  public MetricsRecordBuilder addGauge(MetricsInfo info, float value) {
    return put(info, value);
  }

  @Override
  public MetricsRecordBuilder addGauge(MetricsInfo info, double value) {
    return put(info, value);
  }

  @Override
  public MetricsCollector parent() {
    return this;
  }
}
