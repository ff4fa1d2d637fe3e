package org.peacescheduler.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.Statistics;

/**
 * An experiment as a table for a terminal: a row per round and side, the medians, and the ratios.
 */
final class ResultTable {
  private static final List<String> HEAD =
      List.of(
          "round",
          "policy",
          "IO",
          "response",
          "worst",
          "fairness",
          "COMP",
          "deferred",
          "fallbacks",
          "failed",
          "cores busy");

  private ResultTable() {}

  static String render(ExperimentResult result) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    for (Round round : result.measured()) {
      rows.add(row(String.valueOf(round.number()), round.side().label(), round.summary()));
    }
    for (Side side : result.options().sides()) {
      rows.add(medians(side, Ratios.summaries(side, result.rounds())));
    }
    StringBuilder text = new StringBuilder(layOut(rows, result.measured().size()));
    text.append(
        String.format(
            Locale.ROOT,
            "%nThe datanodes could take in a burst in %.2f s at best (lower bound of COMP).%n",
            result.lowerBoundSeconds()));
    List<Side> sides = result.options().sides();
    result
        .ratios()
        .ifPresent(
            r ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%s over %s, medians of the rounds: response %.2f, COMP %.2f, worst writer"
                            + " %.2f, IO %.2f.%n",
                        sides.get(1).label(),
                        sides.get(0).label(),
                        r.response(),
                        r.comp(),
                        r.worst(),
                        r.io())));
    return text.toString();
  }

  private static List<String> row(String round, String side, RoundSummary summary) {
    return List.of(
        round,
        side,
        seconds(summary.ioMean()),
        seconds(summary.responseMean()),
        seconds(summary.responseMax()),
        String.format(Locale.ROOT, "%.3f", summary.responseFairness()),
        seconds(summary.comp()),
        String.valueOf(summary.deferred()),
        String.valueOf(summary.fallbacks()),
        String.valueOf(summary.failed()),
        percent(summary.cores().machine()));
  }

  private static List<String> medians(Side side, List<RoundSummary> summaries) {
    return List.of(
        "median",
        side.label(),
        seconds(median(summaries, RoundSummary::ioMean)),
        seconds(median(summaries, RoundSummary::responseMean)),
        seconds(median(summaries, RoundSummary::responseMax)),
        String.format(Locale.ROOT, "%.3f", median(summaries, RoundSummary::responseFairness)),
        seconds(median(summaries, RoundSummary::comp)),
        String.format(Locale.ROOT, "%.0f", median(summaries, s -> (double) s.deferred())),
        String.format(Locale.ROOT, "%.0f", median(summaries, s -> (double) s.fallbacks())),
        String.format(Locale.ROOT, "%.0f", median(summaries, s -> (double) s.failed())),
        percent(median(summaries, s -> s.cores().machine())));
  }

  private static double median(
      List<RoundSummary> summaries, ToDoubleFunction<RoundSummary> figure) {
    return Statistics.median(summaries.stream().mapToDouble(figure).toArray());
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f s", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** Words to the left, figures to the right, and a line under the head and before the medians. */
  private static String layOut(List<List<String>> rows, int measured) {
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < rows.size(); index++) {
      if (index == 1 || index == measured + 1) {
        for (int width : widths) {
          text.append("-".repeat(width)).append("  ");
        }
        text.append(System.lineSeparator());
      }
      for (int column = 0; column < widths.length; column++) {
        String form = column < 2 ? "%-" + widths[column] + "s  " : "%" + widths[column] + "s  ";
        text.append(form.formatted(rows.get(index).get(column)));
      }
      text.append(System.lineSeparator());
    }
    return text.toString().replaceAll("(?m)[ ]+$", "");
  }
}
