package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/** What belongs together, how large it is, and what is forgotten. A byte takes a second. */
class GroupsTest {
  private final List<Group> moved = new ArrayList<>();
  private final List<Member> movedMembers = new ArrayList<>();
  private final Groups groups =
      new Groups(
          GroupOrder.FAIR_SOJOURN,
          Shares.EQUAL,
          Constants.STANDARD,
          new FakeBandwidths(),
          new Groups.Listener() {
            @Override
            public void moved(Group group) {
              moved.add(group);
            }

            @Override
            public void moved(Member member) {
              movedMembers.add(member);
            }
          });

  private Member nameless(String host, long now) {
    return groups.join(Nameless.on(host), now);
  }

  private Member named(String name, String host, long now) {
    return groups.join(
        new Groups.Origin(
            Share.ofUser(Optional.of("ann")),
            Optional.of("ann"),
            Optional.of(name),
            host,
            Optional.of(host),
            ""),
        now);
  }

  /** A member writes so many chunks of 10 bytes one after the other. */
  private void write(Member member, int chunks, long now) {
    for (int i = 0; i < chunks; i++) {
      groups.ask(member, 10, 1);
      groups.written(member, 10, 10);
    }
    groups.leave(member, now);
  }

  @Test
  void join_namelessFilesBegunTogether_areOneGroupPerWriter() {
    assertEquals(0, nameless("w1", 0).group().number());
    assertEquals(1, nameless("w2", 3).group().number());
    assertEquals(0, nameless("w1", 1000).group().number());
    assertEquals(2, nameless("w1", 1001).group().number());
    assertEquals(2, nameless("w1", 2001).group().number());
  }

  @Test
  void join_namelessGroupWhoseFilesHaveEnded_isNotJoined() {
    groups.leave(nameless("w1", 0), 0);
    assertEquals(1, nameless("w1", 1).group().number());
  }

  @Test
  void join_olderNamelessGroupEnds_newerOneIsStillJoined() {
    Member older = nameless("w1", 0);
    assertEquals(1, nameless("w1", 5000).group().number());
    groups.leave(older, 5000);
    assertEquals(1, nameless("w1", 5001).group().number());
  }

  private Member below(String directory, String host, long now) {
    return groups.join(
        new Groups.Origin(
            Share.ofUser(Optional.of("ann")),
            Optional.of("ann"),
            Optional.empty(),
            host,
            Optional.of(host),
            Groups.alike(directory)),
        now);
  }

  @Test
  void join_filesOfOneDirectoryBegunTogether_areOneGroup() {
    Group group = below("/data/a/1", "w1", 0).group();
    assertSame(group, below("/data/a/1", "w2", 1000).group());
    assertNotSame(group, below("/data/b/1", "w3", 1000).group());
    assertNotSame(group, below("/data/a/1", "w4", 1001).group());
  }

  @Test
  void join_directoriesBesideEachOtherThatDigitsTellApart_areOneGroup() {
    Group group = below("/data/a/1/host-7", "w1", 0).group();
    assertSame(group, below("/data/a/1/host-12", "w2", 0).group());
    assertNotSame(group, below("/data/a/1/other", "w3", 0).group());
    assertNotSame(group, below("/data/a/2/host-7", "w4", 0).group());
  }

  @Test
  void standing_sizesUnknown_inTheirOrderUntilOneHasEndedThatIsSmaller() {
    Member small = below("/data", "w1", 0);
    Member large = below("/data", "w2", 0);
    Member last = below("/data", "w3", 0);
    List.of(small, large, large, large, last).forEach(member -> groups.ask(member, 10, 1));
    assertEquals(last.standing(), large.standing());
    moved.clear();
    groups.written(small, 10, 10);
    groups.leave(small, 1);
    assertEquals(List.of(small.group()), moved);
    assertTrue(last.standing() < large.standing());
  }

  @Test
  void announce_asMuchAsIsAskedFor_memberStandsElsewhere() {
    Member member = below("/data", "w1", 0);
    groups.ask(member, 10, 1);
    movedMembers.clear();
    double before = member.standing();
    groups.announce(member, 10);
    assertNotEquals(before, member.standing());
    assertEquals(List.of(member), movedMembers);
  }

  @Test
  void standing_ofANamedGroup_whoTakesLongestIsFirst() {
    Member small = named("chk-1", "w1", 0);
    Member large = named("chk-1", "w2", 0);
    groups.announce(small, 10);
    groups.announce(large, 20);
    assertTrue(large.standing() < small.standing());
  }

