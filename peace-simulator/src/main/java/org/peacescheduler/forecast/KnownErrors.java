package org.peacescheduler.forecast;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.trace.Recording;

/**
 * How far forecasts were off on the testbed, from the one table that has it: {@code
 * known-errors.csv}, made with {@code peace report --against}. Immutable.
 *
 * @param all in the order of the table
 */
record KnownErrors(List<Known> all) {
  private static final String TABLE = "known-errors.csv";

  KnownErrors {
    all = List.copyOf(all);
  }

  /**
   * A burst whose forecast was made of one mode's trace.
   *
   * @param isOfStock whether stock HDFS was forecast, of enforce's trace
   */
  record Known(
      String workload,
      boolean isOfStock,
      double meanForecast,
      double meanSeen,
      double lastForecast,
      double lastSeen) {
    /** How far the mean was off: 0.1 if it was a tenth too high. */
    double mean() {
      return meanForecast / meanSeen - 1;
    }

    double last() {
      return lastForecast / lastSeen - 1;
    }

    private double worst() {
      return Math.max(Math.abs(mean()), Math.abs(last()));
    }
  }

  /** The table that comes with Peace. */
  static KnownErrors own() {
    try (InputStream in = KnownErrors.class.getResourceAsStream(TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<Known> all = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#") && !line.startsWith("workload,")) {
          String[] cells = line.split(",", -1);
          all.add(
              new Known(
                  cells[0],
                  cells[1].equals("stock"),
                  Double.parseDouble(cells[2]),
                  Double.parseDouble(cells[3]),
                  Double.parseDouble(cells[4]),
                  Double.parseDouble(cells[5])));
        }
      }
      return new KnownErrors(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of forecasts of the same side, as of this recording. */
  KnownErrors of(Recording recording) {
    boolean ofStock = recording.kind() == Recording.Kind.ENFORCE;
    return new KnownErrors(all.stream().filter(each -> each.isOfStock() == ofStock).toList());
  }

  /** In a sentence, the worst one by name. */
  String text() {
    Known worst = all.stream().max(Comparator.comparingDouble(Known::worst)).orElseThrow();
    return String.format(
        Locale.ROOT,
        "Known error: in %d bursts on the testbed the mean of %s was forecast within %.0f %%, the"
            + " last end within %.0f %%; the worst was %s, mean %+.0f %%, last %+.0f %%.",
        all.size(),
        worst.isOfStock() ? "stock HDFS" : "Peace",
        100 * all.stream().mapToDouble(each -> Math.abs(each.mean())).max().orElseThrow(),
        100 * all.stream().mapToDouble(each -> Math.abs(each.last())).max().orElseThrow(),
        worst.workload(),
        100 * worst.mean(),
        100 * worst.last());
  }
}
