package org.peacescheduler.schedule;

import java.util.HashMap;
import java.util.Map;

/**
 * Values of all {@linkplain Constant constants}. Immutable.
 *
 * @param changed those that are not the standard ones
 */
public record Constants(Map<Constant, Double> changed) {
  /** As on a NameNode. */
  public static final Constants STANDARD = new Constants(Map.of());

  /** Copies the map. */
  public Constants {
    changed = Map.copyOf(changed);
  }

  /** The same but for one. */
  public Constants with(Constant constant, double value) {
    Map<Constant, Double> all = new HashMap<>(changed);
    all.put(constant, value);
    return new Constants(all);
  }

  /** One of them. Cost: a look-up, and no object. */
  public double of(Constant constant) {
    Double other = changed.get(constant);
    return other == null ? constant.standard() : other;
  }

  /** One of them that is a number of things; at least 1. */
  public int countOf(Constant constant) {
    return (int) Math.max(1, Math.round(of(constant)));
  }
}
