package org.peacescheduler.benchmarks;

import java.util.List;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;

/** The constraints that pipelines are planned under. */
public enum Placement {
  /** same-rack, other-rack, same-rack: never the writer's own node, as in the paper. */
  REMOTE,

  /** As the stock policy places: the writer's own node first. */
  LIKE_STOCK;

  PlacementTemplate template() {
    return switch (this) {
      case REMOTE ->
          PlacementTemplate.strict(
              List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK, Constraint.SAME_RACK));
      case LIKE_STOCK -> PlacementTemplate.likeStock(true);
    };
  }
}
