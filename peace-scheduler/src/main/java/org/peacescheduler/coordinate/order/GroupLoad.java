package org.peacescheduler.coordinate.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;

/** What a group is expected to write, and what that takes of the edges of which this is known. */
final class GroupLoad {
  /** What all servers' links carry together, as an edge. */
  private static final String SERVERS = "servers";

  private final Bandwidths bandwidths;
  private final Map<String, Double> bytesFrom = new HashMap<>();
  private double bytes;
  private double copies;
  private double bottleneck;

  GroupLoad(Bandwidths bandwidths) {
    this.bandwidths = bandwidths;
  }

  /** What its bottleneck takes for what its members are expected to write, in seconds. */
  double bottleneck() {
    return bottleneck;
  }

  /** A member is expected to write so many bytes more, which are so many more in servers. */
  void add(Member member, double more, double moreCopies) {
    bytes += more;
    copies += moreCopies;
    double from = bytesFrom.merge(member.switchName(), more, Double::sum);
    bottleneck = Math.max(bottleneck, member.ownSeconds());
    bottleneck = Math.max(bottleneck, from / bandwidths.outOf(member.switchName()));
    bottleneck = Math.max(bottleneck, copies / bandwidths.intoServers());
  }

  /** What its members are expected to write is all that it has. */
  void settle(Collection<Member> members) {
    bytes = 0;
    copies = 0;
    bytesFrom.clear();
    for (Member member : members) {
      bytes += member.estimate();
      copies += member.copies();
      bytesFrom.merge(member.switchName(), member.estimate(), Double::sum);
    }
    findBottleneck(members);
  }

  /** Some of its members are expected to write less than before. */
  void findBottleneck(Collection<Member> members) {
    bottleneck = 0;
    forEachEdge(members, (edge, time) -> bottleneck = Math.max(bottleneck, time));
  }

  /** What so many bytes of it, from anywhere, take of its bottleneck. */
  double seconds(double part) {
    return bytes > 0 ? bottleneck * part / bytes : 0;
  }

  /** What so many bytes of it, from anywhere, take of all servers' links. */
  double serverSeconds(double part) {
    return bytes > 0 ? part * copies / bytes / bandwidths.intoServers() : 0;
  }

  /** What it takes of each edge of which that is known, in seconds. */
  void forEachEdge(Collection<Member> members, ObjDoubleConsumer<Object> action) {
    Map<String, Double> own = new HashMap<>();
    members.forEach(member -> own.merge(member.host(), member.ownSeconds(), Double::sum));
    own.forEach((host, time) -> action.accept(host, time));
    bytesFrom.forEach((sw, from) -> action.accept("out of " + sw, from / bandwidths.outOf(sw)));
    action.accept(SERVERS, copies / bandwidths.intoServers());
  }
}
