package org.peacescheduler.schedule;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * Whether a chunk could be scheduled at all: on an idle network, with every choice tried.
 *
 * <p>First by the constraints without the links, which is quick; then by shortest paths, as
 * planning goes; where several ways lead to the same place, by every way. If the answer is not
 * found in {@value #TRIES} dead ends it is "perhaps", which counts as yes: a request is never
 * refused on a guess.
 *
 * <p>Example: {@code new-rack} for three replicas on two racks is refused. So is a chunk that must
 * cross a link of capacity 1 twice. Confined to its owner's lock.
 */
public final class Feasibility {
  private static final int TRIES = 5_000;

  private final ResidualNetwork idle;
  private final PipelinePlanner planner;
  private final RouteSearch routes;
  private final RackSearch racks;

  /** Judges on {@code idle}, which has the servers that are present and carries nothing. */
  public Feasibility(ResidualNetwork idle) {
    this.idle = idle;
    // Any seed will do: all choices are tried.
    this.planner = new PipelinePlanner(idle, new SplittableRandom(1), TRIES);
    this.routes = new RouteSearch(idle);
    this.racks = new RackSearch(idle);
  }

  /** The reason why a chunk can never be scheduled; empty if it can be, or perhaps. */
  public Optional<String> refusal(PipelineDemand demand) {
    Optional<String> forbidden = racks.refusal(demand);
    if (forbidden.isPresent()) {
      return forbidden;
    }
    PlanResult result = planner.plan(demand, Integer.MAX_VALUE);
    if (result instanceof PlanResult.Planned || planner.gaveUp()) {
      return Optional.empty();
    }
    if (!idle.model().hasUniqueRoutes()) {
      if (routes.plan(demand).isPresent() || routes.gaveUp()) {
        return Optional.empty();
      }
    }
    if (result instanceof PlanResult.Impossible impossible) {
      return Optional.of(impossible.reason());
    }
    return Optional.of(reason((PlanResult.Blocked) result, demand));
  }

  private String reason(PlanResult.Blocked blocked, PipelineDemand demand) {
    NetworkModel model = idle.model();
    String links =
        blocked.saturated().stream()
            .map(e -> "%s (capacity %d)".formatted(model.edgeName(e), model.capacity(e)))
            .distinct()
            .collect(Collectors.joining(", "));
    String constraints = demand.template().text(blocked.replica());
    return "replica %d of %d: constraint '%s' needs more than an idle network has on %s"
        .formatted(blocked.replica() + 1, demand.replication(), constraints, links);
  }
}
