package org.peacescheduler.status;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * What links carry, and what they are said and believed to carry.
 *
 * <p>Example: {@code tor1->tor2} is said to carry 1.25 GB/s; of that 1.11 GB/s are believed to be
 * payload; chunks in flight take 0.9 GB/s, which is 81 %. Immutable as long as the network is.
 */
final class Links {
  private final ResidualNetwork network;
  private final NetworkModel model;

  Links(ResidualNetwork network) {
    this.network = network;
    model = network.model();
  }

  NetworkModel model() {
    return model;
  }

  String name(int edge) {
    return edge < model.edges() ? model.edgeName(edge) : "a link of the topology before";
  }

  List<String> names(List<Integer> edges) {
    return edges.stream().map(this::name).distinct().toList();
  }

  boolean isLimited(int edge) {
    return model.capacity(edge) < NetworkModel.UNLIMITED;
  }

  /** The used part; more than 1 where more is let in than is believed to fit. */
  double use(int edge) {
    return isLimited(edge) ? (double) network.used(edge) / network.capacity(edge) : 0;
  }

  boolean isFull(int edge) {
    return isLimited(edge) && network.left(edge) <= 0;
  }

  long used(int edge) {
    return network.used(edge);
  }

  /** What it is believed to carry, in bytes of payload per second. */
  long believed(int edge) {
    return network.capacity(edge);
  }

  /** What the file says that it carries, in bytes per second; empty if it says how many streams. */
  OptionalDouble declared(int edge) {
    OptionalDouble stream = model.topology().streamBytesPerSecond();
    return stream.isPresent()
        ? OptionalDouble.of(model.streams(edge) * stream.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Servers' links and disks that carry something, the fullest first. */
  List<Integer> busyServerLinks() {
    return IntStream.range(0, model.link(0))
        .filter(edge -> isLimited(edge) && used(edge) > 0)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(this::use).reversed())
        .toList();
  }
}
