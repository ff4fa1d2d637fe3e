package org.peacescheduler.hdfs.patched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.hdfs.telemetry.FaultLog;

class EventsTest {
  private volatile boolean awaited;
  private final List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> together = new ArrayList<>();
  private final Events events =
      new Events(
          () -> awaited,
          entries -> {
            int before = taken.size();
            entries.run();
            together.add(taken.size() - before);
          },
          new FaultLog(InstantSource.system()));

  @AfterEach
  void close() {
    events.close();
  }

  private void say(int number) {
    events.say(() -> taken.add(number));
  }

  /** Says something and waits until it has been taken in by another thread. */
  private void sayAndAwait() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    events.say(last::countDown);
    assertTrue(last.await(10, TimeUnit.SECONDS), "is taken in");
  }

  @Test
  void entries_nobodyWaits_areTakenInInOrderByWhoeverWantsToKnow() {
    say(1);
    say(2);
    assertEquals(List.of(), taken);
    events.takeInUnlessAwaited();
    assertEquals(List.of(1, 2), taken);
  }

  @Test
  void entries_dropped_onlyWhatIsSaidFromThenOnIsTakenIn() {
    say(1);
    events.drop(() -> say(2));
    say(3);
    events.takeIn();
    assertEquals(List.of(2, 3), taken);
  }

  @Test
  void entries_somebodyWaits_areTakenInAtOnce() throws Exception {
    events.start();
    say(1);
    awaited = true;
    say(2);
    sayAndAwait();
    assertEquals(List.of(1, 2), taken);
  }

  @Test
  void entries_somebodyBeginsToWait_areTakenInWithoutAFurtherOne() throws Exception {
    events.start();
    CountDownLatch last = new CountDownLatch(1);
    events.say(last::countDown);
    awaited = true;
    events.wake();
    assertTrue(last.await(10, TimeUnit.SECONDS), "is taken in");
  }

  @Test
  void entries_somebodyWaits_areLeftToTheThreadByOthers() {
    awaited = true;
    say(1);
    events.takeInUnlessAwaited();
    assertEquals(List.of(), taken);
    events.takeIn();
    assertEquals(List.of(1), taken);
  }

  @Test
  void entry_fails_theNextAreTakenIn() {
    say(1);
    events.say(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    say(2);
    events.takeIn();
    assertEquals(List.of(1, 2), taken);
  }

  @Test
  void entry_endsWithAnError_theNextAreTakenIn() {
    events.say(
        () -> {
          throw new AssertionError("on purpose");
        });
    say(1);
    events.takeIn();
    assertEquals(List.of(1), taken);
  }

  @Test
  void entries_many_areTakenInTogetherButNotAll() {
    for (int i = 0; i < 101; i++) {
      say(i);
    }
    events.takeIn();
    assertEquals(101, taken.size());
    assertEquals(List.of(32, 32, 32, 5), together);
  }

  @Test
  void entries_whatComesOfThemFails_theNextAreTakenIn() {
    List<Integer> in = new ArrayList<>();
    Events failing =
        new Events(
            () -> false,
            entries -> {
              entries.run();
              throw new IllegalStateException("on purpose");
            },
            new FaultLog(InstantSource.system()));
    failing.say(() -> in.add(1));
    failing.takeIn();
    failing.say(() -> in.add(2));
    failing.takeIn();
    assertEquals(List.of(1, 2), in);
  }

  @Test
  void entry_saidAfterTheEnd_isNotKept() {
    events.close();
    say(1);
    events.takeIn();
    assertEquals(List.of(), taken);
  }

  @Test
  void takeIn_togetherFailsBeforeIt_dropsTheEntryAndEnds() {
    Events failing =
        new Events(
            () -> false,
            entries -> {
              throw new AssertionError("on purpose");
            },
            new FaultLog(InstantSource.system()));
    failing.say(() -> taken.add(1));
    failing.takeIn();
    assertEquals(List.of(), taken);
  }
}
