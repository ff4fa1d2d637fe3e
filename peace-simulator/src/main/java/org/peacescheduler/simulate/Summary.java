package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a folder of scenarios says together; of several bursts the last one counts. */
final class Summary {
  /** What one scenario says. */
  record Entry(String scenario, Comparison last) {}

  private final List<Entry> entries = new ArrayList<>();

  void add(Scenario scenario, List<Comparison> bursts) {
    entries.add(new Entry(scenario.name(), bursts.get(bursts.size() - 1)));
  }

  /** In the order in which they came. */
  List<Entry> entries() {
    return Collections.unmodifiableList(entries);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int size() {
    return entries.size();
  }

  /** The geometric mean of a ratio. */
  double mean(ToDoubleFunction<Comparison> ratio) {
    return Math.exp(
        entries.stream()
            .mapToDouble(entry -> Math.log(ratio.applyAsDouble(entry.last())))
            .average()
            .orElseThrow());
  }

  /** The largest ratio. */
  double worst(ToDoubleFunction<Comparison> ratio) {
    return ratio.applyAsDouble(worstEntry(ratio).last());
  }

  /** The scenario that has it. */
  String worstScenario(ToDoubleFunction<Comparison> ratio) {
    return worstEntry(ratio).scenario();
  }

  private Entry worstEntry(ToDoubleFunction<Comparison> ratio) {
    Entry worst = entries.get(0);
    for (Entry entry : entries) {
      if (ratio.applyAsDouble(entry.last()) > ratio.applyAsDouble(worst.last())) {
        worst = entry;
      }
    }
    return worst;
  }
}
