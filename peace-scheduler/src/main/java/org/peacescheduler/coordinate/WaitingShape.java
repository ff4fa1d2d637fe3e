package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Member;

/**
 * The chunks that want the same, of all members of a share: what does not fit for the first of them
 * fits for none.
 *
 * <p>Example: 40 chunks of three replicas from one host are one shape; the first one alone is
 * planned, and bars the others if links are full. {@link ShapePlaces} moves it. Confined to the
 * coordinator's lock.
 */
final class WaitingShape {
  /** Which index has it. */
  enum Place {
    NOWHERE,
    /** It is to be tried. */
    READY,
    /** It waits at full edges, and these are all that bar it. */
    BARRED,
    /** It does not fit, and not all that bars it is known. */
    OPEN
  }

  final Lane lane;
  final ChunkRequest.Shape wanted;

  /** To whose account it goes; null if to nobody's. */
  final Kinds.Kind kind;

  final Map<Member, MemberQueue> queues = new HashMap<>();
  final TreeSet<MemberQueue> inOrder = new TreeSet<>(MemberQueue::inOrder);

  /** Where it is in the indexes, and whose chunk is first there. */
  ShapeTurn turn;

  Group group;

  /** Whether it is known to fit into an idle network. */
  boolean isFeasible;

  final Barrier barrier = new Barrier();

  /** The state of datanodes and network by which it has been tried, or is ready to be. */
  int epoch;

  Place place = Place.NOWHERE;

  WaitingShape(Lane lane, ChunkRequest.Shape wanted, Kinds.Kind kind) {
    this.lane = lane;
    this.wanted = wanted;
    this.kind = kind;
  }

  /** Whose turn it is. */
  Ticket first() {
    return inOrder.first().tickets.first();
  }
}
