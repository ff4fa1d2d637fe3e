package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A table for people: a line for each burst, then what each folder says together. */
final class TextResults implements ResultPrinter {
  private static final String LINE =
      "%-34s %9s %9s %9s %9s %9s %6s %8s %6s %6s %6s %8s %6s %5s %8s";

  private final PrintWriter out;
  private Summary summary = new Summary();

  TextResults(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void folder(String name) {
    summary = new Summary();
    println(
        LINE, name, "stock", "", "Peace", "", "ratios", "", "", "", "", "", "over", "bound",
        "fall-", "longest");
    println(
        LINE,
        "",
        "response",
        "COMP",
        "response",
        "COMP",
        "response",
        "COMP",
        "slowdown",
        "worst",
        "jobs",
        "p95",
        "response",
        "COMP",
        "backs",
        "wait");
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
    println(
        LINE,
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

  @Override
  public void folderEnds() {
    if (summary.isEmpty()) {
      return;
    }
    boolean isBounded = summary.entries().stream().allMatch(each -> each.last().hasBound());
    println(
        LINE,
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
        "",
        isBounded ? ratio(summary.mean(Comparison::overLeastResponse)) : "",
        isBounded ? ratio(summary.mean(Comparison::overLeastCompletion)) : "",
        "",
        "");
    println("worst response: %s", worst(Comparison::response));
    println("worst COMP: %s", worst(Comparison::completion));
    println("");
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

  private void println(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }

  @Override
  public void close() {
    out.flush();
  }
}
