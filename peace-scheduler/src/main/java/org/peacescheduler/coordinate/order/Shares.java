package org.peacescheduler.coordinate.order;

import java.util.Map;
import java.util.Optional;

/**
 * What users are due beside each other: in proportion to their weights. A user without a weight has
 * 1; writers whose user is not known are one user. Immutable.
 */
public record Shares(Map<String, Double> weights) {
  /** All alike. */
  public static final Shares EQUAL = new Shares(Map.of());

  /** Copies the weights; refuses those that are not above 0. */
  public Shares {
    weights = Map.copyOf(weights);
    weights.forEach(
        (user, weight) -> {
          if (!(weight > 0) || weight.isInfinite()) {
            throw new IllegalArgumentException("user '" + user + "' has the weight " + weight);
          }
        });
  }

  double of(Optional<String> user) {
    return user.map(weights::get).orElse(1.0);
  }
}
