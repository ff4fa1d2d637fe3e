package org.peacescheduler.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.simulate.WriterTimes;
import org.peacescheduler.trace.Burst;
import org.peacescheduler.trace.RecordedFile;
import org.peacescheduler.trace.Recording;
import org.peacescheduler.trace.ScenarioText;

/**
 * Each burst of a recording beside what the simulator makes of the same requests: with Peace if
 * stock HDFS placed what was recorded, with stock HDFS if Peace did. Times are seconds. Immutable.
 *
 * <p>Example: a burst of 64 files took 19.0 s on average in shadow mode; in the model it takes 18.7
 * s with stock HDFS and 11.0 s with Peace. The forecast is 11.0 s. Had the model been off by more
 * than 15 % with stock HDFS, in the mean and in the last end and in the same direction, its times
 * were scaled by the smaller of the two: then the network is not what the topology file says.
 *
 * @param hasRecorded whether one side is as recorded; else both are the simulator's, as of an audit
 *     log and of a changed network
 * @param bursts in their order
 * @param notes what the recording cannot tell
 */
record Forecast(
    Recording recording, boolean hasRecorded, List<OfBurst> bursts, List<String> notes) {
  /** From so much on the model's times are scaled by how far it is off what was recorded. */
  static final double FAR_OFF = 0.15;

  /** A file is later that takes so many times as long. */
  private static final double LATER = 1.05;

  Forecast {
    bursts = List.copyOf(bursts);
    notes = List.copyOf(notes);
  }

  /**
   * A burst, and each of its groups.
   *
   * @param begins milliseconds since 1970
   * @param stock with stock HDFS: recorded, or the forecast
   * @param peace with Peace: recorded, or the forecast
   * @param model what the model makes of the recorded side, over what was recorded; empty if
   *     neither side is as recorded
   * @param deferred chunks that Peace deferred, or would have, as recorded
   * @param waits chunks that wait in the model
   * @param longestWait of them
   * @param groups in the order in which they began
   * @param later files that take longer with Peace by more than 5 %, the worst first
   * @param spans of its files with stock HDFS and with Peace, from its first moment on
   */
  record OfBurst(
      long begins,
      int files,
      long bytes,
      Times stock,
      Times peace,
      Optional<Times> model,
      int deferred,
      int waits,
      double longestWait,
      List<OfGroup> groups,
      List<Later> later,
      List<Pair> spans) {
    OfBurst {
      groups = List.copyOf(groups);
      later = List.copyOf(later);
      spans = List.copyOf(spans);
    }

    double meanRatio() {
      return peace.mean() / stock.mean();
    }

    double lastRatio() {
      return peace.last() / stock.last();
    }

    /** Whether the model's times were scaled. */
    boolean isScaled() {
      return model.isPresent() && scale(model.get()) != 1;
    }
  }

  /** By what the model's times are divided that is so far off. */
  private static double scale(Times off) {
    boolean isLonger = off.mean() > 1 + FAR_OFF && off.last() > 1 + FAR_OFF;
    boolean isShorter = off.mean() < 1 / (1 + FAR_OFF) && off.last() < 1 / (1 + FAR_OFF);
    if (isLonger) {
      return Math.min(off.mean(), off.last());
    }
    return isShorter ? Math.max(off.mean(), off.last()) : 1;
  }

  /** What belongs together: it is of use when its last file is there. */
  record OfGroup(String name, String user, int files, long bytes, double stock, double peace) {}

  /** A file that is later with Peace. */
  record Later(String path, double stock, double peace) {}

  /** A file with stock HDFS and with Peace. */
  record Pair(Times.Span stock, Times.Span peace) {}

  /**
   * The forecast of a recording, from what the simulator makes of its scenario.
   *
   * @param isChanged whether the scenario is of another network than the recording
   */
  static Forecast of(
      Recording recording, ScenarioText scenario, WriterTimes simulated, boolean isChanged) {
    boolean hasRecorded = recording.hasTimes() && !isChanged;
    List<OfBurst> each = new ArrayList<>();
    int from = 0;
    for (Burst burst : scenario.bursts()) {
      each.add(new Builder(recording, hasRecorded, burst, from, simulated).build());
      from += burst.files().size();
    }
    return new Forecast(recording, hasRecorded, each, scenario.notes());
  }

  /** Makes the forecast of one burst. */
  private static final class Builder {
    private final Recording recording;
    private final boolean hasRecorded;
    private final Burst burst;
    private final int from;
    private final WriterTimes simulated;

    Builder(
        Recording recording, boolean hasRecorded, Burst burst, int from, WriterTimes simulated) {
      this.recording = recording;
      this.hasRecorded = hasRecorded;
      this.burst = burst;
      this.from = from;
      this.simulated = simulated;
    }

    OfBurst build() {
      List<Times.Span> stock = median(true);
      List<Times.Span> peace = median(false);
      Optional<Times> model = Optional.empty();
      if (hasRecorded) {
        List<Times.Span> recorded = recorded();
        List<Times.Span> same = recording.isOfStock() ? stock : peace;
        Times modelled = lastOfRounds(recording.isOfStock(), Times.of(same));
        Times off = modelled.over(Times.of(recorded));
        model = Optional.of(off);
        double scale = 1 / scale(off);
        stock = recording.isOfStock() ? recorded : scaled(stock, scale);
        peace = recording.isOfStock() ? scaled(peace, scale) : recorded;
      }
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < stock.size(); i++) {
        pairs.add(new Pair(stock.get(i), peace.get(i)));
      }
      return new OfBurst(
          burst.begins(),
          stock.size(),
          burst.bytes(),
          times(true, stock),
          times(false, peace),
          model,
          deferred(),
          waits(),
          longestWait(),
          groups(pairs),
          later(pairs),
          pairs);
    }

    /** The recorded side has one run, the other one the median of its rounds' last ends. */
    private Times times(boolean ofStock, List<Times.Span> spans) {
      Times of = Times.of(spans);
      boolean isRecorded = hasRecorded && recording.isOfStock() == ofStock;
      return isRecorded ? of : lastOfRounds(ofStock, of);
    }

    /** The last end is that of a median round, not that of the file whose median is the last. */
    private Times lastOfRounds(boolean ofStock, Times of) {
      double raw = Times.of(median(ofStock)).mean();
      double last =
          Statistics.median(
              simulated.rounds().stream()
                  .mapToDouble(round -> Times.of(spans(round, ofStock)).last())
                  .toArray());
      return new Times(of.mean(), last * of.mean() / raw);
    }

    private List<Times.Span> recorded() {
      return burst.files().stream()
          .map(
              file ->
                  new Times.Span(
                      (file.begins() - burst.begins()) / 1000.0,
                      (file.ends() - burst.begins()) / 1000.0))
          .toList();
    }

    private List<WriterTimes.Written> written(WriterTimes.Round round, boolean ofStock) {
      return (ofStock ? round.stock() : round.peace()).subList(from, from + burst.files().size());
    }

    private List<Times.Span> spans(WriterTimes.Round round, boolean ofStock) {
      List<WriterTimes.Written> written = written(round, ofStock);
      double first = written.stream().mapToDouble(WriterTimes.Written::begins).min().orElseThrow();
      return written.stream()
          .map(each -> new Times.Span(each.begins() - first, each.ends() - first))
          .toList();
    }

    /** Each file with the median of its times. */
    private List<Times.Span> median(boolean ofStock) {
      List<List<Times.Span>> rounds =
          simulated.rounds().stream().map(round -> spans(round, ofStock)).toList();
      List<Times.Span> medians = new ArrayList<>();
      for (int i = 0; i < burst.files().size(); i++) {
        int file = i;
        double begins = rounds.get(0).get(file).begins();
        double seconds =
            Statistics.median(
                rounds.stream().mapToDouble(round -> round.get(file).seconds()).toArray());
        medians.add(new Times.Span(begins, begins + seconds));
      }
      return medians;
    }

    private static List<Times.Span> scaled(List<Times.Span> spans, double factor) {
      return spans.stream()
          .map(span -> new Times.Span(span.begins(), span.begins() + factor * span.seconds()))
          .toList();
    }

    private int deferred() {
      return (int)
          burst.files().stream()
              .flatMap(file -> file.chunks().stream())
              .filter(RecordedFile.RecordedChunk::isDeferred)
              .count();
    }

    private int waits() {
      return (int)
          Statistics.median(
              simulated.rounds().stream()
                  .mapToDouble(
                      round ->
                          written(round, false).stream().mapToInt(WriterTimes.Written::waits).sum())
                  .toArray());
    }

    private double longestWait() {
      return Statistics.median(
          simulated.rounds().stream()
              .mapToDouble(
                  round ->
                      written(round, false).stream()
                          .mapToDouble(WriterTimes.Written::longestWait)
                          .max()
                          .orElse(0))
              .toArray());
    }

    private List<OfGroup> groups(List<Pair> pairs) {
      Map<String, List<Integer>> members = new LinkedHashMap<>();
      for (int i = 0; i < pairs.size(); i++) {
        members.computeIfAbsent(name(burst.files().get(i)), n -> new ArrayList<>()).add(i);
      }
      List<OfGroup> groups = new ArrayList<>();
      members.forEach(
          (name, files) ->
              groups.add(
                  new OfGroup(
                      name,
                      burst.files().get(files.get(0)).user(),
                      files.size(),
                      files.stream().mapToLong(i -> burst.files().get(i).bytes()).sum(),
                      Times.of(files.stream().map(i -> pairs.get(i).stock()).toList()).last(),
                      Times.of(files.stream().map(i -> pairs.get(i).peace()).toList()).last())));
      return groups;
    }

    /** Where nothing says what a file belongs to, its client on its host. */
    private static String name(RecordedFile file) {
      return file.group().isEmpty() ? file.user() + " on " + file.host() : file.group();
    }

    private List<Later> later(List<Pair> pairs) {
      List<Later> later = new ArrayList<>();
      for (int i = 0; i < pairs.size(); i++) {
        double stock = pairs.get(i).stock().seconds();
        double peace = pairs.get(i).peace().seconds();
        if (peace > LATER * stock) {
          later.add(new Later(burst.files().get(i).path(), stock, peace));
        }
      }
      later.sort(Comparator.comparingDouble(file -> file.stock() - file.peace()));
      return later;
    }
  }
}
