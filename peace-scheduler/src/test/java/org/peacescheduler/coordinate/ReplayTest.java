package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.journal.Entry;
import org.peacescheduler.journal.JournalLine;
import org.peacescheduler.journal.Replay;
import org.peacescheduler.journal.Scribe;

/** Random calls, written down and made again: the same decisions, to the last digit. */
class ReplayTest {
  private static final int CALLS = 2200;
  private static final int DECISIONS = 1500;

  /** A run of random calls, with its journal. */
  private static final class Recorded {
    final List<Entry> entries = new ArrayList<>();
    final List<String> lines = new ArrayList<>();

    Recorded(double fraction, GroupOrder order, Ends ends) throws IOException {
      Scribe scribe = new Scribe(entries::add);
      CoordinatorPropertyTest.Run run =
          new CoordinatorPropertyTest.Run(fraction, order, ends, scribe, scribe);
      SplittableRandom random = new SplittableRandom(36);
      for (int i = 0; i < CALLS; i++) {
        if (random.nextInt(4) > 0) {
          run.doOne(random.nextInt());
        } else {
          doOther(run, random);
        }
      }
      run.coordinator.stop();
      for (Entry entry : entries) {
        lines.add(JournalLine.text(entry));
      }
    }

    Replay.Result replayed() {
      return Replay.of(lines.iterator());
    }
  }

