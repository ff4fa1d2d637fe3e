package org.peacescheduler.journal;

import org.peacescheduler.coordinate.Call;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.network.NetworkModel;

/**
 * A line of a journal. Lines are counted from 0, so that one that is missing is missed.
 *
 * <p>Example: a coordinator begins (0), is told that a file asks for a chunk (1), says that it asks
 * (2) and that it is granted (3). Immutable, but for tickets, of which only the number counts.
 */
public sealed interface Entry {
  /** Which line it is, from 0. */
  long number();

  /**
   * A coordinator begins, as when a NameNode starts.
   *
   * @param time when, in milliseconds of its clock
   */
  record Begins(long number, long time, NetworkModel model, SchedulerSettings settings, Ends ends)
      implements Entry {}

  /**
   * It is told something.
   *
   * @param time when, in milliseconds of its clock
   * @param isWithin whether that is one of the calls that an earlier {@link Call.Together} is made
   *     of
   */
  record Called(long number, long time, boolean isWithin, Call call) implements Entry {}

  /** It says what it has decided, or what became of a chunk. */
  record Decided(long number, SchedulerEvent event) implements Entry {}
}
