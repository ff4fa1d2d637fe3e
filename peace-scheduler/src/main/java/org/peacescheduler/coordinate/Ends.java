package org.peacescheduler.coordinate;

/** How a coordinator learns that a chunk in flight has ended. */
public enum Ends {
  /**
   * By looking, on a stock NameNode, which cannot see every end. So a chunk that lasts longer than
   * ten seconds and four times the mean counts as ended.
   */
  FOUND_OUT,

  /**
   * It is told each end, on a patched NameNode. Time ends a chunk only where timesteps are whole,
   * by the same rule: an idle log would hold up all others of its timestep. A chunk that was begun
   * before, nobody knows when, ends after ten seconds in any case.
   */
  TOLD
}
