package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class UserTurnsTest {
  private final UserTurns<String> turns = new UserTurns<>();

  private void offer(String user, int pieces) {
    for (int i = 0; i < pieces; i++) {
      turns.offer(user, user + i);
    }
  }

  private void assertNext(String... pieces) {
    for (String piece : pieces) {
      assertEquals(Optional.of(piece), turns.next());
    }
  }

  @Test
  void next_severalUsers_takesOneOfEachByTurns() {
    offer("eve", 3);
    offer("ann", 1);
    offer("bob", 2);
    assertNext("eve0", "ann0", "bob0", "eve1", "bob1", "eve2");
    assertEquals(Optional.empty(), turns.next());
  }

  @Test
  void giveBack_isItsUsersNextAfterAllOthers() {
    offer("eve", 2);
    offer("ann", 1);
    assertNext("eve0");
    turns.giveBack("eve", "eve0");
    assertNext("ann0", "eve0", "eve1");
    turns.giveBack("eve", "eve1");
    assertNext("eve1");
  }

  @Test
  void offer_tooManyOfAUser_isRefusedToHimAlone() {
    offer("eve", UserTurns.MOST_OF_USER);
    assertFalse(turns.offer("eve", "more"));
    assertTrue(turns.offer("ann", "ann0"));
    turns.next();
    assertTrue(turns.offer("eve", "more"));
  }

  @Test
  void offer_tooManyInAll_isRefused() {
    for (int i = 0; i < UserTurns.MOST; i++) {
      assertTrue(turns.offer("user" + i, "piece"));
    }
    assertFalse(turns.offer("ann", "ann0"));
  }
}
