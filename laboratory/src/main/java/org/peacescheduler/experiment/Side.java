package org.peacescheduler.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the things compared: a policy with a cluster of its own. A policy named twice gives two
 * sides, as in {@code --policies stock,stock}, which shows how far apart two equal sides come out
 * on this machine.
 *
 * <p>Immutable.
 *
 * @param id names its directories and paths: {@code stock}, {@code stock-2}
 * @param label names it for a person: {@code stock}, {@code stock (2)}
 */
record Side(String id, String label, Policy policy) {
  static List<Side> of(List<Policy> policies) {
    List<Side> sides = new ArrayList<>();
    for (Policy policy : policies) {
      long earlier = sides.stream().filter(side -> side.policy() == policy).count();
      String word = policy.word();
      sides.add(
          earlier == 0
              ? new Side(word, word, policy)
              : new Side(word + "-" + (earlier + 1), word + " (" + (earlier + 1) + ")", policy));
    }
    return List.copyOf(sides);
  }
}
