package org.peacescheduler.flink.turns;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * What the configuration says about turns.
 *
 * <p>Flink's own keys are named here again, because the two versions have them in different
 * classes. Example: a time-out of 10 minutes and {@code peace.checkpointing.wait.max} of 1 minute
 * let a checkpoint wait for 1 minute; with a time-out of 2 minutes it is 30 s. Immutable.
 *
 * @param longestWait how long a checkpoint waits at most
 * @param directory below which the checkpoints of all jobs are; empty if there is none
 * @param jobDirectories whether each job has a directory of its own there
 * @param waiting how many jobs of a job manager may wait at the same time: one thread of its I/O
 *     pool stays free, since that pool completes the checkpoints of those whose turn it is
 */
record TurnOptions(Duration longestWait, String directory, boolean jobDirectories, int waiting)
    implements Serializable {
  /** The storage that really stores, by Flink's short name or by the class of a factory. */
  static final ConfigOption<String> STORAGE =
      ConfigOptions.key("peace.checkpointing.storage")
          .stringType()
          .defaultValue("filesystem")
          .withDescription("The checkpoint storage that is used in the turn.");

  static final ConfigOption<Duration> LONGEST_WAIT =
      ConfigOptions.key("peace.checkpointing.wait.max")
          .durationType()
          .defaultValue(Duration.ofMinutes(1))
          .withDescription("How long a checkpoint waits for its turn at most; 0 for not at all.");

  private static final ConfigOption<Duration> TIMEOUT =
      ConfigOptions.key("execution.checkpointing.timeout")
          .durationType()
          .defaultValue(Duration.ofMinutes(10));

  private static final ConfigOption<Duration> ALIGNED_TIMEOUT =
      ConfigOptions.key("execution.checkpointing.aligned-checkpoint-timeout")
          .durationType()
          .defaultValue(Duration.ZERO)
          .withDeprecatedKeys("execution.checkpointing.alignment-timeout");

  private static final ConfigOption<String> DIRECTORY =
      ConfigOptions.key("execution.checkpointing.dir")
          .stringType()
          .noDefaultValue()
          .withDeprecatedKeys("state.checkpoints.dir");

  private static final ConfigOption<Boolean> JOB_DIRECTORIES =
      ConfigOptions.key("execution.checkpointing.create-subdir")
          .booleanType()
          .defaultValue(true)
          .withDeprecatedKeys("state.checkpoints.create-subdir");

  private static final ConfigOption<Integer> POOL =
      ConfigOptions.key("jobmanager.io-pool.size").intType().noDefaultValue();

  private static final int PART_OF_TIMEOUT = 4;
  private static final int PART_OF_ALIGNED = 2;

  static TurnOptions of(ReadableConfig config) {
    Duration wait = config.get(LONGEST_WAIT);
    wait = shorter(wait, config.get(TIMEOUT).dividedBy(PART_OF_TIMEOUT));
    Duration aligned = config.get(ALIGNED_TIMEOUT);
    if (!aligned.isZero()) {
      wait = shorter(wait, aligned.dividedBy(PART_OF_ALIGNED));
    }
    int pool = config.getOptional(POOL).orElseGet(Runtime.getRuntime()::availableProcessors);
    return new TurnOptions(
        wait,
        config.getOptional(DIRECTORY).orElse(""),
        config.get(JOB_DIRECTORIES),
        Math.max(1, pool - 1));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
