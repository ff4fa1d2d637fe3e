package org.peacescheduler.laboratory.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.simulate.Figures;
import org.peacescheduler.simulate.Workload;

/**
 * A burst of a workload on real daemons: what each writer is told, and the figures of what became
 * of all. Immutable.
 *
 * @param directory below which its files are
 */
public record WorkloadBurst(List<Workload.Writer> writers, String directory) {
  /** Copies the list. */
  public WorkloadBurst {
    writers = List.copyOf(writers);
  }

  /**
   * What a writer is told.
   *
   * @param start when the burst begins, milliseconds since 1970
   */
  public WriterOrder order(int number, double start) {
    Workload.Writer writer = writers.get(number);
    Workload.Files files = writer.files();
    List<WriterOrder.File> each = new ArrayList<>();
    for (int file = 0; file < files.count(); file++) {
      double after = writer.startsAt().get(file % writer.startsAt().size());
      each.add(new WriterOrder.File(path(writer, file + 1), files.bytes(), start + 1000 * after));
    }
    return new WriterOrder(
        writer.name(),
        each,
        writer.startsAt().size(),
        files.byTurns() ? files.turnBytes() : 0,
        files.chunkBytes(),
        new Replicas(files.replication(), files.ownDisk()),
        new WriterOrder.Pace(
            writer.pace().rate().orElse(0),
            writer.pace().writerRate().orElse(0),
            Math.round(1000 * writer.pace().pause())),
        new WriterOrder.Says(writer.says().user().orElse(""), context(writer.says())));
  }

  private String path(Workload.Writer writer, int file) {
    return writer
        .folder()
        .map(
            folder ->
                "%s%s/%s-%d.%d"
                    .formatted(directory, folder, writer.name(), file, writer.instance()))
        .orElseGet(
            () ->
                "%s/%s/%d/%s/%d"
                    .formatted(directory, writer.host(), writer.instance(), writer.name(), file));
  }

  private static String context(Workload.Says says) {
    List<String> fields = new ArrayList<>();
    says.group().ifPresent(group -> fields.add("peaceGroup:" + group));
    if (says.bytes() > 0) {
      fields.add("peaceBytes:" + says.bytes());
    }
    return String.join(",", fields);
  }

  /**
   * The figures, as {@code ./peace simulate} has them; none if something failed, for a write that
   * fails early would count as a fast one.
   *
   * @param times of each writer's files
   * @param failures of writes, and of the checks after them
   * @param trace Peace's, of this burst; nothing without Peace
   */
  public Optional<Figures> figures(
      List<List<FileTimes>> times, List<String> failures, List<TraceEvent> trace) {
    return failures.isEmpty() ? Optional.of(figures(times, trace)) : Optional.empty();
  }

  private Figures figures(List<List<FileTimes>> times, List<TraceEvent> trace) {
    List<Figures.Written> written = new ArrayList<>();
    for (int i = 0; i < writers.size(); i++) {
      List<FileTimes> files = times.get(i);
      written.add(
          new Figures.Written(
              files.stream().mapToDouble(FileTimes::submitted).min().orElseThrow() / 1000,
              files.stream().mapToDouble(FileTimes::done).max().orElseThrow() / 1000,
              writers.get(i).aloneSeconds(),
              writers.get(i).job()));
    }
    int fallbacks = (int) trace.stream().filter(event -> event.is("fallback")).count();
    return Figures.of(written, fallbacks, longestWait(trace));
  }

  /** The longest time from a request to its datanodes, in seconds; 0 without a trace. */
  private static double longestWait(List<TraceEvent> trace) {
    Map<String, Double> submitted = new HashMap<>();
    double longest = 0;
    for (TraceEvent event :
        trace.stream().sorted(Comparator.comparingDouble(TraceEvent::t)).toList()) {
      String chunk = event.path() + "#" + event.chunk();
      if (event.is("submitted")) {
        submitted.putIfAbsent(chunk, event.t());
      } else if (event.is("granted") || event.is("fallback")) {
        longest = Math.max(longest, event.t() - submitted.getOrDefault(chunk, event.t()));
      }
    }
    return longest / 1000;
  }
}
