package org.peacescheduler.coordinate;

import java.util.TreeSet;
import org.peacescheduler.coordinate.order.Member;

/**
 * The chunks of one member that want the same, the oldest first.
 *
 * <p>It knows where its member stood when it was put into the order, and stands there until {@link
 * #look}. Example: a group of 1,000 chunks from 16 hosts moves: 16 queues do, not 1,000 chunks.
 * Confined to the coordinator's lock.
 */
final class MemberQueue {
  final Member member;
  final WaitingShape shape;
  final TreeSet<Ticket> tickets = new TreeSet<>((a, b) -> Long.compare(a.id(), b.id()));
  final long group;

  // As the indexes know them.
  double rank;
  double standing;

  MemberQueue(Member member, WaitingShape shape) {
    this.member = member;
    this.shape = shape;
    this.group = member.group().number();
    look();
  }

  /** First the first group; in it the first member. */
  static int inOrder(MemberQueue a, MemberQueue b) {
    int order = Double.compare(a.rank, b.rank);
    order = order == 0 ? Long.compare(a.group, b.group) : order;
    order = order == 0 ? Double.compare(a.standing, b.standing) : order;
    return order == 0 ? Integer.compare(a.member.number(), b.member.number()) : order;
  }

  /** Takes in where its group and its member stand. */
  final void look() {
    rank = member.group().rank();
    standing = member.standing();
  }

  boolean isUpToDate() {
    return rank == member.group().rank() && standing == member.standing();
  }
}