  @Test
  void join_sameNameFromManyHosts_isOneGroupPerUser() {
    Member first = named("chk-1", "w1", 0);
    Member second = named("chk-1", "w2", 50_000);
    Member others =
        groups.join(
            new Groups.Origin(
                Share.ofUser(Optional.of("bob")),
                Optional.of("bob"),
                Optional.of("chk-1"),
                "w1",
                Optional.of("w1"),
                ""),
            0);

    assertSame(first.group(), second.group());
    assertNotEquals(first, second);
    assertNotEquals(first.group(), others.group());
  }

  @Test
  void join_clientsWithoutEnd_thoseOfAHostAreOneInTheEnd() {
    Member first = named("ingest", "a.1", 0);
    for (int i = 0; i < 30_000; i++) {
      groups.join(
          new Groups.Origin(
              first.group().key.share(),
              Optional.empty(),
              Optional.of("ingest"),
              "a.1",
              Optional.of("client " + i),
              ""),
          0);
    }
    assertTrue(first.group().members().size() <= 10_001);
  }

  @Test
  void ask_threeMembersInTwoRacks_bottleneckIsTheWayOutOfTheFullerRack() {
    groups.ask(named("chk-1", "a.1", 0), 30, 3);
    groups.ask(named("chk-1", "a.2", 0), 10, 3);
    Member last = named("chk-1", "b.1", 0);
    groups.ask(last, 20, 3);

    assertEquals(40, last.group().bottleneck());
  }

  @Test
  void ask_instanceBefore_saysHowLargeGroupAndMembersAre() {
    Member one = named("chk-1", "a.1", 0);
    Member two = named("chk-1", "a.2", 0);
    write(one, 1, 5);
    write(two, 3, 5);

    Member next = named("chk-2", "a.2", 100);
    groups.ask(next, 10, 1);

    assertEquals(40, next.group().seconds());
    assertEquals(30, next.estimate());
  }

  @Test
  void ask_directoriesOfHosts_eachHostIsExpectedToWriteWhatItWroteBefore() {
    write(below("/burst-1/host-1/1", "w1", 0), 1, 0);
    write(below("/burst-1/host-2/1", "w2", 0), 8, 5);

    Member small = below("/burst-2/host-1/1", "w1", 100_000);
    Member large = below("/burst-2/host-2/1", "w2", 100_000);
    groups.ask(large, 10, 1);
    groups.ask(small, 10, 1);

    assertNotSame(small.group(), large.group());
    assertEquals(10, small.group().seconds());
    assertEquals(80, large.group().seconds());
    assertTrue(small.group().rank() < large.group().rank());
  }

  @Test
  void ask_directoryOfAnotherHostHasEnded_saysNothingOfOneThatStillWrites() {
    Member small = below("/burst-1/host-1/1", "w1", 0);
    Member large = below("/burst-1/host-2/1", "w2", 0);
    groups.ask(large, 10, 1);
    write(small, 1, 1);
    groups.ask(large, 10, 1);
    assertFalse(large.group().isSizeKnown());
  }

  @Test
  void ask_hostOfAJobComesBack_itsGroupIsExpectedToBeAsLargeAsTheOneBefore() {
    Member one = below("/data/job-1/7", "a.1", 0);
    Member two = below("/data/job-1/7", "a.2", 0);
    write(one, 2, 5);
    write(two, 3, 5);

    Member other = below("/data/job-1/8", "a.3", 100_000);
    groups.ask(other, 10, 1);
    assertFalse(other.group().isSizeKnown());
    Member again = below("/data/job-1/8", "a.2", 100_000);
    groups.ask(again, 10, 1);

    assertSame(other.group(), again.group());
    assertEquals(30, again.estimate());
    assertEquals(50, again.group().seconds());
  }

  @Test
  void ask_othersOfItsSeriesTurnOutALittleLarger_staysBeforeItsEquals() {
    write(named("chk-1", "w1", 0), 4, 0);
    write(named("chk-2", "w1", 1), 4, 1);
    Member first = named("chk-3", "w1", 2);
    Member second = named("chk-4", "w2", 2);
    Member third = named("chk-5", "w3", 2);
    List.of(first, second, third).forEach(member -> groups.ask(member, 10, 1));

    write(third, 4, 3);
    groups.ask(third, 1, 1);
    groups.written(third, 1, 1);
    groups.leave(third, 3);
    named("chk-6", "w3", 100_000); // So chk-5 is learnt.
    groups.forgetLate(100_000);
    groups.ask(first, 10, 1);

    assertTrue(first.group().rank() <= second.group().rank());
  }

