package org.peacescheduler.network.analysis;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.peacescheduler.network.NetworkModel;

/**
 * How far each switch is from the servers: 0 for a switch with servers, 1 for one that is linked to
 * such a switch, and so on. "Up" is towards a higher layer.
 *
 * <p>Example: racks below aggregation below core are layers 0, 1 and 2. Cost: one breadth-first
 * search. Immutable.
 */
public final class SwitchLayers {
  private final int[] layer;
  private final int count;

  private SwitchLayers(int[] layer) {
    this.layer = layer;
    count = Arrays.stream(layer).max().orElse(-1) + 1;
  }

  /** The layers of a model's switches; a switch that no server reaches is in layer 0. */
  public static SwitchLayers of(NetworkModel model) {
    int[] layer = new int[model.switches()];
    Arrays.fill(layer, -1);
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    for (int i = 0; i < model.servers(); i++) {
      if (layer[model.switchOf(i)] < 0) {
        layer[model.switchOf(i)] = 0;
        queue.add(model.switchOf(i));
      }
    }
    int[][] neighbours = neighbours(model);
    while (!queue.isEmpty()) {
      int u = queue.remove();
      for (int v : neighbours[u]) {
        if (layer[v] < 0) {
          layer[v] = layer[u] + 1;
          queue.add(v);
        }
      }
    }
    for (int u = 0; u < layer.length; u++) {
      layer[u] = Math.max(0, layer[u]);
    }
    return new SwitchLayers(layer);
  }

  private static int[][] neighbours(NetworkModel model) {
    int[] degree = new int[model.switches()];
    for (int k = 0; k < model.links(); k++) {
      degree[model.linkFrom(k)]++;
    }
    int[][] neighbours = new int[degree.length][];
    Arrays.setAll(neighbours, u -> new int[degree[u]]);
    for (int k = 0; k < model.links(); k++) {
      int from = model.linkFrom(k);
      neighbours[from][--degree[from]] = model.linkTo(k);
    }
    return neighbours;
  }

  /** The layer of a switch. */
  public int of(int sw) {
    return layer[sw];
  }

  /** The number of layers. */
  public int count() {
    return count;
  }
}
