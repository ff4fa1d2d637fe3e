package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;

/**
 * All at once, as stock HDFS places them: the writer's own disk or its rack, another rack, there
 * again, then anywhere; where there is no such server, anywhere else.
 *
 * <p>Confined to one simulation.
 */
final class StockPlacement implements Placement {
  private final NetworkModel model;
  private final SplittableRandom random;
  private final int[] datanodes;

  StockPlacement(NetworkModel model, SplittableRandom random) {
    this(model, Set.of(), random);
  }

  /**
   * On a network of which some hosts have no datanode.
   *
   * @param clients those, in lower case
   */
  StockPlacement(NetworkModel model, Set<String> clients, SplittableRandom random) {
    this.model = model;
    this.random = random;
    datanodes =
        IntStream.range(0, model.servers())
            .filter(s -> !clients.contains(model.serverName(s).toLowerCase(Locale.ROOT)))
            .toArray();
  }

  @Override
  public void ask(Ask ask) {
    ask.granted().accept(nodes(ask));
  }

  /** The datanodes of a chunk. */
  List<String> nodes(Ask ask) {
    return nodes(ask.writer().host(), ask.group());
  }

  /** The datanodes of a chunk that a writer of a group writes. */
  List<String> nodes(String host, WriterGroup group) {
    int writer = model.server(host).orElseThrow();
    boolean ownDisk = group.ownDisk() && IntStream.of(datanodes).anyMatch(s -> s == writer);
    List<Integer> nodes = new ArrayList<>();
    IntPredicate free = s -> !nodes.contains(s) && (ownDisk || s != writer);
    for (int replica = 0; replica < group.replication(); replica++) {
      nodes.add(
          switch (replica) {
            case 0 -> ownDisk ? writer : any(free, s -> model.rackOf(s) == model.rackOf(writer));
            case 1 -> any(free, s -> model.rackOf(s) != model.rackOf(nodes.get(0)));
            case 2 -> any(free, s -> model.rackOf(s) == model.rackOf(nodes.get(1)));
            default -> any(free, s -> true);
          });
    }
    return nodes.stream().map(model::serverName).toList();
  }

  private int any(IntPredicate free, IntPredicate wanted) {
    int[] best = IntStream.of(datanodes).filter(free).filter(wanted).toArray();
    int[] servers = best.length > 0 ? best : IntStream.of(datanodes).filter(free).toArray();
    return servers[random.nextInt(servers.length)];
  }

  @Override
  public void written(String file, List<String> nodes, long bytes, boolean fileEnded) {}
}
