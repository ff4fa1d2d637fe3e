package org.peacescheduler.schedule;

import java.util.List;
import java.util.stream.Collectors;
import org.peacescheduler.network.topology.Constraint;

/**
 * The constraint of each replica of a chunk (the paper's C): alternatives, of which the first one
 * that any datanode could ever meet counts.
 *
 * <p>Full links do not make an alternative impossible, they defer the chunk. Example: {@code
 * other-rack, any} on a cluster with one rack means {@code any}; on a cluster with two racks it
 * means {@code other-rack}, however busy the link between them is.
 *
 * <p>Immutable.
 *
 * @param rules the alternatives of replica 1, 2, …; the last rule repeats
 */
public record PlacementTemplate(List<List<Constraint>> rules) {
  private static final PlacementTemplate STOCK_LOCAL = stock(true);
  private static final PlacementTemplate STOCK_ELSEWHERE = stock(false);

  /** Copies the rules; there is at least one, and each has at least one alternative. */
  public PlacementTemplate {
    rules = rules.stream().map(List::copyOf).toList();
    if (rules.isEmpty() || rules.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("a template without constraints: " + rules);
    }
  }

  /** One constraint a replica, without alternatives: the topology file's {@code placement}. */
  public static PlacementTemplate strict(List<Constraint> constraints) {
    return new PlacementTemplate(constraints.stream().map(List::of).toList());
  }

  /**
   * Where the stock policy of HDFS puts replicas: the writer's node if it may, else its rack;
   * another rack; the second one's rack; then spread over racks.
   *
   * @param local whether the writer's own node may take the first replica
   */
  public static PlacementTemplate likeStock(boolean local) {
    return local ? STOCK_LOCAL : STOCK_ELSEWHERE;
  }

  private static PlacementTemplate stock(boolean local) {
    List<Constraint> near = List.of(Constraint.SAME_RACK, Constraint.ANY);
    return new PlacementTemplate(
        List.of(
            local ? List.of(Constraint.LOCAL, Constraint.SAME_RACK, Constraint.ANY) : near,
            List.of(Constraint.OTHER_RACK, Constraint.ANY),
            near,
            List.of(Constraint.SPREAD, Constraint.ANY)));
  }

  /** The alternatives of a replica, counted from 0. */
  public List<Constraint> rule(int replica) {
    return rules.get(Math.min(replica, rules.size() - 1));
  }

  /** The same, for messages. */
  String text(int replica) {
    return rule(replica).stream().map(Constraint::text).collect(Collectors.joining(" or "));
  }
}
