package org.peacescheduler.binding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How long a victim takes beside an attacker and beside as many ordinary writers of the same user,
 * by turns: {@code Side.by(3, ordinary, attack)}. The machine's moods are both sides'.
 */
record Side(double ordinary, double attack) {
  /** What a loaded machine adds to medians of some tenths of a second. */
  private static final double NOISE_SECONDS = 0.25;

  private static final double MOST = 1.25;

  /** Seconds that something takes. */
  interface Round {
    double seconds() throws Exception;
  }

  /** The medians of so many rounds of each. */
  static Side by(int rounds, Round ordinary, Round attack) throws Exception {
    List<Double> ordinaries = new ArrayList<>();
    List<Double> attacks = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ordinaries.add(ordinary.seconds());
      attacks.add(attack.seconds());
    }
    return new Side(median(ordinaries), median(attacks));
  }

  private static double median(List<Double> values) {
    Collections.sort(values);
    return values.get(values.size() / 2);
  }

  boolean isHarmless() {
    return attack <= MOST * ordinary + NOISE_SECONDS;
  }

  @Override
  public String toString() {
    return "%.2f s beside the attack, %.2f s beside as many writers".formatted(attack, ordinary);
  }
}
