package org.peacescheduler.journal;

import java.util.function.Consumer;
import org.peacescheduler.coordinate.Call;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Journal;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.network.NetworkModel;

/**
 * Makes entries of what one coordinator is told and says, in order, and counts them. Confined to
 * the coordinator's lock.
 */
public final class Scribe implements Journal, Consumer<SchedulerEvent> {
  private final Consumer<Entry> entries;
  private long next;

  /** Hands entries on to somebody who must be quick. */
  public Scribe(Consumer<Entry> entries) {
    this.entries = entries;
  }

  @Override
  public void begins(long now, NetworkModel model, SchedulerSettings settings, Ends ends) {
    entries.accept(new Entry.Begins(next++, now, model, settings, ends));
  }

  @Override
  public void called(long now, boolean isWithin, Call call) {
    entries.accept(new Entry.Called(next++, now, isWithin, call));
  }

  @Override
  public void accept(SchedulerEvent event) {
    entries.accept(new Entry.Decided(next++, event));
  }
}
