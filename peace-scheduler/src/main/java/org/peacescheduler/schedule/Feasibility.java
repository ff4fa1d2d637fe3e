package org.peacescheduler.schedule;

import java.util.BitSet;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * Whether a chunk could be scheduled at all: on an idle network, with every choice tried.
 *
 * <p>Servers behind the same switch and in the same rack are alike on an idle network, so one of
 * them stands for all. After {@value #TRIES} dead ends the answer is "perhaps", which counts as yes:
 * a request is never refused on a guess.
 *
 * <p>Example: {@code new-rack} for three replicas on two racks is refused. So is a chunk that must
 * cross a link of capacity 1 twice. Confined to its owner's lock.
 */
public final class Feasibility {
  private static final int TRIES = 5_000;

  private final ResidualNetwork idle;
  private final PipelinePlanner planner;

  /** Judges on {@code idle}, which has the servers that are present and carries nothing. */
  public Feasibility(ResidualNetwork idle) {
    this.idle = idle;
    // Any seed will do: all choices are tried.
    this.planner = new PipelinePlanner(idle, new SplittableRandom(1), TRIES, true);
  }

  /** The reason why a chunk can never be scheduled; empty if it can be, or perhaps. */
  public Optional<String> refusal(
      Writer writer,
      int replication,
      PlacementTemplate template,
      BitSet excluded,
      int avoidedRack) {
    PlanResult result =
        planner.plan(writer, replication, template, excluded, avoidedRack, Integer.MAX_VALUE);
    if (result instanceof PlanResult.Planned planned) {
      for (int edge : planned.pipeline().edges()) {
        idle.give(edge);
      }
      return Optional.empty();
    }
    if (planner.gaveUp()) {
      return Optional.empty();
    }
    if (result instanceof PlanResult.Impossible impossible) {
      return Optional.of(impossible.reason());
    }
    PlanResult.Blocked blocked = (PlanResult.Blocked) result;
    NetworkModel model = idle.model();
    String links =
        blocked.saturated().stream()
            .map(e -> "%s (capacity %d)".formatted(model.edgeName(e), model.capacity(e)))
            .collect(Collectors.joining(", "));
    return Optional.of(
        "replica %d of %d: constraint %s needs more than an idle network has on %s"
            .formatted(
                blocked.replica() + 1, replication, template.rule(blocked.replica()), links));
  }
}
