package org.peacescheduler.network.analysis;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.network.Candidates;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.PathFinder;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

/**
 * Fills an idle network with pipelines: every server in turn writes one chunk, by Algorithm 1,
 * until no server's chunk fits. What fits is a lower bound on what any schedule can do. Confined to
 * one call.
 */
final class Packing {
  private final NetworkModel model;
  private final List<Constraint> placement;
  private final ResidualNetwork residual;
  private final PathFinder finder;
  private final Candidates candidates;

  /**
   * Whether the constraints are stock HDFS's, which places elsewhere what they leave no node for.
   */
  private final boolean isLikeStock;

  Packing(NetworkModel model, List<Constraint> placement, SplittableRandom random) {
    this.model = model;
    this.placement = placement;
    residual = new ResidualNetwork(model);
    finder = new PathFinder(residual, random);
    candidates = new Candidates(model);
    isLikeStock = model.topology().placement().isEmpty();
  }

  /** How many pipelines fit one after the other. */
  long pipelines() {
    long packed = 0;
    long before;
    do {
      before = packed;
      for (int writer = 0; writer < model.servers(); writer++) {
        packed += fits(writer) ? 1 : 0;
      }
    } while (packed > before);
    return packed;
  }

  private boolean fits(int writer) {
    int mark = residual.mark();
    int most = residual.mostInRack(placement.size());
    candidates.start(writer, model.rackOf(writer), -1, new BitSet(), most);
    for (Constraint constraint : placement) {
      candidates.constrain(constraint);
      if (isLikeStock && !candidates.exist(residual)) {
        candidates.constrain(Constraint.ANY); // In a rack of one there is no second server.
      }
      int server = finder.search(candidates.sender(), -1, candidates);
      if (server == PathFinder.NO_SERVER) {
        residual.rollBack(mark);
        return false;
      }
      for (int i = 0; i < finder.length(); i++) {
        residual.take(finder.edge(i));
      }
      candidates.push(server);
    }
    residual.commit();
    return true;
  }
}
