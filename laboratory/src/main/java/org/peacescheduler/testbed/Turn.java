package org.peacescheduler.testbed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One burst of a run, still to come. Immutable.
 *
 * @param configuration its place among the run's
 * @param number from 1, warm-ups and rounds counted apart
 */
record Turn(BurstShape cell, int configuration, int number, boolean warmUp) {

  /**
   * All of a run, in order. In each round every cell is measured under every configuration, the
   * configurations one directly after the other. To warm up, the largest cell does for all: what
   * gets warm is the code.
   */
  static List<Turn> all(TestbedOptions options) {
    List<BurstShape> cells = options.cells();
    List<BurstShape> largest =
        cells.stream().max(Comparator.comparingLong(BurstShape::bytes)).stream().toList();
    List<Turn> turns = new ArrayList<>();
    for (int number = 1; number <= options.warmUp(); number++) {
      add(turns, options, largest, number, true);
    }
    for (int number = 1; number <= options.rounds(); number++) {
      add(turns, options, cells, number, false);
    }
    return List.copyOf(turns);
  }

  private static void add(
      List<Turn> turns, TestbedOptions options, List<BurstShape> cells, int number, boolean warm) {
    for (BurstShape cell : cells) {
      for (int i = 0; i < options.configurations().size(); i++) {
        turns.add(new Turn(cell, i, number, warm));
      }
    }
  }

  /** Where its files go, differing from all other turns' of its configuration. */
  String directory() {
    return "/" + (title() + " " + cell.name()).replaceAll("[^a-z0-9]+", "-");
  }

  /** {@code round 3}. */
  String title() {
    return (warmUp ? "warm-up " : "round ") + number;
  }
}
