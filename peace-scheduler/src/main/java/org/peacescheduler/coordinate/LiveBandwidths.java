package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.peacescheduler.coordinate.order.Bandwidths;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * What edges are thought to carry now. That a server is slow says where replicas are to go, and not
 * how large a group is: the links of a host are taken for those of others like it. Sums over many
 * edges are made once for a model: what is learnt of edges later moves them little. Confined to the
 * coordinator's lock.
 */
final class LiveBandwidths implements Bandwidths {
  private final Supplier<LiveNetwork> network;

  /** Whose sums these are. */
  private LiveNetwork known;

  private final Map<String, Double> outOf = new HashMap<>();
  private double intoServers;

  LiveBandwidths(Supplier<LiveNetwork> network) {
    this.network = network;
  }

  @Override
  public String switchOf(String host) {
    NetworkModel model = network.get().model();
    OptionalInt server = model.server(host);
    return server.isPresent() ? model.switchName(model.switchOf(server.getAsInt())) : "";
  }

  @Override
  public double ownLink(String host) {
    LiveNetwork live = network.get();
    OptionalInt server = live.model().server(host);
    if (server.isEmpty()) {
      return live.rates().stream();
    }
    int edge = live.model().up(server.getAsInt());
    return live.residual().capacity(edge) / live.rates().part(edge);
  }

  @Override
  public double outOf(String sw) {
    addUp();
    return outOf.getOrDefault(sw, Double.POSITIVE_INFINITY);
  }

  @Override
  public double intoServers() {
    addUp();
    return intoServers;
  }

  private void addUp() {
    LiveNetwork live = network.get();
    if (live == known) {
      return;
    }
    known = live;
    outOf.clear();
    NetworkModel model = live.model();
    ResidualNetwork residual = live.residual();
    for (int k = 0; k < model.links(); k++) {
      double carries = residual.capacity(model.link(k));
      outOf.merge(model.switchName(model.linkFrom(k)), carries, Double::sum);
    }
    intoServers = 0;
    for (int server = 0; server < model.servers(); server++) {
      intoServers += residual.capacity(model.down(server));
    }
  }
}
