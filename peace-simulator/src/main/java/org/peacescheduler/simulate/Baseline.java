package org.peacescheduler.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.coordinate.order.GroupOrder;

/**
 * What an earlier core made of scenarios, with some placement seeds each, so that a change that is
 * to change nothing is told from one that makes things worse: a mean moves hardly, and no scenario
 * is much worse than chance made it before.
 *
 * <p>Example: {@code four-jobs} had a response of 0.52, 0.55, 0.53 and 0.54 of stock HDFS's with
 * the four seeds. A new core may have 0.5775 with any seed: 1.05 times the worst of them.
 *
 * <p>Of several bursts the last one counts. Immutable.
 */
record Baseline(List<Line> lines) {
  /** By how much a folder's geometric mean may be outside of those of the placement seeds. */
  static final double MEAN = 0.01;

  /** How much worse a scenario may be than with the worst placement seed. */
  static final double WORSE = 1.05;

  /** Placement seeds of a new baseline, from 0. */
  private static final int PLACEMENTS = 4;

  private static final String HEADER = "folder,scenario,placementSeed,response,comp";
  private static final Pattern LINE = Pattern.compile("([^,]+),(.+),([0-9]+),([0-9.]+),([0-9.]+)");

  /** A scenario with a placement seed; Peace's figures over stock HDFS's. */
  record Line(String folder, String scenario, long placement, double response, double comp) {}

  Baseline {
    lines = List.copyOf(lines);
  }

  /** Runs all scenarios with some placement seeds each, on all processors. */
  static Baseline run(Map<String, List<Scenario>> folders, GroupOrder order, int rounds, long seed)
      throws SimulationException {
    List<Line> lines = new ArrayList<>();
    List<Variant> others = LongStream.range(1, PLACEMENTS).mapToObj(Variant::placedBy).toList();
    for (Map.Entry<String, List<Scenario>> folder : folders.entrySet()) {
      Ablation all = Ablation.of(folder.getValue(), others, order, rounds, seed, (d, of) -> {});
      for (int scenario = 0; scenario < folder.getValue().size(); scenario++) {
        for (Ablation.Line line : all.lines().toList()) {
          Summary.Entry entry = line.summary().entries().get(scenario);
          lines.add(
              new Line(
                  folder.getKey(),
                  entry.scenario(),
                  line.variant().placement(),
                  entry.last().response(),
                  entry.last().completion()));
        }
      }
    }
    return new Baseline(lines);
  }

  /** Reads a file that {@link #write} has written. */
  static Baseline read(Path file) throws CommandFailure {
    try {
      List<Line> lines = new ArrayList<>();
      for (String text : Files.readAllLines(file)) {
        if (!text.startsWith("#") && !text.equals(HEADER)) {
          lines.add(line(file, text));
        }
      }
      return new Baseline(lines);
    } catch (IOException e) {
      throw CommandFailure.badInput(
          "'%s' cannot be read: %s\nMaybe correct the name.".formatted(file, e), e);
    }
  }

  private static Line line(Path file, String text) throws CommandFailure {
    Matcher matcher = LINE.matcher(text);
    if (!matcher.matches()) {
      throw CommandFailure.badInput(
          "'%s' has a line that is not '%s': %s\nMaybe write the file anew with --write-baseline."
              .formatted(file, HEADER, text),
          null);
    }
    return new Line(
        matcher.group(1),
        matcher.group(2),
        Long.parseLong(matcher.group(3)),
        Double.parseDouble(matcher.group(4)),
        Double.parseDouble(matcher.group(5)));
  }

  /**
   * Writes a file.
   *
   * @param about lines of text that come first
   */
  void write(Path file, List<String> about) throws CommandFailure {
    List<String> text = new ArrayList<>();
    about.forEach(each -> text.add("# " + each));
    text.add(HEADER);
    for (Line line : lines) {
      text.add(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%.6f,%.6f",
              line.folder,
              line.scenario,
              line.placement,
              line.response,
              line.comp));
    }
    try {
      Files.write(file, text);
    } catch (IOException e) {
      throw CommandFailure.failed(
          "'%s' cannot be written: %s\nMaybe name a file in a folder that exists."
              .formatted(file, e),
          e);
    }
  }

  /**
   * What is worse now, or at all other; empty if nothing is.
   *
   * @param now what a folder's scenarios say; those that the baseline has not are left out
   */
  List<String> problems(String folder, Summary now) {
    Map<String, List<Line>> before = new LinkedHashMap<>();
    lines.stream()
        .filter(line -> line.folder.equals(folder))
        .forEach(line -> before.computeIfAbsent(line.scenario, n -> new ArrayList<>()).add(line));
    List<Summary.Entry> known =
        now.entries().stream().filter(entry -> before.containsKey(entry.scenario())).toList();
    if (known.isEmpty()) {
      return List.of(folder + ": the baseline has none of its scenarios");
    }
    List<String> problems = new ArrayList<>();
    problems.addAll(
        problems(folder, "response", known, before, Comparison::response, Line::response));
    problems.addAll(problems(folder, "COMP", known, before, Comparison::completion, Line::comp));
    return problems;
  }

  private static List<String> problems(
      String folder,
      String figure,
      List<Summary.Entry> now,
      Map<String, List<Line>> before,
      ToDoubleFunction<Comparison> ratioNow,
      ToDoubleFunction<Line> ratioBefore) {
    List<String> problems = new ArrayList<>();
    double mean = geometric(now.stream().map(Summary.Entry::last).toList(), ratioNow);
    DoubleSummaryStatistics means = means(now, before, ratioBefore);
    if (mean < means.getMin() - MEAN || mean > means.getMax() + MEAN) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s, geometric mean of %s: %.3f, before %.3f to %.3f; by more than %.2f another one",
              folder,
              figure,
              mean,
              means.getMin(),
              means.getMax(),
              MEAN));
    }
    for (Summary.Entry entry : now) {
      double worst =
          before.get(entry.scenario()).stream().mapToDouble(ratioBefore).max().orElseThrow();
      double is = ratioNow.applyAsDouble(entry.last());
      if (is > WORSE * worst) {
        problems.add(
            String.format(
                Locale.ROOT,
                "%s/%s, %s: %.3f, before %.3f at worst; %.2f times that",
                folder,
                entry.scenario(),
                figure,
                is,
                worst,
                is / worst));
      }
    }
    return problems;
  }

  /** The geometric means of the placement seeds, of the scenarios that there are now. */
  private static DoubleSummaryStatistics means(
      List<Summary.Entry> now, Map<String, List<Line>> before, ToDoubleFunction<Line> ratio) {
    return now.stream()
        .flatMap(entry -> before.get(entry.scenario()).stream())
        .collect(Collectors.groupingBy(Line::placement))
        .values()
        .stream()
        .mapToDouble(placement -> geometric(placement, ratio))
        .summaryStatistics();
  }

  private static <T> double geometric(List<T> of, ToDoubleFunction<T> ratio) {
    return Math.exp(
        of.stream()
            .mapToDouble(each -> Math.log(ratio.applyAsDouble(each)))
            .average()
            .orElseThrow());
  }
}
