package org.peacescheduler.coordinate;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. */
public final class FakeClock implements InstantSource {
  private final AtomicLong now = new AtomicLong();

  /** Sets it to so many milliseconds. */
  public void set(long millis) {
    now.set(millis);
  }

  /** Moves it on. */
  public void advance(long millis) {
    now.addAndGet(millis);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now.get());
  }

  @Override
  public long millis() {
    return now.get();
  }
}
