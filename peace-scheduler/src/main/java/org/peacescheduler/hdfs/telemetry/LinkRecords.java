package org.peacescheduler.hdfs.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.lib.Interns;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * A record for each direction of a link between switches, with the link as a label, and two for the
 * links of all servers together, up and down. So a query survives a new topology.
 *
 * <p>Example: {@code peace_link_utilisation{link="tor1->core"} 0.4}. Parallel links of the same
 * ends are one record. Cost: linear in the edges. Confined to one call.
 */
final class LinkRecords {
  private static final int MOST_LINKS = 1_000;

  /** Hadoop's sink for Prometheus writes labels as they are. */
  private static final Pattern NO_LABEL = Pattern.compile("[\"\\\\\\p{Cntrl}]");

  /** Edges that are shown as one, in bytes/s. */
  private static final class Sum {
    private double used;
    private double capacity;
  }

  private final MetricsCollector collector;
  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final Map<String, Sum> sums = new LinkedHashMap<>();

  LinkRecords(MetricsCollector collector, ResidualNetwork residual) {
    this.collector = collector;
    this.residual = residual;
    model = residual.model();
  }

  /** Adds the records. */
  void add() {
    for (int server = 0; server < model.servers(); server++) {
      count("servers-up", model.up(server));
      count("servers-down", model.down(server));
    }
    for (int k = 0; k < Math.min(model.links(), MOST_LINKS); k++) {
      int edge = model.link(k);
      count(NO_LABEL.matcher(model.edgeName(edge)).replaceAll("?"), edge);
    }
    sums.forEach(this::add);
  }

  private void count(String link, int edge) {
    if (model.capacity(edge) < NetworkModel.UNLIMITED) {
      Sum sum = sums.computeIfAbsent(link, name -> new Sum());
      sum.used += residual.used(edge);
      sum.capacity += residual.capacity(edge);
    }
  }

  private void add(String link, Sum sum) {
    collector
        .addRecord("PeaceLink")
        .tag(Interns.info("link", "direction of a link"), link)
        .addGauge(
            Interns.info("Utilisation", "used part of what a link is believed to carry"),
            sum.capacity == 0 ? 0.0 : sum.used / sum.capacity)
        .addGauge(
            Interns.info("CapacityBytesPerSecond", "what a link is believed to carry"),
            sum.capacity)
        .addGauge(
            Interns.info("UsedBytesPerSecond", "what chunks under way are taken to send over it"),
            sum.used);
  }
}
