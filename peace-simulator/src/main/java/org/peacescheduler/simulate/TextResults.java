package org.peacescheduler.simulate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A table for people: a line for each burst, then what each folder says together. */
final class TextResults implements ResultPrinter {
  private static final String LINE = "%-34s %9s %9s %9s %9s %8s %6s %13s %17s %5s %7s";

  private final PrintWriter out;
  private Summary summary = new Summary();

  TextResults(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void folder(String name) {
    summary = new Summary();
    println(
        LINE, name, "stock", "", "Peace", "", "ratio", "", "slowdown", "jobs", "fall-", "longest");
    println(
        LINE,
        "",
        "response",
        "COMP",
        "response",
        "COMP",
        "response",
        "COMP",
        "",
        "",
        "backs",
        "wait");
  }

  @Override
  public void scenario(Scenario scenario, List<Comparison> bursts) {
    summary.add(scenario, bursts);
    for (int burst = 0; burst < bursts.size(); burst++) {
      Comparison each = bursts.get(burst);
      String name = scenario.name() + (bursts.size() == 1 ? "" : ", burst " + (burst + 1));
      println(
          LINE,
          name,
          seconds(each.stock().response()),
          seconds(each.stock().completion()),
          seconds(each.peace().response()),
          seconds(each.peace().completion()),
          ratio(each.response()),
          ratio(each.completion()),
          number("%.1f", each.stock().slowdown()) + " > " + number("%.1f", each.peace().slowdown()),
          jobs(each.stock().job(), each.peace().job()),
          String.valueOf(each.peace().fallbacks()),
          seconds(each.peace().longestWait()));
    }
    out.flush();
  }

  @Override
  public void folderEnds() {
    if (summary.isEmpty()) {
      return;
    }
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
        "");
    println("worst response: %s", worst(Comparison::response));
    println("worst COMP: %s", worst(Comparison::completion));
    println("");
  }

  private String worst(ToDoubleFunction<Comparison> ratio) {
    return ratio(summary.worst(ratio)) + ", " + summary.worstScenario(ratio);
  }

  private static String jobs(OptionalDouble stock, OptionalDouble peace) {
    return stock.isEmpty()
        ? ""
        : seconds(stock.getAsDouble()) + " > " + seconds(peace.orElseThrow());
  }

  private static String seconds(double seconds) {
    return number("%.2f", seconds);
  }

  private static String ratio(double ratio) {
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
