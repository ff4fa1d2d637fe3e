package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constants;

/**
 * Hosts whose checkpoints had four chunks of 10 bytes write the next ones. A byte takes a second.
 */
class GrowthTest {
  private int moves;
  private final Groups groups =
      new Groups(
          GroupOrder.FAIR_SOJOURN,
          Shares.EQUAL,
          Constants.STANDARD,
          new FakeBandwidths(),
          new Groups.Listener() {
            @Override
            public void moved(Group group) {
              moves++;
            }

            @Override
            public void moved(Member member) {}
          });

  private Member join(String host, long now) {
    return groups.join(Nameless.on(host), now);
  }

  private void write(Member member, int chunks) {
    for (int i = 0; i < chunks; i++) {
      groups.ask(member, 10, 1);
      groups.written(member, 10, 10);
    }
  }

  /**
   * So many hosts have written four chunks, and ask for the first one of their next checkpoints.
   */
  private List<Member> secondTime(int hosts) {
    for (int host = 0; host < hosts; host++) {
      Member before = join("w" + host, 0);
      write(before, 4);
      groups.leave(before, 10);
    }
    List<Member> members = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      Member member = join("w" + host, 5000);
      groups.ask(member, 10, 1);
      members.add(member);
    }
    return members;
  }

  /** It goes on: what it had asked for is written, and more. */
  private void goOn(Member member, int chunks) {
    groups.written(member, 10, 10);
    write(member, chunks - 2);
    groups.ask(member, 10, 1);
  }

  @Test
  void ask_checkpointOutgrowsItsLastOne_staysBeforeThoseThatMayHaveGrownToo() {
    List<Member> members = secondTime(3);
    goOn(members.get(0), 7);
    assertEquals(80, members.get(0).group().seconds());
    assertEquals(80, members.get(1).group().seconds());
    assertTrue(members.get(0).group().rank() <= members.get(1).group().rank());
  }

  @Test
  void leave_anotherEndsAsLargeAsBefore_whoHasGrownAloneStandsBehind() {
    List<Member> members = secondTime(3);
    goOn(members.get(0), 7);
    groups.written(members.get(1), 10, 10);
    write(members.get(1), 3);
    groups.leave(members.get(1), 6000);
    assertEquals(80, members.get(0).group().seconds());
    assertEquals(40, members.get(2).group().seconds());
    assertTrue(members.get(0).group().rank() > members.get(2).group().rank());
  }

  @Test
  void ask_othersHaveGrown_whoHasSaidItsSizeHasThat() {
    List<Member> members = secondTime(2);
    Member announced = join("w2", 0);
    write(announced, 4);
    groups.leave(announced, 10);
    announced = join("w2", 5000);
    groups.announce(announced, 40);
    groups.ask(announced, 10, 1);
    goOn(members.get(0), 7);
    assertEquals(80, members.get(1).group().seconds());
    assertEquals(40, announced.group().seconds());
  }

  @Test
  void leave_everySecondOfManyHasGrown_fewAreRankedAgainForEach() {
    List<Member> members = secondTime(2000);
    moves = 0;
    int events = 0;
    for (int i = 0; i < members.size(); i++) {
      int chunks = i % 2 == 0 ? 4 : 12;
      groups.written(members.get(i), 10, 10);
      write(members.get(i), chunks - 1);
      groups.leave(members.get(i), 6000);
      events += chunks + 1;
    }
    assertTrue(moves <= 20 * events, moves + " moves for " + events + " events");
    assertTrue(moves > 0);
  }
}
