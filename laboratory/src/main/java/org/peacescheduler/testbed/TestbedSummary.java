package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peacescheduler.measure.Count;

/** A run as Markdown that can be kept with the sources: what was measured, on what, and how. */
final class TestbedSummary {
  private static final List<String> HEAD =
      List.of(
          "cell",
          "configuration",
          "response",
          "IO",
          "COMP",
          "worst",
          "COMP / bound",
          "response / stock",
          "IO / stock",
          "COMP / stock",
          "worst / stock",
          "failed",
          "cores");

  private TestbedSummary() {}

  /**
   * The whole text.
   *
   * @param arguments those after {@code ./peace testbed}
   * @param home where the checkout is, if that is known
   */
  static String render(
      TestbedResult result, Surroundings on, List<String> arguments, Optional<Path> home) {
    TestbedOptions options = result.options();
    List<String> lines = new ArrayList<>();
    lines.add("    " + CommandLineText.of(arguments, home));
    lines.add("");
    lines.add(
        "%s, commit %s. Hadoop %s, Java %s, %d cores, %s GiB, Linux %s."
            .formatted(
                on.date(),
                on.commit().orElse("unknown"),
                on.hadoopVersion(),
                on.javaVersion(),
                on.cores(),
                number("%.0f", on.memoryBytes() / (double) (1 << 30)),
                on.kernel()));
    lines.add(
        "Medians of %s; %s a chunk, %s."
            .formatted(
                Count.of(options.rounds(), "round"),
                options.grid().chunkSize(),
                options.replicas()));
    lines.add("");
    if (result.brokenOff().isPresent()) {
      lines.add("The run broke off after %s.".formatted(Count.of(result.rounds().size(), "burst")));
      lines.add("");
    }
    lines.add(row(HEAD));
    lines.add("|---".repeat(HEAD.size()) + "|");
    for (BurstShape cell : options.cells()) {
      result.rows(cell).forEach(row -> lines.add(row(cells(cell, row, home))));
    }
    if (result.tooBusy()) {
      lines.add("");
      lines.add(
          "\\* In some round the cores were more than 80 % busy, so the links may not have been the"
              + " limit.");
    }
    return String.join("\n", lines) + "\n";
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private static List<String> cells(BurstShape cell, CellRow row, Optional<Path> home) {
    RoundFigures f = row.medians();
    return List.of(
        cell.name(),
        "`" + CommandLineText.withoutPaths(row.configuration().name(), home) + "`",
        number("%.1f s", f.response()),
        number("%.1f s", f.io()),
        number("%.1f s", f.comp()),
        number("%.1f s", f.worst()),
        number("%.2f", row.overBound()),
        number("%.2f", row.overStock(RoundFigures::response)),
        number("%.2f", row.overStock(RoundFigures::io)),
        number("%.2f", row.overStock(RoundFigures::comp)),
        number("%.2f", row.overStock(RoundFigures::worst)),
        number("%.0f", f.failed()),
        number("%.0f %%", 100 * f.busy()) + (row.tooBusy() ? " \\*" : ""));
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
  }
}
