package org.peacescheduler.coordinate.order;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whose turn it is: orders over groups, by name. Of groups with equal ranks the oldest is first.
 */
public enum GroupOrder {
  /** First come, first served: the paper's order. */
  FIRST_COME("fcfs"),

  /** In the order in which groups would be complete if they shared fairly. */
  FAIR_SOJOURN("fair-sojourn"),

  /** Whose bottleneck takes least for what is left. */
  SMALLEST_BOTTLENECK("smallest-bottleneck"),

  /** Who has had least so far; in classes that double. */
  ATTAINED("attained"),

  /** Last is who loads the fullest edge most: no more than 4 times the least mean completion. */
  SINCRONIA("sincronia"),

  /** The member that has most left to write. */
  LARGEST_BACKLOG("lbf");

  private final String text;

  GroupOrder(String text) {
    this.text = text;
  }

  /** Its name in configuration files. */
  public String text() {
    return text;
  }

  /** The order of a name. */
  public static Optional<GroupOrder> named(String text) {
    return Arrays.stream(values()).filter(order -> order.text.equals(text)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values())
        .map(order -> "'" + order.text + "'")
        .collect(Collectors.collectingAndThen(Collectors.toList(), GroupOrder::enumerated));
  }

  private static String enumerated(List<String> names) {
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  Ranking start(Shares shares, Ranking.Ranks ranks) {
    return switch (this) {
      case FIRST_COME -> group -> ranks.set(group, 0);
      case FAIR_SOJOURN -> new FairSojourn(shares, ranks);
      case SMALLEST_BOTTLENECK -> new SmallestBottleneck(ranks);
      case ATTAINED -> new Attained(ranks);
      case SINCRONIA -> new Sincronia(shares, ranks);
      case LARGEST_BACKLOG -> new LargestBacklog(ranks);
    };
  }
}
