package org.peacescheduler.coordinate.order;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The members of a group. */
final class Roster {
  /** Somebody may open files for one group for ever, as another client each time. */
  static final int MANY = 10_000;

  private final Bandwidths bandwidths;
  private final double slack;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Integer> onHost = new HashMap<>();

  /** Of how many it is known what they write. */
  private int told;

  /** What the largest of those that have ended took on its own link, in seconds. */
  private double largestEnded;

  /**
   * Nobody yet.
   *
   * @param slack see {@link org.peacescheduler.schedule.Constant#SLACK}
   */
  Roster(Bandwidths bandwidths, double slack) {
    this.bandwidths = bandwidths;
    this.slack = slack;
  }

  Collection<Member> all() {
    return members.values();
  }

  /**
   * The member of a client. Of a group that has had very many, all further clients of a host are
   * one.
   *
   * @param joins told of a client that was not seen before
   */
  Member of(Group group, String host, String client, Consumer<Member> joins) {
    Member known = members.get(host + '\n' + client);
    if (known != null) {
      return known;
    }
    return members.computeIfAbsent(
        members.size() < MANY ? host + '\n' + client : host,
        key -> {
          int ordinal = onHost.merge(host, 1, Integer::sum) - 1;
          Member member = new Member(group, members.size(), host, ordinal, bandwidths, slack);
          joins.accept(member);
          return member;
        });
  }

  /** It is known of one more what it writes. */
  void tellsOneMore() {
    told++;
  }

  boolean isAnyTold() {
    return told > 0;
  }

  double largestEnded() {
    return largestEnded;
  }

  /** One has ended; returns whether it is the largest of those that have. */
  boolean ends(Member member) {
    boolean isLarger = member.ownSeconds() > largestEnded;
    largestEnded = isLarger ? member.ownSeconds() : largestEnded;
    return isLarger;
  }
}