  @Test
  void ask_moreThanExpected_isReckonedWithTwiceAsMuchAFewTimes() {
    Member member = nameless("w1", 0);
    int revised = 0;
    for (int i = 0; i < 1000; i++) {
      double before = member.group().seconds();
      groups.ask(member, 10, 1);
      groups.written(member, 10, 10);
      revised += member.group().seconds() == before ? 0 : 1;
    }
    assertTrue(revised <= 11, revised + " times");
    assertTrue(member.group().seconds() >= 10_000 / Constant.SLACK.standard());
    assertTrue(member.group().seconds() <= 4 * 10_000);
  }

  @Test
  void ask_nothingKnownOfAny_allAreAsLargeAsTheLargest() {
    Member small = nameless("w1", 0);
    Member large = nameless("w2", 0);
    groups.ask(small, 10, 1);
    for (int i = 0; i < 8; i++) {
      groups.ask(large, 10, 1);
    }
    assertEquals(large.group().seconds(), small.group().seconds());
    assertTrue(small.group().rank() <= large.group().rank(), "they go as they came");
  }

  @Test
  void ask_lateMemberOfAGroupThatHasEnded_isRankedByWhatItBrings() {
    write(named("chk-1", "w1", 0), 50, 0);
    Member other = named("other", "w3", 1);
    groups.announce(other, 20);
    groups.ask(other, 10, 1);

    Member late = named("chk-1", "w2", 10_000);
    groups.ask(late, 1, 1);

    assertEquals(0, late.group().number());
    assertTrue(late.group().seconds() <= 1, late.group().toString());
    assertTrue(late.group().rank() < other.group().rank());
  }

  @Test
  void ask_fileThatAnnouncedItsGroupHasEnded_groupsOfOneSizeGoOneAfterTheOther() {
    List<Member> tasks = new ArrayList<>();
    for (String job : List.of("job-a", "job-b")) {
      Member asker = named(job, "manager", 0);
      groups.announce(asker, 400);
      groups.ask(asker, 10, 1);
      groups.written(asker, 10, 1);
      groups.leave(asker, 0);
    }
    for (String job : List.of("job-a", "job-b")) {
      tasks.add(named(job, "task", 1));
      groups.ask(tasks.get(tasks.size() - 1), 10, 1);
    }
    Group first = tasks.get(0).group();
    Group second = tasks.get(1).group();
    for (int chunk = 0; chunk < 10; chunk++) {
      assertTrue(first.rank() <= second.rank(), first + ", " + second);
      assertTrue(first.seconds() >= 400, first.toString());
      groups.written(tasks.get(0), 10, 10);
      groups.ask(tasks.get(0), 10, 1);
    }
  }

  @Test
  void settle_thoseWhoAskedForATurnAndThoseWhoWriteInIt_areCountedOnce() {
    Group first = asksForATurn("job-a").group();
    Group second = asksForATurn("job-b").group();
    Member writer = named("job-a", "a.2", 1);
    groups.announce(writer, 400);
    groups.ask(writer, 10, 1);
    assertEquals(800, first.seconds());

    groups.settle(List.copyOf(first.members()).subList(0, 1));

    assertEquals(second.seconds(), first.seconds());
    assertTrue(first.rank() <= second.rank(), first + ", " + second);
    groups.ask(writer, 10, 1);
    assertEquals(second.seconds(), first.seconds());
  }

  private Member asksForATurn(String job) {
    Member asker = named(job, "a.1", 0);
    groups.announce(asker, 400);
    groups.ask(asker, 10, 1);
    return asker;
  }

  @Test
  void forgetLate_minuteAfterItsLastFile_nothingIsLeftOfAGroup() {
    write(named("chk-1", "w1", 0), 1, 0);
    groups.forgetLate(59_999);
    assertEquals(1, GroupsAudit.known(groups));
    groups.forgetLate(60_000);
    assertEquals(0, GroupsAudit.known(groups));
  }

  @Test
  void leave_manyNamesOfOneUser_onlySoManyAreRemembered() {
    for (int i = 0; i < 20_000; i++) {
      write(named(Integer.toString(i, 36) + "x".repeat(i % 3), "w1", 0), 1, 0);
    }
    groups.forgetLate(0);
    assertTrue(GroupsAudit.known(groups) <= 10_001, GroupsAudit.known(groups) + " groups");
    assertTrue(GroupsAudit.balances(groups));
  }

