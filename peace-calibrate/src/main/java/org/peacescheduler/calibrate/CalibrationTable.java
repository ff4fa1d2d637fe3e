package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.calibrate.Findings.Finding;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;

/** The findings for a terminal. */
final class CalibrationTable {
  private static final List<String> HEAD =
      List.of("link", "of", "chunks", "MB/s", "MB/s each", "s a chunk", "");

  private CalibrationTable() {}

  static String render(Findings findings, Numbers numbers, CalibrationOptions options) {
    TextTable table = new TextTable(2, HEAD);
    for (Finding finding : findings.all()) {
      table.rule();
      rows(table, finding, options);
    }
    StringBuilder text = new StringBuilder(table.toString()).append('\n');
    for (Finding finding : findings.all()) {
      text.append(Wrapped.of(sentence(finding), "  ")).append('\n');
    }
    text.append("\nstreamRate: ").append(numbers.streamRate().toPlainString()).append(" MB/s\n");
    return text.toString();
  }

  private static void rows(TextTable table, Finding finding, CalibrationOptions options) {
    for (Curve.Point point : finding.curve().points()) {
      boolean first = point.concurrency() == finding.curve().points().get(0).concurrency();
      boolean knee = point.concurrency() == finding.knee().capacity();
      table.row(
          List.of(
              first ? finding.series().kind().word() : "",
              first ? name(finding) : "",
              String.valueOf(point.concurrency()),
              Megabytes.text(point.rate()),
              Megabytes.text(options.chunk().bytes() / point.chunkSeconds()),
              String.format(Locale.ROOT, "%.3f", point.chunkSeconds()),
              knee ? "<- enough" : ""));
    }
  }

  static String name(Finding finding) {
    Series series = finding.series();
    if (series.kind() == Series.Kind.CLIENT || series.otherRack().isPresent()) {
      return series.name();
    }
    return finding.measured() == 1
        ? series.name()
        : "%d datanodes of %s".formatted(finding.measured(), series.group());
  }

  private static String sentence(Finding finding) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "%s, %s: %d at a time, %s%s MB/s"
            .formatted(
                finding.series().kind().word(),
                name(finding),
                finding.knee().capacity(),
                finding.isExact() ? "" : "at least ",
                Megabytes.text(finding.best())));
    parts.addAll(finding.atLeast());
    return String.join("; ", parts);
  }
}
