package org.peacescheduler.network.topology;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A full-duplex link between two switches. Parallel links are several of these between the same two
 * switches. Immutable.
 *
 * @param a name of one switch
 * @param b name of the other switch
 * @param capacity of each direction
 */
public record LinkSpec(String a, String b, Capacity capacity) {

  public LinkSpec {
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    Objects.requireNonNull(capacity, "capacity");
  }

  LinkSpec with(UnaryOperator<Capacity> other) {
    return new LinkSpec(a, b, other.apply(capacity));
  }
}