  @Test
  void leave_seriesWasForgottenWhileItsGroupWrote_countsWhatIsRemembered() {
    Member slow = named("slow", "w1", 0);
    groups.ask(slow, 10, 1);
    for (int i = 0; i < 10_001; i++) {
      write(nameless("h" + i, 0), 1, 0);
    }
    groups.written(slow, 10, 10);
    groups.leave(slow, 0);
    groups.forgetLate(60_000);

    assertTrue(GroupsAudit.balances(groups));
  }

  @Test
  void leave_groupsWithoutEndThatWriteNothing_seriesAreForgotten() {
    for (int i = 0; i < 10_100; i++) {
      groups.leave(nameless("h" + i, 0), 0);
    }
    assertEquals(10_000, groups.series());
  }

  @Test
  void suppose_groupOfWhichNothingIsKnown_isAsLargeUntilAnInstanceHasEnded() {
    Member one = named("chk-8", "a.1", 0);
    groups.ask(one, 10, 1);
    assertTrue(groups.isUnknown(Share.ofUser("ann"), Optional.of("ann"), "chk-8"));

    groups.suppose(Share.ofUser("ann"), Optional.of("ann"), "chk-8", 400, 4);

    assertEquals(100, one.estimate());
    Member two = named("chk-8", "a.2", 0);
    groups.ask(two, 10, 1);
    assertEquals(200, one.group().seconds());
    assertFalse(groups.isUnknown(Share.ofUser("ann"), Optional.of("ann"), "chk-8"));
    groups.withdrawn(two, 10);
    groups.leave(two, 1);
    groups.written(one, 10, 10);
    groups.leave(one, 1);

    Member next = named("chk-9", "a.1", 5);
    groups.ask(next, 10, 1);

    assertEquals(10, next.group().seconds());
  }

  @Test
  void suppose_sizeThatIsKnown_staysAsItIs() {
    Member member = named("chk-8", "a.1", 0);
    groups.announce(member, 50);
    groups.ask(member, 10, 1);
    groups.suppose(Share.ofUser("ann"), Optional.of("ann"), "chk-8", 400, 4);
    assertEquals(50, member.group().seconds());
  }

  /** How often groups are moved for each that comes or goes while so many wait, of any sizes. */
  private double movesPerEvent(int waiting, int sizes) {
    SplittableRandom random = new SplittableRandom(waiting);
    Deque<Member> members = new ArrayDeque<>();
    for (int i = 0; i < waiting; i++) {
      members.add(announced(i, random.nextInt(sizes)));
    }
    moved.clear();
    for (int i = 0; i < 1000; i++) {
      write(members.poll(), 1, 0);
      members.add(announced(waiting + i, random.nextInt(sizes)));
    }
    return moved.size() / 1000.0;
  }

  private Member announced(int number, int size) {
    String name = new StringBuilder(Integer.toString(number, 36)).reverse() + "x";
    Member member = named(name, "w" + number % 7, 0);
    groups.announce(member, 1L << size);
    groups.ask(member, 10, 1);
    return member;
  }

  @Test
  void ask_manyGroupsWait_fewOfThemAreMoved() {
    assertTrue(movesPerEvent(5000, 30) <= 3);
  }

  @Test
  void ask_manyGroupsAsLargeAsEachOtherWait_fewOfThemAreMoved() {
    assertTrue(movesPerEvent(5000, 1) <= 3);
  }

  @Test
  void ask_nothingIsKnownOfAUsersGroup_othersDoNotSayHowLargeItIs() {
    write(named("large", "w1", 0), 500, 0);
    Member huge = named("huge", "w1", 0);
    groups.announce(huge, 1L << 60);
    groups.ask(huge, 10, 1);

    Member bobs = join("bob", "job1", "w1");
    groups.ask(bobs, 10, 1);

    assertEquals(20, bobs.group().seconds());
    assertTrue(groups.standing(bobs.group()) < groups.standing(huge.group()));
  }

  @Test
  void join_usersNamesDifferInDigitsAlone_theirGroupsAreNoSeries() {
    write(join("user1", "job", "w1"), 5, 0);

    Member others = join("user2", "job", "w1");
    groups.ask(others, 10, 1);

    assertEquals(20, others.group().seconds());
  }

  private Member join(String user, String name, String host) {
    return groups.join(
        new Groups.Origin(
            Share.ofUser(user), Optional.of(user), Optional.of(name), host, Optional.of(host), ""),
        0);
  }
}
