package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SuspectsTest {
  /** Of which one user's words count against two, and eight are in quarantine at most. */
  private static final Set<String> HOSTS =
      IntStream.range(0, 32).mapToObj(i -> "s" + i).collect(Collectors.toSet());

  private static final Suspects.Witness A = new Suspects.Witness("a", "ann", "a1");
  private static final Suspects.Witness B = new Suspects.Witness("b", "bob", "b1");
  private static final Suspects.Witness C = new Suspects.Witness("c", "ann", "c1");

  private final Suspects suspects = new Suspects();

  @BeforeEach
  void present() {
    suspects.setPresent(HOSTS);
  }

  private Set<String> quarantine() {
    Set<String> quarantine = new HashSet<>(HOSTS);
    quarantine.removeAll(suspects.others());
    return quarantine;
  }

  @Test
  void add_oneWriter_onlyItStaysAway() {
    assertEquals(Set.of(), suspects.add(Set.of("s1"), A, 1));
    assertEquals(Set.of(), suspects.add(Set.of("s1"), A, 2));
    assertEquals(Set.of("s1"), suspects.of(A));
    assertEquals(Set.of(), suspects.of(B));
    assertEquals(HOSTS, suspects.others());
    assertEquals(Map.of("s1", 2L), suspects.all());
    assertFalse(suspects.isEmpty());
  }

  @Test
  void add_secondHost_allStayAwayUntilTheHostIsHeardFrom() {
    suspects.add(Set.of("s1"), A, 1);
    assertEquals(Set.of("s1"), suspects.add(Set.of("s1"), B, 5));
    assertEquals(Set.of(), suspects.add(Set.of("s1"), C, 6));
    assertEquals(Set.of("s1"), quarantine());
    assertEquals(Set.of("s1"), suspects.clear(Set.of("s1")));
    assertEquals(HOSTS, suspects.others());
    assertEquals(Set.of(), suspects.of(A));
    assertTrue(suspects.isEmpty());
    assertEquals(Set.of(), suspects.add(Set.of("s1"), B, 7));
  }

  @Test
  void add_twoClientsOfOneHost_areOneWitness() {
    suspects.add(Set.of("s1"), A, 1);
    suspects.add(Set.of("s1"), new Suspects.Witness("a", "ann", "another"), 2);
    suspects.add(Set.of("s1"), new Suspects.Witness("a", "bob", "a third one"), 3);
    assertEquals(Set.of(), quarantine());
  }

  @Test
  void add_oneUserOnTwoHosts_twoOfThirtyTwoAreInQuarantine() {
    for (String host : HOSTS) {
      suspects.add(Set.of(host), A, 1);
      suspects.add(Set.of(host), C, 1);
    }
    assertEquals(2, quarantine().size());
    // What it cannot write to, its own chunks avoid, as far as that is kept.
    assertEquals(8, suspects.of(A).size());

    suspects.clear(quarantine());
    suspects.add(Set.of("s1", "s2"), A, 2);
    suspects.add(Set.of("s1", "s2"), C, 2);
    assertEquals(Set.of("s1", "s2"), quarantine(), "once some are heard from, others count");
  }

  @Test
  void clear_oneWritersWord_noHostComesBackForAll() {
    suspects.add(Set.of("s1"), A, 1);
    assertEquals(Set.of(), suspects.clear(Set.of("s1", "s2")));
    assertEquals(Map.of(), suspects.all());
  }

  @Test
  void clear_thenAccusedBySomebodyElse_whatWasSaidBeforeIsVoid() {
    suspects.add(Set.of("s1", "s2"), A, 1);
    suspects.clear(Set.of("s1"));
    suspects.add(Set.of("s1"), B, 2);
    assertEquals(Set.of("s2"), suspects.of(A));
  }

  @Test
  void setPresent_hostIsGone_wordsAboutItAreForgotten() {
    suspects.add(Set.of("s1"), A, 1);
    suspects.setPresent(Set.of("s0", "s2", "s3", "s4"));
    suspects.setPresent(HOSTS);
    assertEquals(Set.of(), suspects.add(Set.of("s1"), B, 2));
  }

  /** Whatever its clients are called, and from whatever hosts. */
  @Property
  void add_anyWordsOfOneUser_quarantineOneInSixteen(
      @ForAll List<@IntRange(max = 1 << 20) Integer> words) {
    present();
    suspects.clear(HOSTS);
    for (int word : words) {
      String host = "s" + word % 32;
      if (word / 32 % 8 == 0) {
        suspects.clear(Set.of(host));
        continue;
      }
      String from = "h" + word / 256 % 8;
      suspects.add(Set.of(host), new Suspects.Witness(from, "eve", "client" + word / 2048), 1);
      assertTrue(quarantine().size() <= 2, () -> quarantine() + " are in quarantine");
      assertTrue(suspects.of(new Suspects.Witness("x", "bob", "client1")).isEmpty());
    }
    suspects.clear(HOSTS);
    suspects.add(Set.of("s3"), A, 1);
    suspects.add(Set.of("s3"), B, 1);
    assertEquals(Set.of("s3"), quarantine(), "two users on two hosts are believed");
  }

  /** However many users there are. */
  @Property
  void add_anyWords_twoHostsAreNeededAndThreeQuartersAreLeft(
      @ForAll List<@IntRange(max = 1 << 20) Integer> words) {
    present();
    suspects.clear(HOSTS);
    Map<String, Set<String>> said = new HashMap<>();
    for (int word : words) {
      String host = "s" + word % 32;
      String from = "h" + word / 32 % 4;
      String user = "u" + word / 128 % 8;
      suspects.add(Set.of(host), new Suspects.Witness(from, user, user), 1);
      said.computeIfAbsent(host, key -> new HashSet<>()).add(from);
      quarantine().forEach(each -> assertTrue(said.get(each).size() >= 2, each));
      assertTrue(4 * suspects.others().size() >= 3 * HOSTS.size());
      assertEquals(said.keySet(), suspects.all().keySet());
    }
  }
}
