package org.peacescheduler.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Bisection;
import org.peacescheduler.network.analysis.Figures;
import org.peacescheduler.network.analysis.NetworkAnalysis;
import org.peacescheduler.network.analysis.PipelineBound;
import org.peacescheduler.network.analysis.SwitchCapacity;
import org.peacescheduler.network.analysis.Warning;
import org.peacescheduler.network.export.HostRanges;
import org.peacescheduler.network.topology.Constraint;

/**
 * A {@link NetworkAnalysis} as text for a terminal, in lines of 80 columns where names allow it.
 *
 * <p>Example: {@code 3 replicas same-rack, other-rack, same-rack tor1->tor2 11 10}: at most 11
 * pipelines of three replicas fit at a time, 10 are planned, and {@code tor1->tor2} is full first.
 * Cost: linear in the lines. Thread-safe: it has no state.
 */
final class TopologyReport {
  private static final String INDENT = "  ";
  private static final int MOST_ROWS = 40;
  private static final int MOST_NAMES = 4;

  private TopologyReport() {}

  /** Reports on a model that was analysed; several lines, each ended. */
  static String of(NetworkModel model, NetworkAnalysis analysis, Figures figures) {
    List<SwitchCapacity> switches =
        figures.areBandwidths() ? NetworkAnalysis.inStreams(model) : analysis.switches();
    StringBuilder text = new StringBuilder();
    text.append(Wrapped.of(head(model, figures), INDENT)).append("%n%n".formatted());
    text.append(switches(switches, figures)).append(System.lineSeparator());
    text.append(Wrapped.of("Bisection: " + bisection(model, analysis, figures), INDENT));
    text.append("%n%nPipelines per timestep:%n".formatted());
    text.append(pipelines(analysis.pipelines()));
    for (Warning warning : analysis.warnings()) {
      text.append("%n%s%n".formatted(wrapped(warning.format())));
    }
    return text.toString();
  }

  /** A message of several lines, each of which goes on behind an indent. */
  static String wrapped(String message) {
    return message
        .lines()
        .map(line -> Wrapped.of(line, INDENT))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String head(NetworkModel model, Figures figures) {
    return "%s: %s, %s, %s. Capacities are %s."
        .formatted(
            model.topology().source(),
            count(model.servers(), "server", "servers"),
            count(model.switches(), "switch", "switches"),
            count(model.links() / 2, "link between switches", "links between switches"),
            figures.areBandwidths()
                ? "those of each direction; a chunk takes %s".formatted(figures.text(1))
                : "chunks per timestep, each direction");
  }

  private static String count(int n, String one, String several) {
    return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? one : several);
  }

  private static String switches(List<SwitchCapacity> switches, Figures figures) {
    TextTable table =
        new TextTable(
            1,
            List.of("switch", "layer", "servers", "from them", "to them", "out", "oversubscribed"));
    // Switches with the same numbers share a row.
    Map<List<String>, List<String>> alike = new LinkedHashMap<>();
    switches.stream()
        .sorted(Comparator.comparingInt(SwitchCapacity::layer))
        .forEach(s -> alike.computeIfAbsent(row(s, figures), a -> new ArrayList<>()).add(s.name()));
    alike.entrySet().stream()
        .limit(MOST_ROWS)
        .forEach(
            row -> {
              List<String> cells = new ArrayList<>(List.of(names(row.getValue(), ", ")));
              cells.addAll(row.getKey());
              table.row(cells);
            });
    int hidden = alike.size() - MOST_ROWS;
    return table + (hidden > 0 ? "... and %d more kinds of switch%n".formatted(hidden) : "");
  }

  private static List<String> row(SwitchCapacity s, Figures figures) {
    return List.of(
        "" + s.layer(),
        "" + s.servers(),
        s.servers() == 0 ? "" : figures.text(s.fromServers()),
        s.servers() == 0 ? "" : figures.text(s.toServers()),
        s.out() == 0 ? "" : figures.text(s.out()),
        ratio(s.oversubscription()));
  }

  private static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f : 1", ratio.getAsDouble()) : "";
  }

  private static String bisection(NetworkModel model, NetworkAnalysis analysis, Figures figures) {
    if (analysis.bisection().isEmpty()) {
      return "all servers are on one switch; no link is between halves.";
    }
    Bisection b = analysis.bisection().get();
    OptionalDouble streams =
        figures.areBandwidths()
            ? NetworkAnalysis.bisectionInStreams(model)
            : OptionalDouble.of((double) b.capacity());
    return "%s between %s (on %s) and the other %d; %s."
        .formatted(
            figures.text(streams.orElseThrow()),
            count(b.smaller(), "server", "servers"),
            names(b.side(), ", "),
            b.larger(),
            b.method().text());
  }

  private static String pipelines(List<PipelineBound> bounds) {
    TextTable table =
        new TextTable(3, List.of("pipelines", "placement", "full first", "most", "planned"));
    for (PipelineBound bound : bounds) {
      table.row(
          List.of(
              count(bound.replication(), "replica", "replicas"),
              bound.placement().stream().map(Constraint::text).collect(Collectors.joining(", ")),
              names(bound.limits(), "; "),
              number(bound.atMost(), "no limit"),
              number(bound.atLeast(), "")));
    }
    return table.toString();
  }

  private static String number(OptionalLong number, String none) {
    return number.isPresent() ? "" + number.getAsLong() : none;
  }

  private static String names(List<String> names, String separator) {
    List<String> ranges = HostRanges.of(names);
    String shown = ranges.stream().limit(MOST_NAMES).collect(Collectors.joining(separator));
    int hidden = ranges.size() - MOST_NAMES;
    return hidden > 0 ? shown + separator + hidden + " more" : shown;
  }
}
