package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peacescheduler.network.NetworkModel;

/** Draws the links between switches, with their capacities. Confined to one drawing. */
final class Cables {
  private static final int MOST_LABELS = 24;
  private static final double WIDEST = 6;
  private static final double USUAL = 3;
  private static final double PORT = 11;

  private final Layout layout;
  private final NetworkModel model;
  private final Svg svg;
  private final int smallest;
  private final int largest;

  /** Where the cables of a bundle leave the middle of its lower and its higher switch. */
  private final IdentityHashMap<Bundle, double[]> ports = new IdentityHashMap<>();

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
    int least = NetworkModel.UNLIMITED;
    int most = 1;
    for (int k = 0; k < model.links(); k++) {
      least = Math.min(least, model.capacity(model.link(k)));
      most = Math.max(most, model.capacity(model.link(k)));
    }
    smallest = least;
    largest = most;
  }

  void draw() {
    Map<Integer, List<Bundle>> byLayers = new TreeMap<>();
    List<Bundle> bundles = bundles();
    bundles.removeIf(b -> layout.isHidden(b.low()) || layout.isHidden(b.high()));
    plug(bundles);
    for (Bundle bundle : bundles) {
      int key = 2 * layer(bundle.low()) + (isBeside(bundle) ? 0 : 1);
      byLayers.computeIfAbsent(key, l -> new ArrayList<>()).add(bundle);
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

  /** Spreads the cables of each switch along its edge, in the order of their other ends. */
  private void plug(List<Bundle> bundles) {
    bundles.forEach(bundle -> ports.put(bundle, new double[2]));
    for (int u = 0; u < model.switches(); u++) {
      int sw = u;
      plug(sw, bundles.stream().filter(b -> b.low() == sw || (isBeside(b) && b.high() == sw)));
      plug(sw, bundles.stream().filter(b -> b.high() == sw && !isBeside(b)));
    }
  }

  private void plug(int sw, Stream<Bundle> onOneEdge) {
    List<Bundle> sorted =
        onOneEdge.sorted(Comparator.comparingDouble(b -> layout.x(otherEnd(b, sw)))).toList();
    int cables = sorted.stream().mapToInt(this::drawn).sum();
    double pitch = Math.min(PORT, (layout.pillWidth(sw) - 14) / Math.max(1, cables));
    double offset = -pitch * cables / 2;
    for (Bundle bundle : sorted) {
      double half = pitch * drawn(bundle) / 2;
      ports.get(bundle)[bundle.low() == sw ? 0 : 1] = offset + half;
      offset += 2 * half;
    }
  }

  private static int otherEnd(Bundle bundle, int sw) {
    return bundle.low() == sw ? bundle.high() : bundle.low();
  }

  private int drawn(Bundle bundle) {
    return Math.min(4, bundle.capacities().size());
  }

  private boolean isBeside(Bundle bundle) {
    return layer(bundle.low()) == layer(bundle.high());
  }

  private double lowX(Bundle bundle) {
    return layout.x(bundle.low()) + ports.get(bundle)[0];
  }

  private double highX(Bundle bundle) {
    return layout.x(bundle.high()) + ports.get(bundle)[1];
  }

  private int layer(int sw) {
    return layout.layers().of(sw);
  }

  private double stroke(int capacity, boolean isCrowded) {
    double share = Math.log1p(capacity) / Math.log1p(largest);
    double width = smallest == largest ? USUAL : 1.2 + (WIDEST - 1.2) * share * share;
    return isCrowded ? 0.5 * width : width;
  }

  private void draw(Bundle bundle, boolean isCrowded) {
    int cables = drawn(bundle);
    svg.open("g");
    svg.title(
        "%s to %s: %s chunks per timestep in each direction"
            .formatted(
                model.switchName(bundle.low()), model.switchName(bundle.high()), bundle.label()));
    for (int i = 0; i < cables; i++) {
      double offset = (i - (cables - 1) / 2.0) * Math.min(PORT, WIDEST + 3);
      double width = stroke(bundle.capacities().get(i), isCrowded);
      svg.path(isCrowded ? "cable crowded" : "cable", width, curve(bundle, offset));
    }
    svg.close("g");
  }

  private String curve(Bundle bundle, double offset) {
    double x1 = lowX(bundle) + offset;
    double x2 = highX(bundle) + (isBeside(bundle) ? -offset : offset);
    double y1 = layout.y(bundle.low());
    double y2 = layout.y(bundle.high());
    if (isBeside(bundle)) {
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
    double x1 = lowX(bundle);
    double x2 = highX(bundle);
    double y1 = layout.y(bundle.low());
    if (isBeside(bundle)) {
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
