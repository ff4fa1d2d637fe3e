package org.peacescheduler.hdfs.stock;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.waiting.Wait;
import org.peacescheduler.hdfs.waiting.WaitingRoom;

/**
 * Where chunks wait, on a stock NameNode: some in an RPC handler, the others with their answer
 * delayed.
 *
 * <p>A handler that waits is lost to everyone else, so only some may. The other clients are told to
 * ask again, but their answers leave only when it is their turn: such a delayed answer costs no
 * handler. A client asks again only a few times before its write fails, so it is called only when a
 * handler's place is free for it, when there is room for its chunk, or before its patience for an
 * answer ends. The places are for the oldest requests, since they are granted first; a chunk whose
 * client will not ask again keeps its place. If a client comes for the last time and all places are
 * kept so, the stock policy places its chunk.
 *
 * <p>Example: 2 places, held by the requests 3 and 7. Request 5 comes: 7's answer is delayed. 3 is
 * granted: 7's answer is sent, and 0.4 s later 7 asks again and has a place.
 *
 * <p>Thread-safe: one lock, never held while the coordinator's lock is taken or an answer is sent.
 */
public final class HandlerHold {
  /** Clients wait for an answer for two minutes; some are set to one. */
  static final long LONGEST_DELAY_MILLIS = 45_000;

  private static final long GONE_MILLIS = 120_000;
  private static final long SLACK_MILLIS = 1_000;

  private final Limits limits;
  private final InstantSource clock;
  private final Map<Wait, Integer> held = new HashMap<>();
  private final Map<Ticket, Absence> absent = new LinkedHashMap<>();

  /**
   * What may wait, and what clients do.
   *
   * @param places how many handlers may wait
   * @param clientRetries how often a client asks again
   * @param firstPauseMillis how long a client waits before it asks again for the first time; each
   *     time, it waits twice as long as before
   */
  public record Limits(int places, int clientRetries, long firstPauseMillis) {}

  /** A client that was told to ask again, or will be. */
  private static final class Absence {
    final Wait wait;
    final long since;
    final int timesSentAway;
    final Optional<WaitingRoom.Place> place;
    Runnable answer;
    long called = -1;

    Absence(Wait wait, long since, int timesSentAway) {
      this.wait = wait;
      this.since = since;
      this.timesSentAway = timesSentAway;
      this.place = wait.place().map(WaitingRoom.Place::another);
    }

    void end() {
      place.ifPresent(WaitingRoom.Place::leave);
    }
  }

