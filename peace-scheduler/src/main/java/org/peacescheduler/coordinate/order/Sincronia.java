package org.peacescheduler.coordinate.order;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders groups from the last to the first, as Agarwal et al., "Sincronia: Near-Optimal Network
 * Design for Coflows" (SIGCOMM 2018): on the edge that all together load most, the group goes last
 * that loads it most for its weight; what the others weigh falls by their load beside its. If all
 * come at once and edges are served in that order, the mean completion is at most 4 times the
 * least.
 *
 * <p>Epochs: groups that come wait behind those that are ordered until as many have come or ended
 * as were ordered; then all are ordered again. Of many the {@value #MOST} oldest are ordered. Cost
 * of an epoch: at most the square of that number, so for each group some eight times as many steps
 * as there are groups. Confined to the coordinator's lock.
 */
final class Sincronia implements Ranking {
  static final int MOST = 1000;

  /** An epoch ends when the part of one in so many has come, grown or ended. */
  private static final int EPOCH = 8;

  private final Shares shares;
  private final Ranks ranks;
  private final Set<Group> groups = new LinkedHashSet<>();
  private int ordered;
  private int changes;

  Sincronia(Shares shares, Ranks ranks) {
    this.shares = shares;
    this.ranks = ranks;
  }

  @Override
  public void arrived(Group group) {
    groups.add(group);
    ranks.set(group, Integer.MAX_VALUE);
    changed();
  }

  /** All are ordered once, not each time that one more has come. */
  @Override
  public void takeOver(List<Group> before) {
    groups.addAll(before);
    before.forEach(group -> ranks.set(group, Integer.MAX_VALUE));
    changed();
  }

  @Override
  public void resized(Group group) {
    changed();
  }

  @Override
  public void ended(Group group) {
    groups.remove(group);
    changed();
  }

  private void changed() {
    changes++;
    if (changes > ordered / EPOCH) {
      List<Group> first = groups.stream().limit(MOST).toList();
      List<Group> order = order(first);
      for (int i = 0; i < order.size(); i++) {
        ranks.set(order.get(i), i);
      }
      ordered = first.size();
      changes = 0;
    }
  }

  /** A group with what it takes of each edge, and what it still weighs. */
  private static final class Load {
    final Group group;
    final Map<Object, Double> on = new HashMap<>();
    double weight;

    Load(Group group, double weight) {
      this.group = group;
      this.weight = weight;
      group.forEachEdge(
          (edge, seconds) -> {
            if (seconds > 0) {
              on.put(edge, seconds);
            }
          });
    }
  }

  /** The groups, the first one first. */
  private List<Group> order(List<Group> all) {
    Set<Load> left = new LinkedHashSet<>();
    all.forEach(group -> left.add(new Load(group, shares.weight(group.share()))));
    Map<Object, Double> load = new HashMap<>();
    left.forEach(each -> each.on.forEach((edge, s) -> load.merge(edge, s, Double::sum)));
    List<Group> fromLast = new ArrayList<>();
    while (!left.isEmpty()) {
      Object fullest = fullest(load);
      Load last = null;
      for (Load each : left) {
        if (last == null || ratio(each, fullest) >= ratio(last, fullest)) {
          last = each;
        }
      }
      double scale = ratio(last, fullest);
      if (scale > 0) {
        for (Load each : left) {
          each.weight = Math.max(0, each.weight - each.on.getOrDefault(fullest, 0.0) / scale);
        }
      }
      left.remove(last);
      last.on.forEach((edge, s) -> load.merge(edge, -s, Double::sum));
      fromLast.add(last.group);
    }
    Collections.reverse(fromLast);
    return fromLast;
  }

  private static Object fullest(Map<Object, Double> load) {
    Object fullest = null;
    double most = 0;
    for (Map.Entry<Object, Double> each : load.entrySet()) {
      if (each.getValue() > most) {
        most = each.getValue();
        fullest = each.getKey();
      }
    }
    return fullest;
  }

  /** What a group loads an edge with for what it weighs. */
  private static double ratio(Load load, Object edge) {
    double seconds = load.on.getOrDefault(edge, 0.0);
    return seconds == 0 ? 0 : seconds / Math.max(load.weight, 1e-12);
  }
}
