package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.SwitchLayers;

/**
 * Where the switches of a drawing are: racks in columns at the bottom, each higher layer above what
 * it joins. Immutable.
 */
final class Layout {
  static final double MARGIN = 28;
  static final double HEADER = 74;
  static final double PILL = 30;
  private static final double GAP = 132;
  private static final double BESIDE = 64;
  private static final int MOST_COLUMNS = 48;
  private static final double NARROWEST = 640;

  /** How much of a rack is drawn. */
  enum Detail {
    /** Each server with its name. */
    NAMES(196),
    /** Servers as small squares, their names as patterns. */
    PATTERNS(168),
    /** Squares alone. */
    SQUARES(52);

    final double column;

    Detail(double column) {
      this.column = column;
    }
  }

  private final NetworkModel model;
  private final SwitchLayers layers;
  private final List<List<Integer>> serversOn;
  private final double[] x;
  private final boolean[] hidden;
  private final int hiddenRacks;
  private final double hiddenX;
  private final Detail detail;
  private final double width;
  private final double top;

  Layout(NetworkModel model) {
    this.model = model;
    layers = SwitchLayers.of(model);
    serversOn =
        IntStream.range(0, model.switches())
            .<List<Integer>>mapToObj(u -> new ArrayList<>())
            .collect(Collectors.toList());
    for (int i = 0; i < model.servers(); i++) {
      serversOn.get(model.switchOf(i)).add(i);
    }
    x = new double[model.switches()];
    hidden = new boolean[model.switches()];
    List<List<Integer>> rows = rows();
    List<Integer> racks = rows.get(0);
    int largest = serversOn.stream().mapToInt(List::size).max().orElse(0);
    detail = racks.size() > 10 ? Detail.SQUARES : largest > 12 ? Detail.PATTERNS : Detail.NAMES;
    hiddenRacks = racks.size() > MOST_COLUMNS ? racks.size() - MOST_COLUMNS + 1 : 0;
    int columns = racks.size() - hiddenRacks + (hiddenRacks > 0 ? 1 : 0);
    double racksWidth = columns * detail.column;
    width = Math.max(NARROWEST, Math.max(racksWidth, widest(rows)) + 2 * MARGIN);
    double left = (width - racksWidth) / 2;
    int firstHidden = (racks.size() - hiddenRacks) / 2;
    hiddenX = left + (firstHidden + 0.5) * detail.column;
    for (int i = 0; i < racks.size(); i++) {
      boolean isHidden = hiddenRacks > 0 && i >= firstHidden && i < firstHidden + hiddenRacks;
      int column = i < firstHidden || hiddenRacks == 0 ? i : i - hiddenRacks + 1;
      hidden[racks.get(i)] = isHidden;
      x[racks.get(i)] = isHidden ? hiddenX : left + (column + 0.5) * detail.column;
    }
    for (int layer = 1; layer < rows.size(); layer++) {
      placeAbove(rows.get(layer));
    }
    int highest = layers.count() - 1;
    top = HEADER + (hasLinkBeside(highest) ? BESIDE : 0);
  }

  /**
   * The switches of each layer from left to right, those below the same ones next to each other.
   */
  private List<List<Integer>> rows() {
    double[] order = new double[model.switches()];
    List<List<Integer>> rows = new ArrayList<>();
    for (int layer = layers.count() - 1; layer >= 0; layer--) {
      int current = layer;
      List<Integer> row =
          IntStream.range(0, model.switches())
              .filter(u -> layers.of(u) == current)
              .boxed()
              .sorted(Comparator.comparingDouble(u -> mean(u, 1, order, 0)))
              .collect(Collectors.toList());
      for (int i = 0; i < row.size(); i++) {
        order[row.get(i)] = i;
      }
      rows.add(0, row);
    }
    return rows;
  }

