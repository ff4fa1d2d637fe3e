package org.peacescheduler.schedule;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.network.topology.Constraint;

/**
 * Whether the constraints alone forbid a chunk, were every link as wide as one may wish.
 *
 * <p>Where many ways lead from switch to switch, no search over ways can prove that there is no
 * pipeline. This one needs no ways: it counts the datanodes that are left in each rack, and racks
 * with as many left are alike. Most of what can never be scheduled is found out so.
 *
 * <p>Example: {@code new-rack} for each of 5 replicas on 4 racks, however these are joined.
 *
 * <p>Cost: the number of racks a step, and {@value #STEPS} steps at most; then the answer is "not
 * known to be forbidden". Confined to its owner's lock.
 */
final class RackSearch {
  private static final int STEPS = 5_000;
  private static final int NONE = -1;

  private final ResidualNetwork network;
  private final NetworkModel model;
  private final int[] left;
  private final int[] replicas;

  private PipelineDemand demand;
  private boolean isLocalAllowed;
  private int stepsLeft;
  private int deepest;

  RackSearch(ResidualNetwork network) {
    this.network = network;
    this.model = network.model();
    this.left = new int[model.racks()];
    this.replicas = new int[model.racks()];
  }

  /** What the constraints cannot give; empty if they can be met, or perhaps. */
  Optional<String> refusal(PipelineDemand wanted) {
    demand = wanted;
    stepsLeft = STEPS;
    deepest = NONE;
    for (int rack = 0; rack < left.length; rack++) {
      left[rack] = network.presentInRack(rack);
      replicas[rack] = 0;
    }
    BitSet excluded = wanted.excluded();
    for (int s = excluded.nextSetBit(0); s >= 0; s = excluded.nextSetBit(s + 1)) {
      leaveOut(s);
    }
    int own = wanted.writer().server();
    isLocalAllowed =
        own >= 0
            && network.isPresent(own)
            && !excluded.get(own)
            && model.rackOf(own) != wanted.avoidedRack();
    if (own >= 0 && !excluded.get(own)) {
      leaveOut(own);
    }
    if (!canPlace(0, demand.writer().rack())) {
      return Optional.of(reason());
    }
    // It may be that not every way was tried.
    int places = places();
    return places < demand.replication() ? Optional.of(reason(places, "left")) : Optional.empty();
  }

  /** For how many replicas there are datanodes, whatever the constraints. */
  private int places() {
    boolean isFirstLocal = isLocalAllowed && demand.template().rule(0).contains(Constraint.LOCAL);
    int own = isFirstLocal ? model.rackOf(demand.writer().server()) : NONE;
    int places = 0;
    for (int rack = 0; rack < left.length; rack++) {
      if (rack != demand.avoidedRack()) {
        places += Math.min(left[rack] + (rack == own ? 1 : 0), demand.rackLimit());
      }
    }
    return places;
  }

  private void leaveOut(int server) {
    left[model.rackOf(server)] -= network.isPresent(server) ? 1 : 0;
  }

  private boolean canPlace(int replica, int senderRack) {
    if (replica == demand.replication() || --stepsLeft < 0) {
      return true;
    }
    for (Constraint constraint : demand.template().rule(replica)) {
      if (constraint == Constraint.LOCAL) {
        if (replica == 0 && isLocalAllowed) {
          return canGoOn(replica, model.rackOf(demand.writer().server()));
        }
        continue;
      }
      BitSet racks = racks(constraint, senderRack);
      if (!racks.isEmpty()) {
        return canPlaceOnOne(racks, replica, senderRack);
      }
    }
    deepest = Math.max(deepest, replica);
    return false;
  }

  private BitSet racks(Constraint constraint, int senderRack) {
    BitSet racks = new BitSet();
    int limit = demand.rackLimit();
    for (int rack = 0; rack < left.length; rack++) {
      boolean isMeant =
          switch (constraint) {
            case LOCAL, SAME_RACK -> rack == senderRack || senderRack == NONE;
            case OTHER_RACK -> rack != senderRack;
            case NEW_RACK -> replicas[rack] == 0;
            case ANY -> true;
            case SPREAD -> replicas[rack] < demand.mostInRack(network);
          };
      racks.set(
          rack,
          isMeant && replicas[rack] < limit && left[rack] > 0 && rack != demand.avoidedRack());
    }
    return racks;
  }

  /** Tries the racks, of those that are alike only one. */
  private boolean canPlaceOnOne(BitSet racks, int replica, int senderRack) {
    record Kind(int left, int replicas, boolean isSenders) {}
    Set<Kind> tried = new HashSet<>();
    for (int rack = racks.nextSetBit(0); rack >= 0; rack = racks.nextSetBit(rack + 1)) {
      if (tried.add(new Kind(left[rack], replicas[rack], rack == senderRack))) {
        left[rack]--;
        boolean done = canGoOn(replica, rack);
        left[rack]++;
        if (done) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean canGoOn(int replica, int rack) {
    replicas[rack]++;
    boolean done = canPlace(replica + 1, rack);
    replicas[rack]--;
    return done;
  }

  private String reason() {
    return reason(deepest, "'" + demand.template().text(deepest) + "'");
  }

  private String reason(int replica, String lacking) {
    return "replica %d of %d: no datanode is %s, whichever the replicas before it take%s"
        .formatted(replica + 1, demand.replication(), lacking, demand.limit());
  }
}
