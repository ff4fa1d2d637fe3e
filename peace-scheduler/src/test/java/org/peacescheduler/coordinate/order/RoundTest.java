package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.peacescheduler.schedule.Constants;

/** Many hosts write at once, each what has no name. A byte takes a second. */
class RoundTest {
  private int ranked;
  private final Groups groups =
      new Groups(
          GroupOrder.FAIR_SOJOURN,
          Shares.EQUAL,
          Constants.STANDARD,
          new FakeBandwidths(),
          new Groups.Listener() {
            @Override
            public void moved(Group group) {
              ranked++;
            }

            @Override
            public void moved(Member member) {}
          });

  private Member ask(String host, long bytes, long now) {
    Member member = groups.join(Nameless.on(host), now);
    groups.ask(member, bytes, 1);
    return member;
  }

  @Test
  void ask_moreThanOthersOfWhichNothingIsKnown_ranksSomeOfThemWithEachEvent() {
    List<Member> members = new ArrayList<>();
    for (int host = 0; host < 1000; host++) {
      members.add(ask("w" + host, 10, 0));
    }
    assertFalse(groups.rankMore());
    ranked = 0;

    ask("large", 100_000, 0);

    assertTrue(ranked <= Round.RANKED_AN_EVENT + 1, () -> ranked + " at once");
    int events = 0;
    while (groups.rankMore()) {
      events++;
    }
    assertTrue(events >= 900 / Round.RANKED_AN_EVENT, "over as many events");
    double first = members.get(0).group().seconds();
    assertTrue(first > 10_000, () -> first + " s");
    members.forEach(member -> assertEquals(first, member.group().seconds()));
  }

  /** Whatever is asked for, written and ended. */
  @Property(tries = 50)
  void anyEvent_manyGroups_ranksItsPart(@ForAll List<@IntRange(max = 1 << 20) Integer> operations) {
    List<Member> members = new ArrayList<>();
    for (int host = 0; host < 300; host++) {
      members.add(ask("w" + host, 10, 0));
    }
    for (int operation : operations) {
      ranked = 0;
      int which = operation / 4 % members.size();
      Member member = members.get(which);
      switch (operation % 4) {
        case 0 -> ask("more" + operation, 1 + operation, 5000);
        case 1 -> groups.ask(member, 1 + operation, 1);
        case 2 -> groups.written(member, 10, 1 + operation);
        default -> {
          groups.leave(member, 5000);
          members.remove(which);
        }
      }
      assertTrue(ranked <= 2 * Round.RANKED_AN_EVENT + 2, () -> ranked + " at once");
      assertTrue(GroupsAudit.balances(groups));
    }
  }
}
