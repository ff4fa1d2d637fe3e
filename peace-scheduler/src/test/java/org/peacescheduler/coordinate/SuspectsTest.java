package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  private static final Set<String> HOSTS =
      Set.of("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9");

  private final Suspects suspects = new Suspects();

  @BeforeEach
  void present() {
    suspects.setPresent(HOSTS);
  }

  @Test
  void add_oneWriter_onlyItStaysAway() {
    assertFalse(suspects.add(Set.of("s1"), "a", 1));
    assertFalse(suspects.add(Set.of("s1"), "a", 2));
    assertEquals(Set.of("s1"), suspects.of("a"));
    assertEquals(Set.of(), suspects.of("b"));
    assertEquals(HOSTS, suspects.others());
    assertEquals(Map.of("s1", 2L), suspects.all());
  }

  @Test
  void add_secondWriter_allStayAwayUntilTheHostIsHeardFrom() {
    suspects.add(Set.of("s1"), "a", 1);
    assertTrue(suspects.add(Set.of("s1"), "b", 5));
    assertFalse(suspects.add(Set.of("s1"), "c", 6));
    assertEquals(9, suspects.others().size());
    assertFalse(suspects.others().contains("s1"));
    assertTrue(suspects.clear(Set.of("s1")));
    assertEquals(HOSTS, suspects.others());
    assertEquals(Set.of(), suspects.of("a"));
    assertFalse(suspects.add(Set.of("s1"), "b", 7));
  }

  @Test
  void clear_oneWritersWord_noHostComesBackForAll() {
    suspects.add(Set.of("s1"), "a", 1);
    assertFalse(suspects.clear(Set.of("s1", "s2")));
    assertEquals(Map.of(), suspects.all());
  }

  @Test
  void setPresent_hostIsGone_wordsAboutItAreForgotten() {
    suspects.add(Set.of("s1"), "a", 1);
    suspects.setPresent(Set.of("s0", "s2", "s3", "s4"));
    suspects.setPresent(HOSTS);
    assertFalse(suspects.add(Set.of("s1"), "b", 2));
  }

  /** Against what the words so far say, written down as a list. */
  @Property
  void add_anyWords_twoWritersCountAndThreeQuartersAreLeft(
      @ForAll List<@IntRange(min = 0, max = 59) Integer> words) {
    present();
    suspects.clear(HOSTS);
    Map<String, Set<String>> said = new HashMap<>();
    for (int word : words) {
      String host = "s" + word % 10;
      String writer = "w" + word / 10 % 3;
      if (word / 30 == 1 && word % 10 < 3) {
        suspects.clear(Set.of(host));
        said.remove(host);
        continue;
      }
      suspects.add(Set.of(host), writer, 1);
      if (said.containsKey(host) || said.size() < HOSTS.size() / 4) {
        said.computeIfAbsent(host, h -> new HashSet<>()).add(writer);
      }
      Set<String> others = new HashSet<>(HOSTS);
      others.removeIf(h -> said.getOrDefault(h, Set.of()).size() >= 2);
      assertEquals(others, suspects.others());
      assertEquals(said.keySet(), suspects.all().keySet());
      assertTrue(4 * suspects.others().size() >= 3 * HOSTS.size());
    }
  }
}
