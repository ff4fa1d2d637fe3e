package org.peacescheduler.clients;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long files took, and which were not written. Thread-safe. */
final class Times {
  private final List<Double> seconds = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  synchronized void took(double ofOne) {
    seconds.add(ofOne);
  }

  synchronized void failed(String why) {
    failures.add(why);
  }

  synchronized int failures() {
    return failures.size();
  }

  /** Such as "2 of 300 failed; median 1.20 s, longest 3.41 s; the first: …". */
  @Override
  public synchronized String toString() {
    Collections.sort(seconds);
    int all = seconds.size() + failures.size();
    String text = "%d of %d failed".formatted(failures.size(), all);
    if (!seconds.isEmpty()) {
      text +=
          String.format(
              Locale.ROOT,
              "; median %.2f s, longest %.2f s",
              seconds.get(seconds.size() / 2),
              seconds.get(seconds.size() - 1));
    }
    return failures.isEmpty() ? text : text + "; the first: " + failures.get(0);
  }
}
