package org.peacescheduler.experiment;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.Statistics;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;

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
    TextTable table = new TextTable(2, HEAD);
    table.rule();
    for (Round round : result.measured()) {
      table.row(row(String.valueOf(round.number()), round.side().label(), round.summary()));
    }
    table.rule();
    for (Side side : result.options().sides()) {
      table.row(medians(side, Ratios.summaries(side, result.rounds())));
    }
    StringBuilder text = new StringBuilder(table.toString()).append(System.lineSeparator());
    sentence(
        text,
        "The datanodes could take in a burst in %.2f s at best (lower bound of COMP).",
        result.lowerBoundSeconds());
    result
        .ratios()
        .ifPresent(
            r ->
                sentence(
                    text,
                    "%s over %s, medians of the rounds: response %.2f, COMP %.2f, worst writer"
                        + " %.2f, IO %.2f.",
                    r.side().label(),
                    r.over().label(),
                    r.response(),
                    r.comp(),
                    r.worst(),
                    r.io()));
    return text.toString();
  }

  private static void sentence(StringBuilder text, String format, Object... values) {
    String sentence = String.format(Locale.ROOT, format, values);
    text.append(Wrapped.of(sentence, "  ")).append(System.lineSeparator());
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
}
