package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.peacescheduler.network.NetworkModel;

/** Draws the links between switches, with their capacities. Confined to one drawing. */
final class Cables {
  private static final int MOST_LABELS = 24;
  private static final double WIDEST = 7;

  private final Layout layout;
  private final NetworkModel model;
  private final Svg svg;
  private final int largest;

  /** The links between two switches, lower switch first. */
  private record Bundle(int low, int high, List<Integer> capacities) {
    String label() {
      long kinds = capacities.stream().distinct().count();
      if (capacities.size() == 1) {
        return "" + capacities.get(0);
      }
      return kinds == 1
          ? capacities.size() + " × " + capacities.get(0)
          : String.join(" + ", capacities.stream().map(String::valueOf).toList());
    }
  }

  Cables(Layout layout, Svg svg) {
    this.layout = layout;
    this.model = layout.model();
    this.svg = svg;
    int most = 1;
    for (int k = 0; k < model.links(); k++) {
      most = Math.max(most, model.capacity(model.link(k)));
    }
    largest = most;
  }

  void draw() {
    Map<Integer, List<Bundle>> byLayers = new TreeMap<>();
    for (Bundle bundle : bundles()) {
      if (!layout.isHidden(bundle.low()) && !layout.isHidden(bundle.high())) {
        int key = 2 * layer(bundle.low()) + (layer(bundle.high()) > layer(bundle.low()) ? 1 : 0);
        byLayers.computeIfAbsent(key, l -> new ArrayList<>()).add(bundle);
      }
    }
    for (List<Bundle> between : byLayers.values()) {
      long kinds = between.stream().map(Bundle::label).distinct().count();
      boolean isOneNote = between.size() > 6 && kinds == 1;
      boolean hasLabels = !isOneNote && between.size() <= MOST_LABELS;
      between.forEach(bundle -> draw(bundle, between.size() > MOST_LABELS));
      if (hasLabels) {
        between.forEach(this::label);
      }
      if (isOneNote) {
        note(between.get(0));
      }
    }
  }

  private List<Bundle> bundles() {
    Map<List<Integer>, Bundle> bundles = new LinkedHashMap<>();
    for (int k = 0; k < model.links(); k += 2) {
      int a = model.linkFrom(k);
      int b = model.linkTo(k);
      boolean isUpward = layer(a) < layer(b) || (layer(a) == layer(b) && layout.x(a) < layout.x(b));
      int low = isUpward ? a : b;
      int high = isUpward ? b : a;
      bundles
          .computeIfAbsent(List.of(low, high), p -> new Bundle(low, high, new ArrayList<>()))
          .capacities()
          .add(model.capacity(model.link(k)));
    }
    return new ArrayList<>(bundles.values());
  }

  private int layer(int sw) {
    return layout.layers().of(sw);
  }

  private double stroke(int capacity, boolean isCrowded) {
    double share = Math.log1p(capacity) / Math.log1p(largest);
    return (isCrowded ? 0.4 : 1) * (1.2 + (WIDEST - 1.2) * share * share);
  }

  private void draw(Bundle bundle, boolean isCrowded) {
    int cables = Math.min(4, bundle.capacities().size());
    svg.open("g");
    svg.title(
        "%s to %s: %s chunks per timestep in each direction"
            .formatted(
                model.switchName(bundle.low()), model.switchName(bundle.high()), bundle.label()));
    for (int i = 0; i < cables; i++) {
      double offset = (i - (cables - 1) / 2.0) * (WIDEST + 3);
      double width = stroke(bundle.capacities().get(i), isCrowded);
      svg.path(isCrowded ? "cable crowded" : "cable", width, curve(bundle, offset));
    }
    svg.close("g");
  }

  private String curve(Bundle bundle, double offset) {
    double x1 = layout.x(bundle.low()) + offset;
    double x2 = layout.x(bundle.high()) + offset;
    double y1 = layout.y(bundle.low());
    double y2 = layout.y(bundle.high());
    if (layer(bundle.low()) == layer(bundle.high())) {
      double lift = y1 - lift(bundle) + offset;
      return points("M%s %sC%s %s %s %s %s %s", x1, y1, x1, lift, x2, lift, x2, y2);
    }
    double bottom = y2 + Layout.PILL;
    double middle = (y1 - 8 + bottom) / 2;
    return points("M%s %sC%s %s %s %s %s %s", x1, y1, x1, middle, x2, middle, x2, bottom);
  }

  private double lift(Bundle bundle) {
    return Math.min(74, 40 + 0.05 * Math.abs(layout.x(bundle.low()) - layout.x(bundle.high())));
  }

  private static String points(String format, double... values) {
    Object[] numbers = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = Svg.number(values[i]);
    }
    return format.formatted(numbers);
  }

  private void label(Bundle bundle) {
    double x1 = layout.x(bundle.low());
    double x2 = layout.x(bundle.high());
    double y1 = layout.y(bundle.low());
    if (layer(bundle.low()) == layer(bundle.high())) {
      svg.text("label", "middle", (x1 + x2) / 2, y1 - 0.75 * lift(bundle) + 4, bundle.label());
      return;
    }
    // A fifth of the way up the curve, where bundles of different racks are still apart.
    double t = 0.22;
    double bottom = layout.y(bundle.high()) + Layout.PILL;
    double middle = (y1 - 8 + bottom) / 2;
    double s = 1 - t;
    double x = x1 * (s * s * s + 3 * s * s * t) + x2 * (3 * s * t * t + t * t * t);
    double y = s * s * s * y1 + 3 * s * t * middle + t * t * t * bottom;
    svg.text("label", "middle", x, y + 4, bundle.label());
  }

  private void note(Bundle any) {
    double y = (layout.y(any.low()) + layout.y(any.high()) + Layout.PILL) / 2;
    svg.text("label", "start", Layout.MARGIN, y + 4, "each link " + any.label());
  }
}
