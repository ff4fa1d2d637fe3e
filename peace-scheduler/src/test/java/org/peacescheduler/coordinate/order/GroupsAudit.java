package org.peacescheduler.coordinate.order;

/** What groups hold, added up. Cost: linear in the groups; confined to the coordinator's lock. */
public final class GroupsAudit {
  private GroupsAudit() {}

  /** How many groups are known, with open files or late. */
  static int known(Groups groups) {
    return groups.open.size() + groups.late.size();
  }

  /** How many files are open. */
  public static int files(Groups groups) {
    return groups.open.stream().mapToInt(group -> group.files).sum();
  }

  /** What all members have asked for and not written, in bytes. */
  public static double askedBytes(Groups groups) {
    return groups.open.stream()
        .flatMap(group -> group.members().stream())
        .mapToDouble(member -> member.asked)
        .sum();
  }

  /** Whether each group is where its files say, and the history counts what it remembers. */
  public static boolean balances(Groups groups) {
    GroupHistory history = groups.history;
    int remembered = history.series.values().stream().mapToInt(of -> of.parts.size()).sum();
    return history.remembered == remembered
        && groups.open.stream().allMatch(group -> group.files > 0 && !groups.late.contains(group))
        && groups.late.stream().allMatch(group -> group.files == 0 && !group.place.isRanked)
        && groups.unknown.values().stream().allMatch(alike -> hasSomeOpen(groups, alike.groups))
        && groups.growths.values().stream().allMatch(growth -> hasSomeOpen(groups, growth.groups))
        && groups.open.containsAll(
            groups.byKey.values().stream().filter(group -> !groups.late.contains(group)).toList());
  }

  private static boolean hasSomeOpen(Groups groups, Round round) {
    return !round.isEmpty() && groups.open.containsAll(round.groups);
  }
}
