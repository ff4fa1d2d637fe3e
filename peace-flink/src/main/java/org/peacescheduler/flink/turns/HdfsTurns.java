package org.peacescheduler.flink.turns;

import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.util.HadoopUtils;
import org.peacescheduler.client.Turns;

/** Turns from the HDFS that Flink's process is configured for. Immutable. */
final class HdfsTurns implements PeaceCheckpointStorage.TurnsSource {
  private static final long serialVersionUID = 1;

  @Override
  public Turns get() {
    return Turns.of(HadoopUtils.getHadoopConfiguration(GlobalConfiguration.loadConfiguration()));
  }
}
