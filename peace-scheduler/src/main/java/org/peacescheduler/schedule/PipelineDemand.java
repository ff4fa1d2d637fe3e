package org.peacescheduler.schedule;

import java.util.BitSet;
import java.util.List;
import org.peacescheduler.network.Candidates;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

/**
 * What a chunk asks of its pipeline. Nobody changes it once it is made.
 *
 * @param writer where the chunk comes from
 * @param replication how many replicas, at least 1
 * @param template the constraints
 * @param excluded servers that take no replica
 * @param avoidedRack a rack that takes no replica, or -1
 * @param rackLimit how many replicas HDFS allows in a rack, under whatever constraint
 * @param load what each hop takes of each of its edges, in the unit of the residual network
 */
public record PipelineDemand(
    Writer writer,
    int replication,
    PlacementTemplate template,
    BitSet excluded,
    int avoidedRack,
    int rackLimit,
    long load) {

  private static final BitSet NOBODY = new BitSet();

  /** Refuses a replication or a load below 1. */
  public PipelineDemand {
    if (replication < 1) {
      throw new IllegalArgumentException("replication is " + replication + "; it is at least 1");
    }
    if (load < 1) {
      throw new IllegalArgumentException("load is " + load + "; it is at least 1");
    }
  }

  /** Any server may take a replica; a hop takes one unit, a chunk where chunks are counted. */
  public PipelineDemand(Writer writer, int replication, PlacementTemplate template) {
    this(writer, replication, template, NOBODY, -1, Integer.MAX_VALUE, 1);
  }

  /** What to add to a refusal that the limit may be the reason of. */
  String limit() {
    return rackLimit < replication ? "; HDFS allows %d in a rack".formatted(rackLimit) : "";
  }

  /** How many replicas a rack takes under {@code spread over racks}. */
  int mostInRack(ResidualNetwork residual) {
    return Math.min(rackLimit, residual.mostInRack(replication));
  }

  /** Constrains candidates by a replica's first alternative that any server could meet. */
  boolean constrain(Candidates candidates, int replica, ResidualNetwork residual) {
    List<Constraint> alternatives = template.rule(replica);
    for (int i = 0; i < alternatives.size(); i++) {
      candidates.constrain(alternatives.get(i));
      if (candidates.exist(residual)) {
        return true;
      }
    }
    return false;
  }

  /** Lets candidates know who may take a replica. */
  void start(Candidates candidates, ResidualNetwork residual) {
    candidates.start(writer.server(), writer.rack(), avoidedRack, excluded, mostInRack(residual));
    candidates.limitRacks(rackLimit);
  }
}