  /** What the other random calls leave out. */
  private static void doOther(CoordinatorPropertyTest.Run run, SplittableRandom random) {
    Coordinator coordinator = run.coordinator;
    ChunkRequest request = run.request(random);
    List<String> nodes = CoordinatorPropertyTest.Run.nodes(random);
    if (run.tickets.isEmpty()) {
      return;
    }
    Ticket ticket = run.tickets.get(random.nextInt(run.tickets.size()));
    switch (random.nextInt(12)) {
      case 0 ->
          coordinator.together(
              () -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                  run.doOne(random.nextInt());
                }
              });
      case 1 -> coordinator.begun(List.of(ticket));
      case 2 -> coordinator.learnt(ticket, 1 + random.nextInt(1_000_000));
      case 3 ->
          coordinator.suppose(
              new ChunkRequest.Origin(
                  Optional.of("ann"),
                  Optional.of("1"),
                  Optional.of("chk-" + random.nextInt(4)),
                  0,
                  Share.ofUser("ann")),
              random.nextInt(5_000_000),
              1 + random.nextInt(4));
      case 4 -> run.tickets.add(coordinator.find(request, nodes));
      case 5 -> run.tickets.add(coordinator.resume(request, nodes));
      case 6 -> coordinator.seen(ticket, nodes);
      case 7 -> coordinator.trust(coordinator.suspects().keySet());
      case 8 -> coordinator.done(ticket, random.nextInt(3) == 0, random.nextInt(1_000_000));
      case 9 -> {
        if (random.nextInt(20) == 0) {
          coordinator.dismissAll("test");
        }
      }
      case 10 -> { // Its client could not write to one of its datanodes.
        if (!ticket.flight.nodes.isEmpty()) {
          ChunkRequest again = ticket.wanted.without(ticket.flight.nodes.get(0));
          run.tickets.add(coordinator.submit(again, outcome -> {}));
        }
      }
      default -> assertTrue(coordinator.<Integer>look(s -> s.waiting(0, 256).size()) >= 0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, FAIR_SOJOURN, TOLD",
    "0, FAIR_SOJOURN, FOUND_OUT",
    "0.8, SINCRONIA, FOUND_OUT",
    "0, SMALLEST_BOTTLENECK, TOLD"
  })
  void replay_randomCalls_decidesTheSame(double fraction, GroupOrder order, Ends ends)
      throws IOException {
    Recorded recorded = new Recorded(fraction, order, ends);
    Replay.Result result = recorded.replayed();
    Replay.Result.Same same = assertInstanceOf(Replay.Result.Same.class, result, () -> "" + result);
    assertEquals(Optional.empty(), same.thrown());
    assertTrue(same.calls() >= CALLS - 200, () -> "" + same);
    assertTrue(same.decisions() >= DECISIONS, () -> "" + same);
  }

  @Test
  void recorded_randomCalls_areOfEveryKind() throws IOException {
    Recorded recorded = new Recorded(0, GroupOrder.FAIR_SOJOURN, Ends.FOUND_OUT);
    assertEquals(kinds(), called(recorded.entries));
  }

  private static Set<Class<?>> kinds() {
    return new HashSet<>(Arrays.asList(Call.class.getPermittedSubclasses()));
  }

  private static Set<Class<?>> called(List<Entry> entries) {
    return entries.stream()
        .filter(Entry.Called.class::isInstance)
        .map(entry -> ((Entry.Called) entry).call().getClass())
        .collect(Collectors.toSet());
  }

  private static Recorded recorded() throws IOException {
    return new Recorded(0, GroupOrder.FAIR_SOJOURN, Ends.TOLD);
  }

  @Test
  void replay_anotherSeed_tellsTheFirstDifference() throws IOException {
    Recorded recorded = recorded();
    recorded.lines.set(0, recorded.lines.get(0).replace("\"seed\":7", "\"seed\":8"));
    Replay.Result.Different different =
        assertInstanceOf(Replay.Result.Different.class, recorded.replayed());
    assertTrue(different.journal().startsWith("Granted"), different::toString);
    assertTrue(different.replay().startsWith("Granted"), different::toString);
  }

  /** Without the call nobody has made: the numbers hide that, the decisions do not. */
  @Test
  void replay_callLeftOutAndNumbersMended_differs() throws IOException {
    Recorded recorded = recorded();
    List<Entry> entries = recorded.entries;
    int left =
        (int)
            entries.stream()
                .takeWhile(e -> !(e instanceof Entry.Called c && c.call() instanceof Call.Submit))
                .count();
    List<String> lines = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.number() == left) {
        continue;
      }
      long number = lines.size();
      if (entry instanceof Entry.Called c) {
        lines.add(JournalLine.text(new Entry.Called(number, c.time(), c.isWithin(), c.call())));
      } else {
        lines.add(
            entry instanceof Entry.Decided d
                ? JournalLine.text(new Entry.Decided(number, d.event()))
                : JournalLine.text(entry));
      }
    }
    assertTrue(!(Replay.of(lines.iterator()) instanceof Replay.Result.Same));
  }

  @Test
  void replay_lineMissing_isRefusedWithItsNumber() throws IOException {
    Recorded recorded = recorded();
    recorded.lines.remove(700);
    assertEquals(new Replay.Result.Refused("lines 700 to 700 are missing"), recorded.replayed());
  }

  @Test
  void replay_beginningMissing_isRefused() throws IOException {
    Recorded recorded = recorded();
    recorded.lines.subList(0, 700).clear();
    assertEquals(
        new Replay.Result.Refused(
            "it begins with line 700; those before are in a file that is not named, or not kept"
                + " any more"),
        recorded.replayed());
  }

  @Test
  void replay_lastLineIncomplete_isLeftOut() throws IOException {
    Recorded recorded = recorded();
    int last = recorded.lines.size() - 1;
    recorded.lines.set(last, recorded.lines.get(last).substring(0, 9));
    assertInstanceOf(Replay.Result.Same.class, recorded.replayed());
  }

  @Test
  void replay_lineThatNoCoordinatorIsTold_isRefused() throws IOException {
    String first = recorded().lines.get(0);
    assertEquals(
        new Replay.Result.Refused("line 1: 'dance' is no call"),
        Replay.of(List.of(first, "{\"n\":1,\"t\":1,\"call\":\"dance\"}").iterator()));
    assertEquals(
        new Replay.Result.Refused("line 1: there is no ticket 12345"),
        Replay.of(
            List.of(first, "{\"n\":1,\"t\":1,\"call\":\"flushed\",\"ticket\":12345}").iterator()));
    assertEquals(
        new Replay.Result.Refused("line 1: it is no line of a journal of form 1"),
        Replay.of(List.of(first, "{\"t\":1,\"event\":\"done\"}", first).iterator()));
  }

  @Test
  void replay_nothing_isRefused() {
    assertEquals(new Replay.Result.Refused("it is empty"), Replay.of(List.<String>of().iterator()));
  }

  @Test
  void replay_twoStarts_areReplayedOneAfterTheOther() throws IOException {
    List<String> both = new ArrayList<>(recorded().lines);
    both.addAll(new Recorded(0, GroupOrder.FIRST_COME, Ends.TOLD).lines);
    Replay.Result.Same same =
        assertInstanceOf(Replay.Result.Same.class, Replay.of(both.iterator()));
    assertEquals(2, same.coordinators());
  }
}
