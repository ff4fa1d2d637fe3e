package org.peacescheduler.hdfs.telemetry;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;

/**
 * Says in the log why chunks are left to the stock policy, and whose they are: of each reason one
 * line a minute at most, since a burst may have thousands.
 *
 * <p>The first chunk is told at once. Those that follow within a minute are told together when it
 * is over and anything happens; the {@value #NAMED} users who have most of them are named.
 *
 * <p>Example: {@code The stock policy places chunk 3 of '/a' of user 'eve', crowded: 5000 of the
 * 5000 places of user 'eve' are taken}; a minute later {@code The stock policy placed 4912 more
 * within a minute, crowded: 4900 of user 'eve', 12 of user 'ann'; the last was chunk 0 of '/b' of
 * user 'ann': 10000 of the 10000 places are taken}.
 *
 * <p>Memory: {@link TopUsers} of each reason, and its last chunk. Confined to the coordinator's
 * lock.
 */
final class FallbackLog implements Consumer<SchedulerEvent> {
  static final long PERIOD_MILLIS = 60_000;
  static final int NAMED = 3;

  private final Consumer<String> log;

  /** Of each reason of late, the minute that a line has begun. */
  private final Map<FallbackReason, Minute> minutes = new EnumMap<>(FallbackReason.class);

  private long nextOver = Long.MAX_VALUE;

  /** What has fallen back since a line, until the next one may follow. */
  private static final class Minute {
    private final long over;
    private final TopUsers users = new TopUsers();
    private SchedulerEvent.Fallback last;

    Minute(long over) {
      this.over = over;
    }
  }

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
    if (event.time() >= nextOver) {
      endMinutes(event.time());
    }
    if (event instanceof SchedulerEvent.Fallback fallback) {
      add(fallback);
    }
  }

  private void add(SchedulerEvent.Fallback fallback) {
    Minute minute = minutes.get(fallback.reason());
    if (minute == null) {
      begin(fallback.reason(), fallback.time());
      log.accept(
          "The stock policy places %s, %s: %s"
              .formatted(
                  chunk(fallback.chunk()),
                  fallback.reason().text(),
                  LogText.of(fallback.detail())));
    } else {
      minute.users.count(LogText.of(fallback.chunk().user()));
      minute.last = fallback;
    }
  }

  private void begin(FallbackReason reason, long time) {
    minutes.put(reason, new Minute(time + PERIOD_MILLIS));
    nextOver = Math.min(nextOver, time + PERIOD_MILLIS);
  }

  private void endMinutes(long time) {
    nextOver = Long.MAX_VALUE;
    for (FallbackReason reason : FallbackReason.values()) {
      Minute minute = minutes.get(reason);
      if (minute != null && time < minute.over) {
        nextOver = Math.min(nextOver, minute.over);
      } else if (minute != null) {
        minutes.remove(reason);
        if (minute.users.all() > 0) {
          log.accept(line(reason, minute));
          begin(reason, time);
        }
      }
    }
  }

  private static String line(FallbackReason reason, Minute minute) {
    StringBuilder whose = new StringBuilder();
    long others = minute.users.all();
    for (TopUsers.Of each : minute.users.top(NAMED)) {
      whose.append("%d%s, ".formatted(each.number(), ofUser(each.user())));
      others -= each.number();
    }
    whose.append(others == 0 ? "" : "%d of others, ".formatted(others));
    whose.setLength(whose.length() - 2);
    return "The stock policy placed %d more within a minute, %s: %s; the last was %s: %s"
        .formatted(
            minute.users.all(),
            reason.text(),
            whose,
            chunk(minute.last.chunk()),
            LogText.of(minute.last.detail()));
  }

  private static String chunk(Chunk chunk) {
    return "chunk %d of '%s'%s"
        .formatted(chunk.number(), LogText.of(chunk.path()), ofUser(LogText.of(chunk.user())));
  }

  private static String ofUser(String user) {
    return user.isEmpty() ? " of an unknown user" : " of user '" + user + "'";
  }
}
