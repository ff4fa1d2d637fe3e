package org.peacescheduler.hdfs.telemetry;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts of whom things are, for those who have most of them: the algorithm Space-Saving (Metwally,
 * Agrawal and El Abbadi, 2005).
 *
 * <p>While there are {@value #KEPT} users or fewer all counts are exact. A further one takes the
 * place of who has least, whose count is then in doubt: it may have been either's. Only what is
 * certain is told, so nobody is said to have more than he has. Who has more than a {@value #KEPT}th
 * of all is always there.
 *
 * <p>Example: with room for two, of ann, ann, bob and eve it tells 2 of ann and 1 of eve.
 *
 * <p>Cost: a look-up; of a further user, a look at all {@value #KEPT}. Not thread-safe.
 */
final class TopUsers {
  static final int KEPT = 64;

  private final Map<String, Count> counts = new HashMap<>();
  private long all;

  private static final class Count {
    private long number;
    private long doubtful;

    long certain() {
      return number - doubtful;
    }
  }

  /** How many are a user's. */
  record Of(String user, long number) {}

  /** One more. */
  void count(String user) {
    all++;
    Count count = counts.get(user);
    if (count == null) {
      count = new Count();
      if (counts.size() == KEPT) {
        count.number = removeLeast();
        count.doubtful = count.number;
      }
      counts.put(user, count);
    }
    count.number++;
  }

  private long removeLeast() {
    String least =
        counts.entrySet().stream()
            .min(Comparator.comparingLong(each -> each.getValue().number))
            .orElseThrow()
            .getKey();
    return counts.remove(least).number;
  }

  /** How many there are, whosever they are. */
  long all() {
    return all;
  }

  /** So many users who have most, and how many are certainly theirs. */
  List<Of> top(int users) {
    return counts.entrySet().stream()
        .map(each -> new Of(each.getKey(), each.getValue().certain()))
        .sorted(Comparator.comparingLong(Of::number).reversed().thenComparing(Of::user))
        .limit(users)
        .toList();
  }
}
