package org.peacescheduler.coordinate;

import java.util.OptionalDouble;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * What one hop of a pipeline takes, in bytes per second: as the topology says, corrected by what is
 * seen.
 *
 * <p>A rate that the file states holds, however quick chunks are: it says how many share a link.
 * One of which it says nothing becomes quicker by quicker chunks, and as slow again as it was by
 * slower ones that have their edges to themselves.
 *
 * <p>Example: nothing is stated, so a hop is taken to take 60 MB/s ({@link Constant#FIRST_RATE}).
 * The first chunk that has its edges to itself gets 40 MB/s: a hop takes 40 MB/s. The next one gets
 * 100 MB/s: it takes 60 MB/s, since a chunk moves it by {@link Constant#STEP} at most.
 *
 * <p>Cost: a few steps a chunk. Confined to the coordinator's lock.
 */
final class HopRate {
  private final OptionalDouble told;
  private final boolean isTold;

  /** It is never more, whatever the file has wrong. */
  final double most;

  private final double step;
  private final double noise;
  private double rate;

  /** What it was taken to be before quicker chunks were seen: it comes back to no less. */
  private double first;

  private boolean isKnown;

  /**
   * What the topology says.
   *
   * @param payload what a hop takes of a block for each byte on a link
   */
  HopRate(Topology topology, double payload, Constants constants) {
    OptionalDouble stream = topology.streamBytesPerSecond();
    told = stream.isPresent() ? OptionalDouble.of(stream.getAsDouble() * payload) : stream;
    isTold = topology.isStreamRateTold();
    step = constants.of(Constant.STEP);
    noise = constants.of(Constant.NOISE);
    rate = told.orElse(constants.of(Constant.FIRST_RATE));
    first = rate;
    isKnown = isTold;
    most = isTold ? constants.of(Constant.MOST_WRONG) * rate : Double.MAX_VALUE;
  }

  /** What was seen holds if the topology of before says the same. */
  boolean saysTheSameAs(HopRate before) {
    return told.equals(before.told) && isTold == before.isTold;
  }

  /** What was seen before holds. */
  void takeOver(HopRate before) {
    rate = before.rate;
    first = before.first;
    isKnown = before.isKnown;
  }

  /** What the topology says, or what follows from its links. */
  OptionalDouble told() {
    return told;
  }

  double rate() {
    return rate;
  }

  /** The rate if it was stated or seen; else empty. */
  OptionalDouble known() {
    return isKnown ? OptionalDouble.of(rate) : OptionalDouble.empty();
  }

  /**
   * A chunk was so quick; no effect if the file states the rate.
   *
   * @param sharing how many shared the busiest of its edges
   * @param counts how much it counts, at most 1
   */
  void learn(double seen, double sharing, double counts) {
    if (isTold) {
      return;
    }
    if (seen > noise * rate) {
      rate = moved(Math.min(seen, step * rate), counts);
    } else if (sharing < step && !isKnown) {
      rate = moved(seen, counts);
      first = rate;
      isKnown = true;
    } else if (sharing < step && noise * seen < rate && rate > first) {
      rate = moved(Math.max(first, Math.max(seen, rate / step)), counts);
    }
  }

  /** The rate, moved to another one by a sample that counts in full, and else less far. */
  private double moved(double to, double counts) {
    return counts >= 1 ? to : rate * Math.pow(to / rate, counts);
  }

  /** An edge that one stream fills carries so much, so a hop takes as much at least. */
  void raiseTo(double carried) {
    rate = Math.max(rate, Math.min(most, carried));
  }

  /** An edge that one stream fills carries so little again, so a hop takes no more. */
  void lowerTo(double carried) {
    rate = Math.max(told.orElse(rate), Math.min(rate, carried));
  }
}
