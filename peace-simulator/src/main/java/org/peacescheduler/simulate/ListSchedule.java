package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.Router;

/**
 * A list schedule: files have a fixed order, and the first chunk in this order whose pipeline has
 * room goes. Each chunk has a few pipelines that were drawn for it, and takes the first that has
 * room.
 *
 * <p>It knows what no scheduler knows: what links really carry, and how fast each writer sends. A
 * link has room while its chunks could send at most {@link Plan#limit} times what it carries.
 *
 * <p>Example: one file has 1 chunk and another one 3, on one link. With a limit of 1 and this order
 * the chunk of the first file goes alone, and then those of the second one after the other.
 *
 * <p>Who has a chunk open in a thread that writes by turns never waits for another one, for it
 * would hold the first one's links meanwhile. Logs do not wait, and load nothing.
 *
 * <p>Cost: chunks that wait, times links, for each chunk that ends. Confined to one simulation.
 */
final class ListSchedule implements Placement {
  /** Pipelines that are drawn for a chunk. */
  private static final int PIPELINES = 8;

  private static final double LITTLE = 1e-9;

  /**
   * What a schedule is made of. Immutable.
   *
   * @param ranks of files by their path: the smallest goes first; 0 if a file has none
   * @param draws how often the pipelines of a chunk, such as {@code h1/1/2/3/1#4}, were drawn anew
   * @param limit of links; infinity: nobody waits
   */
  record Plan(Map<String, Double> ranks, Map<String, Integer> draws, double limit) {
    /** All chunks go at once. */
    static final Plan AT_ONCE = new Plan(Map.of(), Map.of(), Double.POSITIVE_INFINITY);

    Plan {
      ranks = Map.copyOf(ranks);
      draws = Map.copyOf(draws);
    }
  }

  /**
   * Where a chunk may be written.
   *
   * @param parts what part of each edge's rate it can send at most
   */
  private record Pipeline(List<String> nodes, Map<Integer, Double> parts) {}

  private record Waiting(double rank, long number, Ask ask, List<Pipeline> pipelines) {}

  private final NetworkModel model;
  private final double[] bytesPerSecond;
  private final Set<String> clients;
  private final Plan plan;
  private final Router router;
  private final double[] load;
  private final Map<String, Pipeline> open = new HashMap<>();
  private final Map<Client, Integer> openOf = new HashMap<>();
  private final Map<String, Integer> asked = new HashMap<>();
  private final Map<String, Client> writers = new HashMap<>();
  private final TreeSet<Waiting> waiting =
      new TreeSet<>(Comparator.comparingDouble(Waiting::rank).thenComparingLong(Waiting::number));
  private long numbers;

  /**
   * A schedule of a scenario.
   *
   * @param bytesPerSecond the payload that each edge carries
   */
  ListSchedule(Scenario scenario, NetworkModel model, double[] bytesPerSecond, Plan plan) {
    this.model = model;
    this.bytesPerSecond = bytesPerSecond.clone();
    this.clients = scenario.clients();
    this.plan = plan;
    router = new Router(new ResidualNetwork(model));
    load = new double[model.edges()];
  }

  /** How many chunks each file has asked for. */
  Map<String, Integer> chunks() {
    return Map.copyOf(asked);
  }

  /** Who writes each file. */
  Map<String, Client> writers() {
    return Map.copyOf(writers);
  }

  @Override
  public void ask(Ask ask) {
    int chunk = asked.merge(ask.file(), 1, Integer::sum);
    writers.put(ask.file(), ask.writer());
    List<Pipeline> pipelines = draw(ask, ask.file() + "#" + chunk);
    boolean waits = !ask.group().log() && !(ask.group().byTurns() && hasOpen(ask.writer()));
    if (waits) {
      double rank = plan.ranks().getOrDefault(ask.file(), 0.0);
      waiting.add(new Waiting(rank, numbers++, ask, pipelines));
      dispatch();
    } else {
      grant(ask, pipelines.get(0));
    }
  }

  private boolean hasOpen(Client writer) {
    return openOf.getOrDefault(writer, 0) > 0;
  }

  private List<Pipeline> draw(Ask ask, String chunk) {
    long seed = 31L * chunk.hashCode() + plan.draws().getOrDefault(chunk, 0);
    StockPlacement stock = new StockPlacement(model, clients, new SplittableRandom(seed));
    return Stream.generate(() -> pipeline(ask, stock.nodes(ask))).limit(PIPELINES).toList();
  }

  private Pipeline pipeline(Ask ask, List<String> nodes) {
    List<Integer> edges = new ArrayList<>();
    int sender = model.server(ask.writer().host()).orElseThrow();
    for (String node : nodes) {
      int target = model.server(node).orElseThrow();
      Arrays.stream(router.route(sender, -1, target)).forEach(edges::add);
      sender = target;
    }
    double narrowest =
        edges.stream().mapToDouble(edge -> bytesPerSecond[edge]).min().orElse(Double.MAX_VALUE);
    double own =
        Math.min(ask.group().rate().orElse(narrowest), ask.group().writerRate().orElse(narrowest));
    double rate = Math.min(narrowest, own);
    Map<Integer, Double> parts = new HashMap<>();
    edges.forEach(edge -> parts.merge(edge, rate / bytesPerSecond[edge], Double::sum));
    return new Pipeline(nodes, parts);
  }

  /** Lets go all that have room, the first ones first. */
  private void dispatch() {
    for (Waiting each : List.copyOf(waiting)) {
      for (Pipeline pipeline : each.pipelines()) {
        if (hasRoom(pipeline)) {
          waiting.remove(each);
          grant(each.ask(), pipeline);
          break;
        }
      }
    }
  }

  private boolean hasRoom(Pipeline pipeline) {
    return pipeline.parts().entrySet().stream()
        .allMatch(
            part ->
                load[part.getKey()] <= LITTLE
                    || load[part.getKey()] + part.getValue() <= plan.limit() + LITTLE);
  }

  private void grant(Ask ask, Pipeline pipeline) {
    if (!ask.group().log()) {
      pipeline.parts().forEach((edge, part) -> load[edge] += part);
      openOf.merge(ask.writer(), 1, Integer::sum);
      open.put(ask.file(), pipeline);
    }
    ask.granted().accept(pipeline.nodes());
  }

  @Override
  public void written(String file, List<String> nodes, long bytes, boolean fileEnded) {
    Pipeline pipeline = open.remove(file);
    if (pipeline != null) {
      pipeline.parts().forEach((edge, part) -> load[edge] -= part);
      openOf.merge(writers.get(file), -1, Integer::sum);
      dispatch();
    }
  }
}
