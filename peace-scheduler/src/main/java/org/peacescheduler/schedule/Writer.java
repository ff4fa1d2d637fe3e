package org.peacescheduler.schedule;

import org.peacescheduler.network.NetworkModel;

/**
 * Where a chunk comes from.
 *
 * @param server the writer's server, or -1 if it is none of the model
 * @param atSwitch the switch behind which a writer outside the model is, or -1
 * @param rack the writer's rack, or -1: then constraints relative to it allow any rack
 */
public record Writer(int server, int atSwitch, int rack) {
  /** A writer of which nothing is known; only the target's own edges are accounted. */
  public static final Writer UNKNOWN = new Writer(-1, -1, -1);

  /** A server of the model. */
  public static Writer server(NetworkModel model, int server) {
    return new Writer(server, model.switchOf(server), model.rackOf(server));
  }

  /** A host outside the model, behind a switch of it. */
  public static Writer behind(NetworkModel model, int sw) {
    return new Writer(-1, sw, model.rackOfSwitch(sw));
  }
}
