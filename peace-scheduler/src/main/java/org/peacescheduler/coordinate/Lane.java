package org.peacescheduler.coordinate;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.peacescheduler.coordinate.order.Share;

/**
 * The shapes of one share, or of all to which nothing is guaranteed.
 *
 * <p>Example: with a part guaranteed to {@code etl}, its shapes have a lane, and all others another
 * one. Confined to the coordinator's lock.
 */
final class Lane {
  final Share share;

  /** Null if nothing is guaranteed. */
  Guarantees.Account account;

  final Map<ChunkRequest.Shape, WaitingShape> shapes = new HashMap<>();
  final NavigableMap<ShapeTurn, WaitingShape> ready = new TreeMap<>();
  final NavigableMap<ShapeTurn, WaitingShape> open = new TreeMap<>();

  /** Behind whose turn to go on trying; null to begin with the first. */
  ShapeTurn lastTried;

  /** Whose turn it is of those that can be tried; null outside of {@link ShapePlaces#next}. */
  WaitingShape candidate;

  Lane(Share share, Guarantees.Account account) {
    this.share = share;
    this.account = account;
  }

  WaitingShape nextOpen() {
    Map.Entry<ShapeTurn, WaitingShape> next =
        lastTried == null ? null : open.higherEntry(lastTried);
    return (next == null ? open.firstEntry() : next).getValue();
  }
}
