package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * All chunks on their way. Rates are constant between two changes, so time goes in leaps from one
 * change to the next.
 *
 * <p>In large networks links are shared anew once in a while at most: what changes meanwhile is
 * seen then. Example: if that is every 20 ms, each hop begins and ends 10 ms late on average.
 *
 * <p>Confined to one simulation.
 */
final class Fluid {
  private static final double NO_TIME = 1e-9;

  private final FairLinks links;
  private final double every;
  private final List<Transfer> going = new ArrayList<>();
  private double now;
  private double next = Double.MAX_VALUE;
  private double shared = Double.NEGATIVE_INFINITY;
  private boolean changed;

  /**
   * Nothing is on its way.
   *
   * @param every links are shared anew at most so often, in seconds; 0: at each change
   */
  Fluid(FairLinks links, double every) {
    this.links = links;
    this.every = every;
  }

  /** A chunk begins, which has been given nothing yet. */
  void add(Transfer transfer) {
    going.add(transfer);
  }

  /** A chunk's writer has so many more bytes for it, now. */
  void give(Transfer transfer, double bytes, double at) {
    moveTo(at);
    transfer.give(bytes);
    changed = true;
  }

  /** When something changes next if nothing is given. */
  double next() {
    double due = shared + every;
    if (changed && now >= due - NO_TIME) {
      share();
    } else if (changed) {
      next = due;
    }
    return next;
  }

  /** Goes on to a time not after {@link #next}, and tells what has happened. */
  void passTo(double at) {
    if (at < next - NO_TIME) {
      return;
    }
    moveTo(at);
    changed = true;
    List<Transfer> arrived = new ArrayList<>();
    for (Transfer transfer : List.copyOf(going)) {
      if (transfer.tell()) {
        arrived.add(transfer);
      }
    }
    going.removeAll(arrived);
  }

  private void moveTo(double at) {
    if (at > now) {
      for (Transfer transfer : going) {
        transfer.move(at - now);
      }
      now = at;
    }
  }

  private void share() {
    List<FairLinks.Flow> flows = new ArrayList<>();
    for (Transfer transfer : going) {
      transfer.addFlows(flows);
    }
    links.share(flows);
    double until = Double.MAX_VALUE;
    for (Transfer transfer : going) {
      until = Math.min(until, transfer.untilChange());
    }
    next = until == Double.MAX_VALUE ? until : now + until;
    shared = now;
    changed = false;
  }
}
