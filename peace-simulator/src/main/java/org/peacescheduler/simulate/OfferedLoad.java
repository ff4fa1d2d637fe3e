package org.peacescheduler.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;

/**
 * The part of the bottleneck's bandwidth that writers use who come again and again: of all links,
 * the largest part, where stock HDFS places the replicas. Nothing that is sent twice counts.
 *
 * <p>Example: 32 MB every 64 s over a link of 1 MB/s are 0.5.
 *
 * <p>Cost: {@value #DRAWS} placements of each writer's file. Confined to one call.
 */
final class OfferedLoad {
  private static final int DRAWS = 200;

  private final NetworkModel model;
  private final Router router;
  private final StockPlacement stock;
  private final double[] bytesPerSecond;

  private OfferedLoad(NetworkModel model) {
    this.model = model;
    router = new Router(new ResidualNetwork(model));
    stock = new StockPlacement(model, new SplittableRandom(1));
    bytesPerSecond = new double[model.edges()];
  }

  /** That of a scenario; 0 if nobody comes periodically. */
  static double of(Scenario scenario) {
    NetworkModel model = NetworkModel.of(scenario.network());
    OfferedLoad load = new OfferedLoad(model);
    for (int draw = 0; draw < DRAWS; draw++) {
      for (WriterGroup group : scenario.writers()) {
        if (isPeriodic(group)) {
          load.add(group, draw);
        }
      }
    }
    double[] capacity = RealLinks.bytesPerSecond(model, scenario.reality(), Simulation.OVERHEAD);
    Arrays.setAll(capacity, edge -> load.bytesPerSecond[edge] / capacity[edge]);
    return Arrays.stream(capacity).max().orElse(0);
  }

  static boolean isPeriodic(WriterGroup group) {
    return !group.log() && group.arrivals().times() > 1 && group.arrivals().every() > 0;
  }

  private void add(WriterGroup group, int draw) {
    for (int writer = 0; writer < group.count(); writer++) {
      double each = group.files() * group.sizes().of(writer, draw) / group.arrivals().every();
      String host = group.host(writer, model);
      int sender = model.server(host).orElseThrow();
      for (int target : servers(stock.nodes(host, group))) {
        for (int edge : router.route(sender, -1, target)) {
          bytesPerSecond[edge] += each / DRAWS;
        }
        sender = target;
      }
    }
  }

  private int[] servers(List<String> hosts) {
    return hosts.stream().mapToInt(host -> model.server(host).orElseThrow()).toArray();
  }
}
