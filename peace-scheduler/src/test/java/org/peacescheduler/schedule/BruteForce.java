package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.network.NetworkModel;

/**
 * Whether any pipeline at all fits into what is left of a network: every sequence of servers, every
 * simple way between them. For networks of a dozen servers.
 */
public final class BruteForce {
  private final NetworkModel model;
  private final int[] left;
  private final PlacementTemplate template;

  /**
   * On {@code left}, what is left of each edge.
   *
   * @param left not kept
   */
  public BruteForce(NetworkModel model, int[] left, PlacementTemplate template) {
    this.model = model;
    this.left = left.clone();
    this.template = template;
  }

  /** What is left of an idle network. */
  public static int[] idle(NetworkModel model) {
    int[] capacities = new int[model.edges()];
    for (int edge = 0; edge < capacities.length; edge++) {
      capacities[edge] = model.capacity(edge);
    }
    return capacities;
  }

  /** Whether there is a pipeline of which each hop takes one of each edge. */
  public boolean fits(Writer writer, int replication) {
    return place(writer, writer.server(), new ArrayList<>(), replication);
  }

  private boolean place(Writer writer, int sender, List<Integer> chosen, int replication) {
    if (chosen.size() == replication) {
      return true;
    }
    for (int target : Placements.allowed(model, writer, replication, chosen, template)) {
      if (target == sender) {
        if (through(model.disk(target), () -> next(writer, target, chosen, replication))) {
          return true;
        }
        continue;
      }
      boolean found =
          through(
              model.up(sender),
              () ->
                  walk(
                      model.switchOf(sender),
                      model.switchOf(target),
                      new ArrayList<>(),
                      () ->
                          through(
                              model.down(target),
                              () ->
                                  through(
                                      model.disk(target),
                                      () -> next(writer, target, chosen, replication)))));
      if (found) {
        return true;
      }
    }
    return false;
  }

  private boolean next(Writer writer, int target, List<Integer> chosen, int replication) {
    chosen.add(target);
    boolean found = place(writer, target, chosen, replication);
    chosen.remove(chosen.size() - 1);
    return found;
  }

  private boolean walk(int at, int to, List<Integer> passed, Attempt then) {
    if (at == to) {
      return then.works();
    }
    passed.add(at);
    for (int k = 0; k < model.links(); k++) {
      int next = model.linkTo(k);
      if (model.linkFrom(k) == at
          && !passed.contains(next)
          && through(model.link(k), () -> walk(next, to, passed, then))) {
        passed.remove(passed.size() - 1);
        return true;
      }
    }
    passed.remove(passed.size() - 1);
    return false;
  }

  private boolean through(int edge, Attempt then) {
    if (left[edge] <= 0) {
      return false;
    }
    left[edge]--;
    boolean works = then.works();
    left[edge]++;
    return works;
  }

  private interface Attempt {
    boolean works();
  }
}
