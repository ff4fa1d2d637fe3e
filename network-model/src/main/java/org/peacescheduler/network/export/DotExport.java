package org.peacescheduler.network.export;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.SwitchLayers;

/**
 * A network in Graphviz's DOT language, complete: one node for each server and switch, a box around
 * each rack, one line for each cable.
 *
 * <p>Written by hand: boxes are subgraphs, which JGraphT's exporter does not write, and its module
 * brings a parser generator that a NameNode has no use for. Example: {@code dot -Tsvg}.
 */
public final class DotExport {
  private DotExport() {}

  /** The model as a DOT graph. */
  public static String of(NetworkModel model) {
    StringBuilder dot = new StringBuilder();
    dot.append("graph ").append(quoted(SvgDrawing.title(model))).append(" {\n");
    dot.append("  graph [rankdir=TB, splines=line, fontname=\"Helvetica\"];\n");
    dot.append("  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];\n");
    dot.append("  edge [fontname=\"Helvetica\", fontsize=9];\n");
    SwitchLayers layers = SwitchLayers.of(model);
    for (int u = 0; u < model.switches(); u++) {
      dot.append("  ").append(quoted("switch:" + model.switchName(u)));
      dot.append(" [label=").append(quoted(model.switchName(u)));
      dot.append(", shape=box, style=\"rounded,bold\", group=\"layer").append(layers.of(u));
      dot.append("\"];\n");
    }
    racks(model, dot);
    for (int k = 0; k < model.links(); k += 2) {
      // The higher switch comes first, so that dot puts it on top.
      boolean isUpward = layers.of(model.linkFrom(k)) < layers.of(model.linkTo(k));
      int top = isUpward ? model.linkTo(k) : model.linkFrom(k);
      int bottom = isUpward ? model.linkFrom(k) : model.linkTo(k);
      dot.append("  ").append(quoted("switch:" + model.switchName(top)));
      dot.append(" -- ").append(quoted("switch:" + model.switchName(bottom)));
      int capacity = model.capacity(model.link(k));
      dot.append(" [label=").append(quoted("" + capacity));
      dot.append(", penwidth=").append(penWidth(capacity)).append("];\n");
    }
    return dot.append("}\n").toString();
  }

  private static void racks(NetworkModel model, StringBuilder dot) {
    List<List<Integer>> inRack = new ArrayList<>();
    for (int rack = 0; rack < model.racks(); rack++) {
      inRack.add(new ArrayList<>());
    }
    for (int i = 0; i < model.servers(); i++) {
      inRack.get(model.rackOf(i)).add(i);
    }
    for (int rack = 0; rack < model.racks(); rack++) {
      if (inRack.get(rack).isEmpty()) {
        continue;
      }
      dot.append("  subgraph ").append(quoted("cluster_" + rack)).append(" {\n");
      dot.append("    label=").append(quoted(model.rackName(rack))).append(";\n");
      for (int i : inRack.get(rack)) {
        dot.append("    ").append(quoted(model.serverName(i)));
        dot.append(" [label=").append(quoted(label(model, i))).append("];\n");
      }
      dot.append("  }\n");
      for (int i : inRack.get(rack)) {
        dot.append("  ").append(quoted("switch:" + model.switchName(model.switchOf(i))));
        dot.append(" -- ").append(quoted(model.serverName(i)));
        dot.append(" [label=").append(quoted(linkLabel(model, i)));
        dot.append(", penwidth=").append(penWidth(model.capacity(model.down(i)))).append("];\n");
      }
    }
  }

  private static String label(NetworkModel model, int server) {
    int disk = model.capacity(model.disk(server));
    return model.serverName(server) + (disk == NetworkModel.UNLIMITED ? "" : "\ndisk " + disk);
  }

  private static String linkLabel(NetworkModel model, int server) {
    int up = model.capacity(model.up(server));
    int down = model.capacity(model.down(server));
    return up == down ? "" + up : "up " + up + "\ndown " + down;
  }

  private static String penWidth(int capacity) {
    return "" + Math.round(10 * (0.8 + 0.5 * Math.log(capacity))) / 10.0;
  }

  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }
}
