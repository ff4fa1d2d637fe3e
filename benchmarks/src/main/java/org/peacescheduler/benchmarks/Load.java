package org.peacescheduler.benchmarks;

import java.util.BitSet;
import org.peacescheduler.network.NetworkModel;

/**
 * How full the network is while pipelines are planned: the share taken of all links out of racks,
 * which are what fills first (see {@link Cluster}). Each pipeline in flight takes one chunk of one.
 */
public enum Load {
  /** Nothing in flight but the pipeline just planned. */
  IDLE(0),

  /** Every second chunk of the links out of racks is taken. */
  HALF(0.5),

  /** 19 of 20 are taken. */
  NEARLY_FULL(0.95);

  private final double share;

  Load(double share) {
    this.share = share;
  }

  /** How many pipelines are in flight at this load; 7 where 0.95 of 8 would be 7.6. */
  int pipelines(NetworkModel model) {
    BitSet rackSwitches = new BitSet();
    for (int server = 0; server < model.servers(); server++) {
      rackSwitches.set(model.switchOf(server));
    }
    int capacity = 0;
    for (int k = 0; k < model.links(); k++) {
      if (rackSwitches.get(model.linkFrom(k))) {
        capacity += model.capacity(model.link(k));
      }
    }
    return (int) (share * capacity);
  }
}
