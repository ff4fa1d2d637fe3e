package org.peacescheduler.network;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jgrapht.Graph;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.graph.MaskSubgraph;
import org.peacescheduler.network.graph.FigureFive;
import org.peacescheduler.network.graph.FigureFive.Edge;
import org.peacescheduler.network.graph.FigureFive.Part;
import org.peacescheduler.network.graph.FigureFive.Vertex;
import org.peacescheduler.network.topology.Constraint;

/**
 * A search for one replica in a loaded network, with an oracle that knows figure 5 and the words of
 * the constraints, and nothing of the code under test.
 */
final class SearchCase {
  private static final List<Constraint> CONSTRAINTS = List.of(Constraint.values());

  final NetworkModel model;
  final ResidualNetwork residual;
  final Candidates candidates;
  final int sender;
  final int at;
  private final int writer;
  private final int writerRack;
  private final int avoided;
  private final BitSet excluded = new BitSet();
  private final List<Integer> chosen = new ArrayList<>();
  private final Constraint constraint;
  private final int mostInRack;

  private SearchCase(SplittableRandom random) {
    model = Networks.random(random);
    residual = new ResidualNetwork(model);
    Networks.load(residual, random);
    boolean outside = random.nextInt(4) == 0;
    writer = outside ? -1 : random.nextInt(model.servers());
    int anyRack = random.nextInt(model.racks() + 1) - 1;
    writerRack = outside ? anyRack : model.rackOf(writer);
    avoided = random.nextInt(5) == 0 ? random.nextInt(model.racks()) : -1;
    for (int i = 0; i < model.servers(); i++) {
      excluded.set(i, random.nextInt(6) == 0);
    }
    candidates = new Candidates(model);
    mostInRack = 1 + random.nextInt(2);
    candidates.start(writer, writerRack, avoided, excluded, mostInRack);
    for (int earlier = random.nextInt(3); earlier > 0; earlier--) {
      int server = random.nextInt(model.servers());
      if (server != writer && !chosen.contains(server)) {
        chosen.add(server);
        candidates.push(server);
      }
    }
    constraint = CONSTRAINTS.get(random.nextInt(CONSTRAINTS.size()));
    candidates.constrain(constraint);
    sender = chosen.isEmpty() ? writer : chosen.get(chosen.size() - 1);
    at = random.nextBoolean() ? random.nextInt(model.switches()) : -1;
  }

  static SearchCase random(SplittableRandom random) {
    return new SearchCase(random);
  }

  /** The constraints as design and paper word them. */
  boolean mayTake(int server) {
    int rack = model.rackOf(server);
    if (excluded.get(server) || rack == avoided || chosen.contains(server)) {
      return false;
    }
    int senderRack = chosen.isEmpty() ? writerRack : model.rackOf(sender);
    if (constraint == Constraint.LOCAL) {
      return server == writer && chosen.isEmpty();
    }
    if (server == writer) {
      return false;
    }
    return switch (constraint) {
      case SAME_RACK -> senderRack < 0 || rack == senderRack;
      case OTHER_RACK -> senderRack < 0 || rack != senderRack;
      case NEW_RACK -> chosen.stream().noneMatch(c -> model.rackOf(c) == rack);
      case SPREAD -> chosen.stream().filter(c -> model.rackOf(c) == rack).count() < mostInRack;
      default -> true;
    };
  }

  boolean isCandidate(int server) {
    return residual.isPresent(server) && mayTake(server);
  }

  boolean isLocal() {
    return constraint == Constraint.LOCAL;
  }

  /** The cost of the cheapest path to each candidate that has one. */
  Map<Integer, Integer> costs() {
    return costs(BitSet.valueOf(new long[0]));
  }

  /** As {@link #costs}, with some edges taken for free. */
  Map<Integer, Integer> costs(BitSet freed) {
    Map<Integer, Integer> costs = new HashMap<>();
    FigureFive five = FigureFive.of(model);
    Graph<Vertex, Edge> open =
        new MaskSubgraph<>(five.graph(), v -> false, e -> isFull(e.modelEdge(), freed));
    for (int server = 0; server < model.servers(); server++) {
      if (!isCandidate(server)) {
        continue;
      }
      OptionalInt cost = cost(five, open, server);
      if (cost.isPresent()) {
        costs.put(server, cost.getAsInt());
      }
    }
    return costs;
  }

  private OptionalInt cost(FigureFive five, Graph<Vertex, Edge> open, int server) {
    Vertex start;
    if (isLocal()) {
      start = five.vertex(Part.RCV, server);
    } else if (sender >= 0) {
      start = five.vertex(Part.SND, sender);
    } else if (at >= 0) {
      start = five.vertex(at);
    } else {
      start = five.vertex(model.switchOf(server));
    }
    double weight = new DijkstraShortestPath<>(open).getPathWeight(start, five.last(server));
    return Double.isInfinite(weight) ? OptionalInt.empty() : OptionalInt.of((int) weight);
  }

  boolean isFull(int edge, BitSet freed) {
    return residual.left(edge) <= 0 && !freed.get(edge);
  }

  /** The switches that the sender reaches over free links, its own link included. */
  BitSet reachedSwitches() {
    BitSet reached = new BitSet();
    if (sender < 0 && at < 0) {
      reached.set(0, model.switches());
      return reached;
    }
    if (sender >= 0 && residual.left(model.up(sender)) <= 0) {
      return reached;
    }
    reached.set(sender >= 0 ? model.switchOf(sender) : at);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int k = 0; k < model.links(); k++) {
        if (residual.left(model.link(k)) > 0
            && reached.get(model.linkFrom(k))
            && !reached.get(model.linkTo(k))) {
          reached.set(model.linkTo(k));
          grows = true;
        }
      }
    }
    return reached;
  }

  boolean anyCandidate() {
    return IntStream.range(0, model.servers()).anyMatch(this::isCandidate);
  }

  @Override
  public String toString() {
    StringBuilder full = new StringBuilder();
    for (int edge = 0; edge < model.edges(); edge++) {
      if (residual.left(edge) <= 0) {
        full.append(' ').append(model.edgeName(edge)).append('#').append(edge);
      }
    }
    List<String> absent =
        IntStream.range(0, model.servers())
            .filter(i -> !residual.isPresent(i))
            .mapToObj(model::serverName)
            .toList();
    return "links "
        + model.topology().links()
        + "\nservers "
        + model.topology().servers()
        + "\nfull"
        + full
        + "\nabsent "
        + absent
        + "\nconstraint "
        + constraint
        + ", sender "
        + sender
        + ", at "
        + at
        + ", writer "
        + writer
        + ", its rack "
        + writerRack
        + ", chosen "
        + chosen
        + ", excluded "
        + excluded
        + ", avoided rack "
        + avoided;
  }
}
