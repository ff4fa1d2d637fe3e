package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TopUsersTest {
  private final TopUsers users = new TopUsers();

  private void count(String user, int times) {
    for (int i = 0; i < times; i++) {
      users.count(user);
    }
  }

  @Test
  void top_fewUsers_isExact() {
    count("ann", 2);
    count("eve", 5);
    count("bob", 2);

    assertEquals(List.of(new TopUsers.Of("eve", 5), new TopUsers.Of("ann", 2)), users.top(2));
    assertEquals(9, users.all());
  }

  @Test
  void top_newUsersWithoutEnd_keepsWhoHasMost() {
    for (int i = 0; i < 100_000; i++) {
      users.count("user" + i);
      users.count("eve");
    }
    assertEquals("eve", users.top(1).get(0).user());
    assertEquals(TopUsers.KEPT, users.top(Integer.MAX_VALUE).size());
    assertEquals(200_000, users.all());
  }

  @Property
  void top_anyUsers_saysOfNobodyMoreThanHeHas_andMissesNobodyWithAPart(
      @ForAll @Size(max = 2000) List<@IntRange(max = 200) Integer> whose) {
    TopUsers some = new TopUsers();
    whose.forEach(user -> some.count("user" + user));
    Map<String, Long> real =
        whose.stream().collect(Collectors.groupingBy(user -> "user" + user, Collectors.counting()));
    Map<String, Long> told =
        some.top(Integer.MAX_VALUE).stream()
            .collect(Collectors.toMap(TopUsers.Of::user, TopUsers.Of::number));
    told.forEach((user, number) -> assertTrue(number <= real.get(user), user));
    real.forEach(
        (user, number) -> {
          if (number > whose.size() / TopUsers.KEPT) {
            assertTrue(told.containsKey(user), user);
          }
        });
    if (real.size() <= TopUsers.KEPT) {
      assertEquals(real, told);
    }
    assertEquals(whose.size(), some.all());
  }
}
