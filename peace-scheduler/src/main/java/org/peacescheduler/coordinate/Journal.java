package org.peacescheduler.coordinate;

import org.peacescheduler.network.NetworkModel;

/**
 * Told of everything from which a coordinator's decisions follow: what it begins with, and each
 * {@link Call} with the time that its clock had. What it decides is told to its listener.
 *
 * <p>The same calls at the same times, of a coordinator that begins with the same, make the same
 * decisions. Called under the coordinator's lock, so it must be quick.
 */
public interface Journal {
  /** Keeps nothing. */
  Journal NONE =
      new Journal() {
        @Override
        public void begins(long now, NetworkModel model, SchedulerSettings settings, Ends ends) {}

        @Override
        public void called(long now, boolean isWithin, Call call) {}
      };

  /** A coordinator begins. */
  void begins(long now, NetworkModel model, SchedulerSettings settings, Ends ends);

  /**
   * A call begins.
   *
   * @param isWithin whether it is one of those that an earlier {@link Call.Together} is made of
   */
  void called(long now, boolean isWithin, Call call);
}
