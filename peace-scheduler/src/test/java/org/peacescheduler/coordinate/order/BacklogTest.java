package org.peacescheduler.coordinate.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Against a sorted map that is added up anew each time. */
class BacklogTest {
  private final TreeMap<Integer, Integer> expected = new TreeMap<>();
  private final Backlog backlog = new Backlog();

  /** Of 7 places, each for several numbers. */
  private static double place(int key) {
    return key / 10;
  }

  private int before(int key) {
    return expected.headMap(key).values().stream().mapToInt(work -> work).sum();
  }

  private void doOne(SplittableRandom random) {
    int key = random.nextInt(70);
    switch (random.nextInt(3)) {
      case 0 -> {
        if (!expected.containsKey(key)) {
          expected.put(key, 1 + random.nextInt(9));
          backlog.add(place(key), key, expected.get(key));
        }
      }
      case 1 -> {
        Integer work = expected.remove(key);
        assertEquals(work == null ? 0 : work, backlog.remove(place(key), key));
      }
      default -> work(random.nextInt(20));
    }
  }

  private void work(int amount) {
    backlog.work(amount);
    int left = amount;
    while (left > 0 && !expected.isEmpty()) {
      Map.Entry<Integer, Integer> first = expected.pollFirstEntry();
      if (first.getValue() > left) {
        expected.put(first.getKey(), first.getValue() - left);
      }
      left -= first.getValue();
    }
  }

  @Property(tries = 300)
  void anyWork_addedTakenAwayAndDone_isWhatIsLeft(
      @ForAll @Size(max = 100) List<@IntRange(max = 1 << 24) Integer> operations) {
    for (int operation : operations) {
      doOne(new SplittableRandom(operation));
      for (int key = 0; key < 70; key++) {
        assertEquals(before(key), backlog.before(place(key), key));
        assertEquals(expected.getOrDefault(key, 0).doubleValue(), backlog.at(place(key), key));
      }
    }
  }
}
