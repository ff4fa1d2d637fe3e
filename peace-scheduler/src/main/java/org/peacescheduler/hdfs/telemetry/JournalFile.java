package org.peacescheduler.hdfs.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import org.peacescheduler.coordinate.Call;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Journal;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.journal.Entry;
import org.peacescheduler.journal.JournalLine;
import org.peacescheduler.journal.Scribe;
import org.peacescheduler.network.NetworkModel;

/**
 * The journal: one JSON line for each thing that the coordinator is told and says, in a {@link
 * LineFile}, so that {@code peace replay} can make the same decisions of them.
 *
 * <p>A line that is dropped leaves its number out, which the replay tells. Names are written as
 * they are, for decisions depend on them. Called under the coordinator's lock, but for opening and
 * closing.
 */
final class JournalFile implements Journal, AutoCloseable {
  private final LineFile<Entry> lines;
  private final Scribe scribe;
  private final FaultLog faults;

  /** Makes sure that the file can be written; what goes wrong later is noted. */
  JournalFile(Path file, LineFile.Limits limits, FaultLog faults) throws IOException {
    lines = new LineFile<>("journal", file, limits, JournalLine::text);
    scribe = new Scribe(lines);
    this.faults = faults;
  }

  /** Opens the file for appending and starts the writer. */
  void open() throws IOException {
    lines.open();
  }

  @Override
  public void begins(long now, NetworkModel model, SchedulerSettings settings, Ends ends) {
    scribe.begins(now, model, settings, ends);
  }

  @Override
  public void called(long now, boolean isWithin, Call call) {
    faults.guard("keep the journal", () -> scribe.called(now, isWithin, call));
  }

  /** Takes in what the coordinator says. */
  void accept(SchedulerEvent event) {
    scribe.accept(event);
  }

  /** Writes what is left and closes the file. */
  @Override
  public void close() {
    lines.close();
  }
}
