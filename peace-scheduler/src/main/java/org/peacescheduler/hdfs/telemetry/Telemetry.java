package org.peacescheduler.hdfs.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Journal;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.status.History;

/** All that one Peace tells its operators. Thread-safe. */
public final class Telemetry implements AutoCloseable {
  private final FaultLog faults;
  private final PeaceMetrics metrics =
      new PeaceMetrics(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  private final History history;
  private final Optional<TraceFile> trace;
  private final Optional<JournalFile> journal;
  private final Consumer<SchedulerEvent> listener;

  /**
   * Tells nothing yet.
   *
   * @param limits of each file
   * @param historyBytes how much of what happened is kept in memory
   * @param warnings takes lines for the log
   * @throws IOException if one of the files cannot be written
   */
  public Telemetry(
      Optional<Path> traceFile,
      Optional<Path> journalFile,
      LineFile.Limits limits,
      long historyBytes,
      InstantSource clock,
      Consumer<String> warnings)
      throws IOException {
    faults = new FaultLog(clock);
    history = new History(historyBytes);
    trace =
        traceFile.isPresent()
            ? Optional.of(new TraceFile(traceFile.get(), limits))
            : Optional.empty();
    journal =
        journalFile.isPresent()
            ? Optional.of(new JournalFile(journalFile.get(), limits, faults))
            : Optional.empty();
    Consumer<SchedulerEvent> told = metrics.andThen(new FallbackLog(warnings)).andThen(history);
    listener = trace.isPresent() ? told.andThen(trace.get()) : told;
  }

  /** Takes in what the coordinator is told. */
  public Journal journal() {
    return journal.isPresent() ? journal.get() : Journal.NONE;
  }

  /** Takes in what the scheduler does; what goes wrong is noted. */
  public void accept(SchedulerEvent event) {
    journal.ifPresent(file -> faults.guard("keep the journal", () -> file.accept(event)));
    faults.guard("tell what the scheduler does", () -> listener.accept(event));
  }

  /**
   * Shows the metrics and writes trace and journal from now on.
   *
   * @throws IOException if one of the files cannot be written any more
   */
  public void start(Coordinator coordinator, Supplier<PeaceMetrics.Calls> calls)
      throws IOException {
    metrics.register(coordinator, calls);
    if (trace.isPresent()) {
      trace.get().open();
    }
    if (journal.isPresent()) {
      journal.get().open();
    }
  }

  /** What goes wrong. */
  public FaultLog faults() {
    return faults;
  }

  /** What happened of late. */
  public History history() {
    return history;
  }

  /** What is counted. */
  public PeaceMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    metrics.close();
    trace.ifPresent(TraceFile::close);
    journal.ifPresent(JournalFile::close);
    faults.write();
  }
}
