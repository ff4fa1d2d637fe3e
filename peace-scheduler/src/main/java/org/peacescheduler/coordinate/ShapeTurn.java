package org.peacescheduler.coordinate;

/**
 * Where a shape stands: its first chunk's place in the order, as it was when it was put there.
 *
 * <p>Example: of two shapes of one group, the one goes first whose first member's own link takes
 * longer. Immutable.
 *
 * @param rank of the first chunk's group
 * @param group its number
 * @param standing where its member stands in the group
 * @param member its member's number
 * @param id its own
 */
record ShapeTurn(double rank, long group, double standing, int member, long id)
    implements Comparable<ShapeTurn> {
  static ShapeTurn of(WaitingShape shape) {
    MemberQueue queue = shape.inOrder.first();
    return new ShapeTurn(
        queue.rank, queue.group, queue.standing, queue.member.number(), queue.tickets.first().id());
  }

  @Override
  public int compareTo(ShapeTurn other) {
    int order = Double.compare(rank, other.rank);
    order = order == 0 ? Long.compare(group, other.group) : order;
    order = order == 0 ? Double.compare(standing, other.standing) : order;
    order = order == 0 ? Integer.compare(member, other.member) : order;
    return order == 0 ? Long.compare(id, other.id) : order;
  }
}
