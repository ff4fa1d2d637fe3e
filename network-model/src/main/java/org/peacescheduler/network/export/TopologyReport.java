package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Bisection;
import org.peacescheduler.network.analysis.Figures;
import org.peacescheduler.network.analysis.NetworkAnalysis;
import org.peacescheduler.network.analysis.PipelineBound;
import org.peacescheduler.network.analysis.SwitchCapacity;
import org.peacescheduler.network.analysis.Warning;
import org.peacescheduler.network.topology.Constraint;

/** A {@link NetworkAnalysis} as text for a terminal. */
public final class TopologyReport {
  private static final int MOST_ROWS = 40;
  private static final int MOST_NAMES = 4;

  private TopologyReport() {}

  /** Analyses a model and reports on it; several lines, each ended. */
  public static String of(NetworkModel model) {
    return of(model, NetworkAnalysis.of(model), Figures.CHUNKS);
  }

  /** Reports on a model that was analysed; several lines, each ended. */
  public static String of(NetworkModel model, NetworkAnalysis analysis, Figures figures) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %s, %s, %s. Capacities are %s.%n%n"
            .formatted(
                model.topology().source(),
                count(model.servers(), "server", "servers"),
                count(model.switches(), "switch", "switches"),
                count(model.links() / 2, "link between switches", "links between switches"),
                figures.areBandwidths()
                    ? "those of each direction; a chunk takes %s".formatted(figures.text(1))
                    : "chunks per timestep, each direction"));
    List<SwitchCapacity> switches =
        figures.areBandwidths() ? NetworkAnalysis.inStreams(model) : analysis.switches();
    text.append(switches(switches, figures)).append('\n');
    text.append("Bisection: ").append(bisection(model, analysis, figures)).append("\n\n");
    text.append(pipelines(analysis.pipelines()));
    for (Warning warning : analysis.warnings()) {
      text.append('\n').append(warning.format()).append('\n');
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static String count(int n, String one, String several) {
    return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? one : several);
  }

  private static String switches(List<SwitchCapacity> switches, Figures figures) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
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
              rows.add(cells);
            });
    int hidden = alike.size() - MOST_ROWS;
    return table(rows) + (hidden > 0 ? "... and " + hidden + " more kinds of switch\n" : "");
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
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("pipelines per timestep", "at most", "planned", "placement", "full first"));
    for (PipelineBound bound : bounds) {
      rows.add(
          List.of(
              count(bound.replication(), "replica", "replicas"),
              number(bound.atMost(), "no limit"),
              number(bound.atLeast(), ""),
              bound.placement().stream().map(Constraint::text).collect(Collectors.joining(", ")),
              names(bound.limits(), "; ")));
    }
    return table(rows);
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

  /** Columns two spaces apart; columns of numbers are flush right. */
  private static String table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    boolean[] numeric = new boolean[columns];
    for (int c = 0; c < columns; c++) {
      int column = c;
      width[c] = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
      numeric[c] =
          rows.stream()
              .skip(1)
              .allMatch(row -> row.get(column).matches("[\\d. :]*( [kMGTP]?(bit|B)/s)?|no limit"));
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String pad = " ".repeat(width[c] - row.get(c).length());
        line.append(c == 0 ? "" : "  ");
        line.append(numeric[c] ? pad + row.get(c) : row.get(c) + pad);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
