package org.peacescheduler.journal;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.peacescheduler.coordinate.Call;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Ticket;

/**
 * Makes the calls of a journal again, of a coordinator with a clock that is set, and compares what
 * it says with what the journal says, digit for digit.
 *
 * <p>Example: line 812 grants a chunk to dn1 and dn2; replayed, it goes to dn1 and dn3: this is
 * another build of Peace, or the decision depends on something that is no call.
 *
 * <p>A journal may have several coordinators, one after the other, as when a NameNode starts again.
 * One that does not begin at its beginning, or has lines missing, is refused. Its last call may
 * have said more than there was time to write.
 *
 * <p>Cost: that of the calls, and memory for each chunk. For one thread.
 */
public final class Replay {
  /** What came of it. */
  public sealed interface Result {
    /**
     * All was decided as the journal says.
     *
     * @param coordinators how many began
     * @param calls how many they were told
     * @param decisions how many events they said
     * @param thrown the first exception of a call, which the first run had, too, if it decided
     *     alike
     */
    record Same(long coordinators, long calls, long decisions, Optional<RuntimeException> thrown)
        implements Result {}

    /**
     * The first difference.
     *
     * @param line that of the call, by its number
     * @param call what the coordinator was told
     * @param journal what it said then
     * @param replay what it says now
     */
    record Different(long line, String call, String journal, String replay) implements Result {}

    /** It cannot be replayed, and why. */
    record Refused(String reason) implements Result {}
  }

  private static final String NOTHING = "nothing";

  /** A clock that shows what a journal says. */
  private static final class SetClock implements InstantSource {
    private long now;

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(now);
    }

    @Override
    public long millis() {
      return now;
    }
  }

  /** A line says what no coordinator can be told. */
  private static final class BadLine extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadLine(long number, IllegalArgumentException cause) {
      super("line " + number + ": " + cause.getMessage(), cause);
    }
  }

  private final SetClock clock = new SetClock();
  private final List<SchedulerEvent> said = new ArrayList<>();
  private final Map<Long, Ticket> tickets = new HashMap<>();
  private Coordinator coordinator;

  /** The call that is under way, and those that it is made of; null before the first. */
  private JournalLine call;

  private final List<JournalLine> within = new ArrayList<>();
  private final List<SchedulerEvent> expected = new ArrayList<>();
  private long coordinators;
  private long calls;
  private long decisions;
  private Optional<RuntimeException> thrown = Optional.empty();

  private Replay() {}

  /** Replays lines, in their order; the last one may be incomplete. */
  public static Result of(Iterator<String> lines) {
    try {
      return new Replay().all(lines);
    } catch (BadLine e) {
      return new Result.Refused(e.getMessage());
    }
  }

  private Result all(Iterator<String> lines) {
    long next = 0;
    while (lines.hasNext()) {
      String text = lines.next();
      JournalLine line;
      try {
        line = JournalLine.of(text);
      } catch (IOException e) {
        if (lines.hasNext()) {
          return new Result.Refused("line " + next + ": " + e.getMessage());
        }
        break;
      }
      if (!line.isBeginning() && line.number() != next) {
        return missing(next, line.number());
      }
      Optional<Result> end = take(line);
      if (end.isPresent()) {
        return end.get();
      }
      next = line.number() + 1;
    }
    if (coordinators == 0) {
      return new Result.Refused("it is empty");
    }
    return make(true).orElseGet(() -> new Result.Same(coordinators, calls, decisions, thrown));
  }

  private Result missing(long next, long number) {
    return new Result.Refused(
        coordinators == 0
            ? "it begins with line "
                + number
                + "; those before are in a file that is not named, or not kept any more"
            : "lines " + next + " to " + (number - 1) + " are missing");
  }

  /** Takes a line in; what came of it, if that is the end. */
  private Optional<Result> take(JournalLine line) {
    if (line.isBeginning()) {
      Optional<Result> end = make(true);
      begin(read(line, JournalLine::begins));
      return end;
    }
    if (!line.isCall()) {
      expected.add(read(line, JournalLine::event));
      return Optional.empty();
    }
    if (line.isWithin()) {
      within.add(line);
      return Optional.empty();
    }
    Optional<Result> end = make(false);
    call = line;
    return end;
  }

  private void begin(Entry.Begins with) {
    coordinators++;
    tickets.clear();
    clock.now = with.time();
    coordinator = new Coordinator(with.model(), with.settings(), with.ends(), clock, said::add);
  }

  /**
   * Makes the call that is under way, and compares.
   *
   * @param isLast whether the journal may have ended before all was written that was said
   */
  private Optional<Result> make(boolean isLast) {
    if (call == null) {
      return Optional.empty();
    }
    said.clear();
    try {
      make(call);
    } catch (BadLine e) {
      throw e;
    } catch (RuntimeException e) {
      thrown = thrown.or(() -> Optional.of(e));
    }
    Optional<Result> difference = difference(isLast);
    decisions += expected.size();
    expected.clear();
    within.clear();
    call = null;
    return difference;
  }

  private void make(JournalLine line) {
    calls++;
    clock.now = line.time();
    Call made = read(line, of -> of.call(this::ticket));
    if (made instanceof Call.Together) {
      coordinator.together(() -> within.forEach(this::make));
    } else {
      made.on(coordinator, ticket -> tickets.put(ticket.id(), ticket));
    }
  }

  private static <T> T read(JournalLine line, Function<JournalLine, T> as) {
    try {
      return as.apply(line);
    } catch (IllegalArgumentException e) {
      throw new BadLine(line.number(), e);
    }
  }

  private Ticket ticket(long number) {
    Ticket ticket = tickets.get(number);
    if (ticket == null) {
      throw new IllegalArgumentException("there is no ticket " + number);
    }
    return ticket;
  }

  private Optional<Result> difference(boolean isLast) {
    for (int i = 0; i < Math.max(expected.size(), said.size()); i++) {
      boolean isWritten = i < expected.size();
      boolean isSaid = i < said.size();
      if (!isWritten && isLast) {
        return Optional.empty();
      }
      if (!isWritten || !isSaid || !expected.get(i).equals(said.get(i))) {
        return Optional.of(
            new Result.Different(
                call.number(),
                call.toString(),
                isWritten ? expected.get(i).toString() : NOTHING,
                isSaid ? said.get(i).toString() : NOTHING));
      }
    }
    return Optional.empty();
  }
}
