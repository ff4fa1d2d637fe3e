package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.schedule.Constant;
import org.peacescheduler.schedule.Constants;

/**
 * Into how many parts the streams of each share are divided where work keeps coming ({@link
 * Turnover}).
 *
 * <p>A share with few chunks could not use what it is due in small parts: one of four chunks on a
 * link has a quarter of it. So its parts are so large that two thirds of its chunks make up its due
 * part of all that is in flight.
 *
 * <p>Example: ten streams are in flight, of two shares of equal weight. One with 100 chunks has
 * them in four parts, one with 15 in two, one with 4 in one. Confined to the coordinator's lock.
 */
final class StreamParts {
  private Shares shares;

  /** How many chunks of a share there are for each that it is due in flight. */
  private final double chunksOfOneDue;

  /** How many chunks of each wait or are in flight. */
  final Map<Share, Integer> chunks = new HashMap<>();

  /** Of those that have chunks. */
  private double weights;

  private int most = 1;

  StreamParts(Shares shares, Constants constants) {
    this.shares = shares;
    chunksOfOneDue = constants.of(Constant.SHARE_CHUNKS);
  }

  /** Shares are due other parts from now on. */
  void set(Shares others) {
    shares = others;
    weights = chunks.keySet().stream().mapToDouble(shares::weight).sum();
  }

  /** So many chunks of a share more, or fewer, wait or are in flight. */
  void count(Share share, int change) {
    boolean wasThere = chunks.containsKey(share);
    chunks.merge(share, change, (a, b) -> a + b == 0 ? null : a + b);
    boolean isThere = chunks.containsKey(share);
    if (isThere != wasThere) {
      weights += isThere ? shares.weight(share) : -shares.weight(share);
    }
  }

  /** No stream is divided into more parts. */
  void setMost(int parts) {
    most = parts;
  }

  /**
   * Into how many parts a share's streams are divided.
   *
   * @param inFlight how many whole streams are in flight, of all shares
   */
  int of(Share share, double inFlight) {
    if (most == 1) {
      return 1;
    }
    double due = Math.max(shares.guaranteed(share), shares.weight(share) / weights);
    double parts = chunks.getOrDefault(share, 0) / (chunksOfOneDue * due * Math.max(1, inFlight));
    return (int) Math.max(1, Math.min(most, parts));
  }
}
