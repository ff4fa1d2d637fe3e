package org.peacescheduler.flink.turns;

import java.util.Properties;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Adds the figures of turns to each job's metrics in the job manager, so that every other reporter
 * reports them.
 *
 * <pre>
 * metrics.reporter.peace.factory.class: org.peacescheduler.flink.turns.TurnMetricsReporterFactory
 * </pre>
 *
 * <p>It reports nothing itself: a reporter is what Flink shows a job's group of metrics to, and a
 * checkpoint storage is not. Example: {@code <job manager>.<job>.peace.lastCheckpointWait}, in
 * milliseconds. Stateless.
 */
public final class TurnMetricsReporterFactory implements MetricReporterFactory {
  /** A metric that each job has once, in the job manager alone. */
  private static final String OF_JOB = "lastCheckpointDuration";

  private static final String JOB_ID = "<job_id>";

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return new Registrar();
  }

  private static final class Registrar implements MetricReporter {
    @Override
    public void open(MetricConfig config) {
      // Nothing is reported from here.
    }

    @Override
    public void close() {
      // Nothing is open.
    }

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
      String job = group.getAllVariables().get(JOB_ID);
      if (!name.equals(OF_JOB) || job == null) {
        return;
      }
      TurnFigures figures = TurnFigures.of(job);
      MetricGroup peace = group.addGroup("peace");
      peace.gauge("turns", (Gauge<Long>) figures::turns);
      peace.gauge("turnsByProtocol", (Gauge<Long>) figures::byProtocol);
      peace.gauge("withoutTurn", (Gauge<Long>) figures::late);
      peace.gauge("turnFailures", (Gauge<Long>) figures::failures);
      peace.gauge("lastCheckpointWait", (Gauge<Long>) figures::lastWaitMillis);
      peace.gauge("lastCheckpointTurn", (Gauge<Long>) figures::lastTurnMillis);
      peace.gauge("lastCheckpointDurationWithoutWait", (Gauge<Long>) figures::lastDurationMillis);
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
      // Flink removes a job's whole group.
    }
  }
}