  /** The mean of a value over the neighbours of a switch that are {@code up} layers higher. */
  private double mean(int sw, int up, double[] values, double otherwise) {
    double sum = 0;
    int count = 0;
    for (int k = 0; k < model.links(); k++) {
      if (model.linkFrom(k) == sw && layers.of(model.linkTo(k)) - layers.of(sw) == up) {
        sum += values[model.linkTo(k)];
        count++;
      }
    }
    return count == 0 ? otherwise : sum / count;
  }

  private double widest(List<List<Integer>> rows) {
    return rows.stream().skip(1).mapToDouble(row -> row.size() * spacing(row)).max().orElse(0);
  }

  private double spacing(List<Integer> row) {
    return row.stream().mapToDouble(this::pillWidth).max().orElse(0) + 28;
  }

  /**
   * Puts switches above the middle of what they join, as far as they do not overlap: the closest
   * such places by least squares (pool adjacent violators).
   */
  private void placeAbove(List<Integer> row) {
    double spacing = spacing(row);
    double[] wanted = new double[model.switches()];
    row.forEach(u -> wanted[u] = mean(u, -1, x, width / 2));
    row.sort(Comparator.comparingDouble(u -> wanted[u]));
    double[] sum = new double[row.size()];
    int[] size = new int[row.size()];
    int blocks = 0;
    for (int i = 0; i < row.size(); i++) {
      sum[blocks] = wanted[row.get(i)] - i * spacing;
      size[blocks++] = 1;
      while (blocks > 1
          && sum[blocks - 2] / size[blocks - 2] > sum[blocks - 1] / size[blocks - 1]) {
        blocks--;
        sum[blocks - 1] += sum[blocks];
        size[blocks - 1] += size[blocks];
      }
    }
    int i = 0;
    for (int block = 0; block < blocks; block++) {
      for (int member = 0; member < size[block]; member++, i++) {
        double half = spacing / 2;
        double place = sum[block] / size[block] + i * spacing;
        x[row.get(i)] = Math.max(MARGIN + half, Math.min(width - MARGIN - half, place));
      }
    }
  }

  private boolean hasLinkBeside(int layer) {
    return IntStream.range(0, model.links())
        .anyMatch(
            k -> layers.of(model.linkFrom(k)) == layer && layers.of(model.linkTo(k)) == layer);
  }

  NetworkModel model() {
    return model;
  }

  SwitchLayers layers() {
    return layers;
  }

  List<Integer> serversOn(int sw) {
    return serversOn.get(sw);
  }

  /** Whether the servers of all racks are as many and have the same capacities. */
  boolean racksAreAlike() {
    return IntStream.range(0, model.switches())
            .filter(u -> !serversOn.get(u).isEmpty())
            .mapToObj(u -> serversOn.get(u).stream().map(this::capacities).toList())
            .distinct()
            .count()
        == 1;
  }

  /** A server's capacities as they are written beside it. */
  String capacities(int server) {
    int disk = model.capacity(model.disk(server));
    return "↑%d ↓%d%s"
        .formatted(
            model.capacity(model.up(server)),
            model.capacity(model.down(server)),
            disk == NetworkModel.UNLIMITED ? "" : " disk " + disk);
  }

  Detail detail() {
    return detail;
  }

  double width() {
    return width;
  }

  /** The middle of a switch. */
  double x(int sw) {
    return x[sw];
  }

  /** The upper edge of a switch. */
  double y(int sw) {
    return top + (layers.count() - 1 - layers.of(sw)) * GAP;
  }

  boolean isHidden(int sw) {
    return hidden[sw];
  }

  int hiddenRacks() {
    return hiddenRacks;
  }

  double hiddenX() {
    return hiddenX;
  }

  double racksY() {
    return top + (layers.count() - 1) * GAP;
  }

  double pillWidth(int sw) {
    if (layers.of(sw) == 0) {
      return detail.column - (detail == Detail.SQUARES ? 8 : 44);
    }
    return Math.max(84, 9.0 * model.switchName(sw).length() + 28);
  }
}
