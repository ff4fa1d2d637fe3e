package org.peacescheduler.forecast;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.status.Text;
import org.peacescheduler.trace.Recording;

/** A forecast for a terminal of 80 columns. Stateless. */
final class ForecastText {
  private static final int MOST_BURSTS = 20;
  private static final int MOST_GROUPS = 10;
  private static final int LONGEST_NAME = 30;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private ForecastText() {}

  /**
   * The whole of it.
   *
   * @param then what was recorded when Peace placed the same, or did not
   */
  static String render(Forecast forecast, Optional<Recording> then) {
    List<String> lines = new ArrayList<>();
    lines.addAll(head(forecast));
    lines.add("");
    lines.add(bursts(forecast));
    lines.add("");
    lines.add(groups(forecast));
    lines.add("");
    lines.addAll(waits(forecast));
    lines.addAll(later(forecast));
    lines.addAll(errors(forecast));
    then.ifPresent(other -> lines.addAll(against(forecast, other)));
    forecast.notes().forEach(note -> lines.add("Note: " + note));
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(folded(line)).append(System.lineSeparator()));
    return text.toString();
  }

  private static List<String> head(Forecast forecast) {
    Recording recording = forecast.recording();
    long files = forecast.bursts().stream().mapToInt(Forecast.OfBurst::files).sum();
    double bytes = forecast.bursts().stream().mapToLong(Forecast.OfBurst::bytes).sum();
    String head =
        String.format(
            Locale.ROOT,
            "%s, %s: %s, %s, %.2f GB; times in seconds.",
            recording.source(),
            recording.kind().text(),
            Text.count(forecast.bursts().size(), "burst"),
            Text.count(files, "file"),
            bytes / 1e9);
    return List.of(head, sides(forecast));
  }

  /** What was recorded and what is forecast. */
  static String sides(Forecast forecast) {
    Recording recording = forecast.recording();
    if (!recording.hasTimes()) {
      return "Both by the simulator: an audit log does not say how long files took.";
    }
    if (!forecast.hasRecorded()) {
      return "Both by the simulator: the network, or what users are due, is another one.";
    }
    return recording.isOfStock()
        ? "Stock HDFS: as recorded. Peace: forecast by the simulator."
        : "Peace: as recorded. Stock HDFS: forecast by the simulator.";
  }

  private static String bursts(Forecast forecast) {
    TextTable table =
        new TextTable(
            2,
            List.of(
                "burst", "began, UTC", "files", "stock", "last", "Peace", "last", "ratio", "last"));
    List<Forecast.OfBurst> shown =
        forecast.bursts().stream()
            .sorted(Comparator.comparingLong(Forecast.OfBurst::bytes).reversed())
            .limit(MOST_BURSTS)
            .sorted(Comparator.comparingLong(Forecast.OfBurst::begins))
            .toList();
    for (Forecast.OfBurst burst : shown) {
      table.row(
          List.of(
              (forecast.bursts().indexOf(burst) + 1) + (burst.isScaled() ? "*" : ""),
              CLOCK.format(Instant.ofEpochMilli(burst.begins())),
              String.valueOf(burst.files()),
              seconds(burst.stock().mean()),
              seconds(burst.stock().last()),
              seconds(burst.peace().mean()),
              seconds(burst.peace().last()),
              ratio(burst.meanRatio()),
              ratio(burst.lastRatio())));
    }
    int left = forecast.bursts().size() - shown.size();
    return table
        + (left > 0 ? "and %s; --json has all%n".formatted(Text.count(left, "smaller burst")) : "");
  }

  /**
   * A group, and the number of its burst: a job that writes every minute has one name in all of
   * them.
   */
  private record Numbered(int burst, Forecast.OfGroup group) {}

  private static String groups(Forecast forecast) {
    List<Numbered> groups = new ArrayList<>();
    for (int i = 0; i < forecast.bursts().size(); i++) {
      for (Forecast.OfGroup group : forecast.bursts().get(i).groups()) {
        groups.add(new Numbered(i + 1, group));
      }
    }
    groups.sort(Comparator.comparingLong((Numbered each) -> each.group().bytes()).reversed());
    TextTable table =
        new TextTable(
            2,
            List.of("group, the largest ones", "burst", "files", "MB", "stock", "Peace", "ratio"));
    for (Numbered each : groups.subList(0, Math.min(MOST_GROUPS, groups.size()))) {
      Forecast.OfGroup group = each.group();
      table.row(
          List.of(
              cut(group.name()),
              String.valueOf(each.burst()),
              String.valueOf(group.files()),
              String.format(Locale.ROOT, "%.0f", group.bytes() / 1e6),
              seconds(group.stock()),
              seconds(group.peace()),
              ratio(group.peace() / group.stock())));
    }
    int left = groups.size() - MOST_GROUPS;
    return table
        + (left > 0 ? "and %s; --json has all%n".formatted(Text.count(left, "more group")) : "");
  }

  /** Its end, which tells most names apart; one line whatever is in it. */
  private static String cut(String name) {
    String plain = name.replaceAll("[\\p{Cntrl}]", "?");
    return plain.length() <= LONGEST_NAME
        ? plain
        : "..." + plain.substring(plain.length() - LONGEST_NAME + 3);
  }

  private static List<String> waits(Forecast forecast) {
    int deferred = forecast.bursts().stream().mapToInt(Forecast.OfBurst::deferred).sum();
    int waits = forecast.bursts().stream().mapToInt(Forecast.OfBurst::waits).sum();
    double longest =
        forecast.bursts().stream().mapToDouble(Forecast.OfBurst::longestWait).max().orElse(0);
    String traced =
        switch (forecast.recording().kind()) {
          case SHADOW ->
              "%s would have been deferred on your cluster, "
                  .formatted(Text.count(deferred, "chunk"));
          case ENFORCE ->
              Text.count(deferred, "chunk") + (deferred == 1 ? " was" : " were") + " deferred, ";
          case AUDIT -> "";
        };
    return List.of(
        String.format(
            Locale.ROOT,
            "%s%d wait in the simulator, the longest for %.1f s.",
            traced,
            waits,
            longest));
  }

  private static List<String> later(Forecast forecast) {
    List<Forecast.Later> later =
        forecast.bursts().stream()
            .flatMap(burst -> burst.later().stream())
            .sorted(Comparator.comparingDouble(file -> file.stock() - file.peace()))
            .toList();
    long files = forecast.bursts().stream().mapToInt(Forecast.OfBurst::files).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d of %s %s more than 5 %% longer with Peace%s"
            .formatted(
                later.size(),
                Text.count(files, "file"),
                later.size() == 1 ? "takes" : "take",
                later.isEmpty() ? "." : "; the worst:"));
    later.stream()
        .limit(3)
        .forEach(
            file ->
                lines.add(
                    "  %s s > %s s  %s"
                        .formatted(
                            seconds(file.stock()), seconds(file.peace()), cut(file.path()))));
    return lines;
  }

  private static List<String> errors(Forecast forecast) {
    List<String> lines = new ArrayList<>();
    lines.add(KnownErrors.own().of(forecast.recording()).text());
    if (forecast.hasRecorded()) {
      lines.add(
          "Of what was recorded here, the model takes %s of the mean and %s of the last end."
              .formatted(range(forecast, Times::mean), range(forecast, Times::last)));
    }
    if (forecast.bursts().stream().anyMatch(Forecast.OfBurst::isScaled)) {
      lines.add(
          "* The model is off by more than 15 % there, in the mean and the last end alike, so its"
              + " times are scaled by that. Maybe the links carry something else than the report takes"
              + " them to, or writers were slow.");
    }
    return lines;
  }

  /** Of all bursts. */
  private static String range(Forecast forecast, ToDoubleFunction<Times> of) {
    double[] all =
        forecast.bursts().stream()
            .flatMap(burst -> burst.model().stream())
            .mapToDouble(of)
            .sorted()
            .toArray();
    return all.length == 1 ? ratio(all[0]) : ratio(all[0]) + " to " + ratio(all[all.length - 1]);
  }

  /** How far off the forecast was, beside what came then. */
  private static List<String> against(Forecast forecast, Recording then) {
    List<String> lines = new ArrayList<>();
    TextTable table =
        new TextTable(
            1,
            List.of(
                "against " + then.kind().text(),
                "forecast",
                "last",
                "then",
                "last",
                "off",
                "last"));
    for (Comparison each : Comparison.of(forecast, then)) {
      table.row(
          List.of(
              "burst " + each.burst(),
              seconds(each.forecast().mean()),
              seconds(each.forecast().last()),
              seconds(each.then().mean()),
              seconds(each.then().last()),
              percent(each.meanOff()),
              percent(each.lastOff())));
    }
    lines.add("");
    lines.add(table.toString());
    return lines;
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f", seconds);
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%+.0f %%", 100 * part);
  }

  /** Sentences are folded; what has line breaks is a table. */
  private static String folded(String text) {
    return text.contains("\n") ? text.stripTrailing() : Wrapped.of(text, "  ");
  }
}
