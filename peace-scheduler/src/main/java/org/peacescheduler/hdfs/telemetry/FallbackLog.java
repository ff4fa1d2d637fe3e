package org.peacescheduler.hdfs.telemetry;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.log.LogThrottlingHelper;
import org.apache.hadoop.log.LogThrottlingHelper.LogAction;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * Says in the log why chunks are left to the stock policy: of each reason the first one, and not
 * again for a minute, since a burst may have thousands.
 *
 * <p>Example: {@code The stock policy places chunk 3 of '/a', impossible: replica 1 of 3: no
 * datanode is 'same-rack' as seen from svr1.1 and not yet in the pipeline (suppressed logging 41
 * times)}.
 *
 * <p>Confined to the coordinator's lock.
 */
final class FallbackLog implements Consumer<SchedulerEvent> {
  static final long PERIOD_MILLIS = 60_000;

  private final Consumer<String> log;
  private final Map<FallbackReason, LogThrottlingHelper> throttles =
      new EnumMap<>(FallbackReason.class);

  /**
   * A log of fallbacks.
   *
   * @param log takes a line
   */
  FallbackLog(Consumer<String> log) {
    this.log = log;
  }

  @Override
  public void accept(SchedulerEvent event) {
    if (!(event instanceof SchedulerEvent.Fallback fallback)) {
      return;
    }
    LogAction action =
        throttles
            .computeIfAbsent(fallback.reason(), r -> new LogThrottlingHelper(PERIOD_MILLIS))
            .record(fallback.reason().text(), fallback.time());
    if (action.shouldLog()) {
      log.accept(
          "The stock policy places chunk %d of '%s', %s: %s%s"
              .formatted(
                  fallback.chunk().number(),
                  LogText.of(fallback.chunk().path()),
                  fallback.reason().text(),
                  LogText.of(fallback.detail()),
                  LogThrottlingHelper.getLogSupressionMessage(action)));
    }
  }
}
