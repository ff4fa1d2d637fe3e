package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.peacescheduler.coordinate.order.Group;
import org.peacescheduler.coordinate.order.Groups;
import org.peacescheduler.coordinate.order.Member;

/**
 * The queues of each group and of each member, which move when these do in the order: {@value
 * #MOVED_AN_EVENT} with each event.
 *
 * <p>Example: a group with chunks from 1,000 hosts gets another rank: 128 queues move at once, the
 * others with the next events. Confined to the coordinator's lock.
 */
final class QueueRows implements Groups.Listener {
  /** A queue moves within 1 to 3 microseconds. */
  static final int MOVED_AN_EVENT = 128;

  final Map<Group, MoveRow<MemberQueue>> ofGroup = new HashMap<>();
  final Map<Member, MoveRow<MemberQueue>> ofMember = new HashMap<>();

  /** Rows of which not all queues have moved. */
  final Set<MoveRow<MemberQueue>> moving = new LinkedHashSet<>();

  private final Consumer<WaitingShape> settle;
  private int movesLeft = MOVED_AN_EVENT;

  /**
   * No queue yet.
   *
   * @param settle told of a shape in which another queue may be the first
   */
  QueueRows(Consumer<WaitingShape> settle) {
    this.settle = settle;
  }

  /** The queue of a member's chunks of a shape; one that is not there begins. */
  MemberQueue queue(Member member, WaitingShape shape) {
    MemberQueue known = shape.queues.get(member);
    if (known != null) {
      return known;
    }
    MemberQueue queue = new MemberQueue(member, shape);
    shape.queues.put(member, queue);
    shape.inOrder.add(queue);
    ofGroup.computeIfAbsent(member.group(), key -> new MoveRow<>()).add(queue);
    ofMember.computeIfAbsent(member, key -> new MoveRow<>()).add(queue);
    return queue;
  }

  /** A queue is empty. */
  void end(MemberQueue queue) {
    queue.shape.queues.remove(queue.member);
    queue.shape.inOrder.remove(queue);
    leaveRow(queue, ofGroup, queue.member.group());
    leaveRow(queue, ofMember, queue.member);
  }

  private static <K> void leaveRow(MemberQueue queue, Map<K, MoveRow<MemberQueue>> rows, K key) {
    MoveRow<MemberQueue> row = rows.get(key);
    row.remove(queue);
    if (row.isEmpty()) {
      rows.remove(key);
    }
  }

  @Override
  public void moved(Group group) {
    moved(ofGroup.get(group));
  }

  @Override
  public void moved(Member member) {
    moved(ofMember.get(member));
  }

  private void moved(MoveRow<MemberQueue> row) {
    if (row != null) {
      row.beginMove();
      if (!move(row)) {
        moving.add(row);
      }
    }
  }

  /** Moves queues of a row as far as that goes in this event; whether all have been moved. */
  private boolean move(MoveRow<MemberQueue> row) {
    for (; movesLeft > 0 && row.isAnyToMove(); movesLeft--) {
      move(row.move());
    }
    return !row.isAnyToMove();
  }

  /**
   * Moves some of the queues that are to be moved; to be called with each event.
   *
   * @return whether any are left
   */
  boolean moveMore() {
    while (!moving.isEmpty()) {
      MoveRow<MemberQueue> row = moving.iterator().next();
      if (!move(row)) {
        break;
      }
      moving.remove(row);
    }
    movesLeft = MOVED_AN_EVENT;
    return !moving.isEmpty();
  }

  private void move(MemberQueue queue) {
    if (!queue.isUpToDate()) {
      WaitingShape shape = queue.shape;
      shape.inOrder.remove(queue);
      queue.look();
      shape.inOrder.add(queue);
      settle.accept(shape);
    }
  }
}
