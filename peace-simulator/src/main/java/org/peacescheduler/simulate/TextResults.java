package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;

/** A table for people: a row for each burst, then what each folder says together. */
final class TextResults implements ResultPrinter {
  private static final List<String> FIGURES =
      List.of(
          "stock response",
          "stock COMP",
          "Peace response",
          "Peace COMP",
          "ratio response",
          "ratio COMP",
          "slowdown",
          "worst writer",
          "jobs",
          "jobs p95",
          "response over bound",
          "COMP over bound",
          "fallbacks",
          "longest wait");

  /** Rows are shown as they come, so columns have their widths before. */
  private static final int NAME = 20;

  private static final int FIGURE = 7;

  private final PrintWriter out;
  private TextTable table = table("");
  private Summary summary = new Summary();

  TextResults(PrintWriter out) {
    this.out = out;
  }

  private static TextTable table(String name) {
    int[] widths = new int[1 + FIGURES.size()];
    Arrays.fill(widths, FIGURE);
    widths[0] = NAME;
    return new TextTable(1, cells(name, FIGURES)).atLeast(widths);
  }

  private static List<String> cells(String name, List<String> figures) {
    List<String> cells = new ArrayList<>(List.of(name));
    cells.addAll(figures);
    return cells;
  }

  @Override
  public void folder(String name) {
    summary = new Summary();
    boolean isShort = name.length() <= NAME;
    if (!isShort) {
      out.println(Wrapped.printable(name));
    }
    table = table(isShort ? name : "");
    out.print(table);
  }

  @Override
  public void scenario(Scenario scenario, List<Comparison> bursts) {
    summary.add(scenario, bursts);
    for (int burst = 0; burst < bursts.size(); burst++) {
      Comparison each = bursts.get(burst);
      line(scenario.name() + (bursts.size() == 1 ? "" : ", burst " + (burst + 1)), each);
    }
    out.flush();
  }

  void line(String name, Comparison each) {
    row(
        name,
        seconds(each.stock(Figures::response)),
        seconds(each.stock(Figures::completion)),
        seconds(each.peace(Figures::response)),
        seconds(each.peace(Figures::completion)),
        ratio(each.response()),
        ratio(each.completion()),
        ratio(each.ratio(Figures::slowdown)),
        ratio(each.worstWriter()),
        each.hasJobs() ? ratio(each.ratio(Figures::job)) : "",
        each.hasJobs() ? ratio(each.ratio(Figures::slowJob)) : "",
        each.hasBound() ? ratio(each.overLeastResponse()) : "",
        each.hasBound() ? ratio(each.overLeastCompletion()) : "",
        String.valueOf(Math.round(each.peace(Figures::fallbacks))),
        seconds(each.peace(Figures::longestWait)));
  }

  private void row(String name, String... figures) {
    out.print(table.text(cells(name, List.of(figures))));
  }

  @Override
  public void folderEnds() {
    if (summary.isEmpty()) {
      return;
    }
    boolean isBounded = summary.entries().stream().allMatch(each -> each.last().hasBound());
    row(
        "geometric mean of " + summary.size(),
        "",
        "",
        "",
        "",
        ratio(summary.mean(Comparison::response)),
        ratio(summary.mean(Comparison::completion)),
        "",
        "",
        "",
        "",
        isBounded ? ratio(summary.mean(Comparison::overLeastResponse)) : "",
        isBounded ? ratio(summary.mean(Comparison::overLeastCompletion)) : "",
        "",
        "");
    out.println("worst response: " + worst(Comparison::response));
    out.println("worst COMP: " + worst(Comparison::completion));
    out.println();
  }

  private String worst(ToDoubleFunction<Comparison> ratio) {
    return ratio(summary.worst(ratio)) + ", " + summary.worstScenario(ratio);
  }

  private static String seconds(double seconds) {
    return number("%.2f", seconds);
  }

  /** A ratio as all tables show it. */
  static String ratio(double ratio) {
    return number("%.3f", ratio);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  @Override
  public void close() {
    out.flush();
  }
}