  /** No chunk waits yet. */
  public HandlerHold(Limits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Asks for a place for a chunk that waits. If there is none, the chunk, or a chunk that has one
   * and can do without, is sent away or to the stock policy: the coordinator then ends its wait.
   */
  public void enter(Wait wait, Coordinator coordinator) {
    int sentAway = coordinator.timesSentAway(wait.ticket());
    Wait loser = null;
    List<Runnable> answers = new ArrayList<>();
    synchronized (this) {
      remove(wait.ticket()).ifPresent(answers::add);
      held.put(wait, sentAway);
      if (held.size() > limits.places()) {
        loser = loser(wait);
        // Another call may have been sent away for the same chunk.
        remove(loser.ticket()).ifPresent(answers::add);
        int times = held.remove(loser);
        if (times < limits.clientRetries()) {
          absent.put(loser.ticket(), new Absence(loser, clock.millis(), times + 1));
        }
      }
    }
    answers.forEach(Runnable::run);
    if (loser == null) {
      return;
    }
    if (loser != wait || sentAway < limits.clientRetries()) {
      Ticket away = loser.ticket();
      coordinator.sendAway(away, () -> call(away));
    } else {
      coordinator.giveUpWaiting(
          wait.ticket(),
          FallbackReason.NO_HANDLER,
          "%d handlers wait already, and the client will not ask again".formatted(limits.places()));
    }
  }

  /** The newest request that can be told to ask again; the newcomer if there is none. */
  private Wait loser(Wait newcomer) {
    Comparator<Wait> age = (a, b) -> a.ticket().compareRequests(b.ticket());
    return held.entrySet().stream()
        .filter(e -> e.getValue() < limits.clientRetries())
        .map(Map.Entry::getKey)
        .max(age.thenComparing(w -> w == newcomer))
        .orElse(newcomer);
  }

  /** The handler waits no more. */
  public void leave(Wait wait) {
    synchronized (this) {
      held.remove(wait);
    }
    fill();
  }

  /** The chunk waits no more, or somebody else waits for it: who still waits is answered. */
  public void forget(Ticket ticket) {
    Optional<Runnable> answer;
    synchronized (this) {
      answer = remove(ticket);
    }
    answer.ifPresent(Runnable::run);
  }

  private Optional<Runnable> remove(Ticket ticket) {
    Absence absence = absent.remove(ticket);
    if (absence == null) {
      return Optional.empty();
    }
    absence.end();
    return answerOf(absence);
  }

  /**
   * Takes the answer of a client that was sent away, to send it later.
   *
   * @return false if the answer is to be sent at once
   */
  public synchronized boolean delay(Wait wait, Runnable answer) {
    Absence absence = absent.get(wait.ticket());
    if (absence == null || !absence.wait.equals(wait) || absence.called >= 0) {
      return false;
    }
    absence.answer = answer;
    return true;
  }

  private void call(Ticket ticket) {
    Optional<Runnable> answer;
    synchronized (this) {
      answer = answerOf(absent.get(ticket));
    }
    answer.ifPresent(Runnable::run);
  }

  private Optional<Runnable> answerOf(Absence absence) {
    if (absence == null || absence.called >= 0) {
      return Optional.empty();
    }
    absence.called = clock.millis();
    Optional<Runnable> answer = Optional.ofNullable(absence.answer);
    absence.answer = null;
    return answer;
  }

  /**
   * Calls the oldest requests to the places that are free, and forgets clients that do not come.
   */
  public void fill() {
    List<Runnable> answers = new ArrayList<>();
    synchronized (this) {
      long now = clock.millis();
      for (Ticket ticket : List.copyOf(absent.keySet())) {
        if (now - absent.get(ticket).since >= GONE_MILLIS) {
          remove(ticket).ifPresent(answers::add);
        }
      }
      int free = limits.places() - held.size();
      List<Ticket> delayed = new ArrayList<>();
      for (Map.Entry<Ticket, Absence> entry : absent.entrySet()) {
        Absence absence = entry.getValue();
        if (absence.called >= 0) {
          free -= isOnItsWay(absence, now) ? 1 : 0;
        } else if (now - absence.since >= LONGEST_DELAY_MILLIS) {
          answerOf(absence).ifPresent(answers::add);
        } else if (absence.answer != null) {
          delayed.add(entry.getKey());
        }
      }
      if (free > 0) {
        delayed.sort(Ticket::compareRequests);
        for (Ticket ticket : delayed.subList(0, Math.min(free, delayed.size()))) {
          answerOf(absent.get(ticket)).ifPresent(answers::add);
        }
      }
    }
    answers.forEach(Runnable::run);
  }

  private boolean isOnItsWay(Absence absence, long now) {
    long pause = limits.firstPauseMillis() << Math.min(absence.timesSentAway - 1, 10);
    return now - absence.called < pause + SLACK_MILLIS;
  }

  /** Sends all answers. */
  public void callAll() {
    List<Runnable> answers = new ArrayList<>();
    synchronized (this) {
      List.copyOf(absent.keySet()).forEach(ticket -> remove(ticket).ifPresent(answers::add));
    }
    answers.forEach(Runnable::run);
  }

  /** What handlers wait for. */
  public synchronized List<Ticket> held() {
    return held.keySet().stream().map(Wait::ticket).toList();
  }

  /** How many handlers wait. */
  public synchronized int size() {
    return held.size();
  }

  /** How many clients wait for a delayed answer. */
  public synchronized int delayed() {
    return (int) absent.values().stream().filter(a -> a.answer != null).count();
  }
}
