package org.peacescheduler.network;

import java.util.Arrays;

/**
 * The way a chunk takes between two servers that somebody else chose, full or not: a shortest one,
 * over the emptiest link at each fork.
 *
 * <p>For load that Peace did not plan: placements of the stock policy, and pipelines that were
 * granted before the topology was reloaded. Cost: O(switches + links). Confined to its owner's
 * lock.
 */
public final class Router {
  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final int[] toTarget;
  private final int[] queue;

  /** Routes in {@code residual}. */
  public Router(ResidualNetwork residual) {
    this.residual = residual;
    this.model = residual.model();
    toTarget = new int[model.switches()];
    queue = new int[model.switches()];
  }

  /**
   * The edges from a sender to a server.
   *
   * @param sender the sending server, or -1
   * @param at the switch of a sender that is no server, or -1 if unknown
   * @param target the receiving server; the sender itself means its disk alone
   */
  public int[] route(int sender, int at, int target) {
    boolean hasDisk = model.capacity(model.disk(target)) != NetworkModel.UNLIMITED;
    int[] tail =
        hasDisk
            ? new int[] {model.down(target), model.disk(target)}
            : new int[] {model.down(target)};
    if (sender == target) {
      return hasDisk ? new int[] {model.disk(target)} : new int[0];
    }
    int start = sender >= 0 ? model.switchOf(sender) : at;
    int[] links = start < 0 ? new int[0] : links(start, model.switchOf(target));
    int[] head = sender >= 0 ? new int[] {model.up(sender)} : new int[0];
    int[] edges = Arrays.copyOf(head, head.length + links.length + tail.length);
    System.arraycopy(links, 0, edges, head.length, links.length);
    System.arraycopy(tail, 0, edges, head.length + links.length, tail.length);
    return edges;
  }

  private int[] links(int from, int to) {
    measure(to);
    if (toTarget[from] < 0) {
      return new int[0];
    }
    int[] links = new int[toTarget[from]];
    int at = from;
    for (int i = 0; i < links.length; i++) {
      int best = -1;
      for (int k : model.linksOut(at)) {
        if (toTarget[model.linkTo(k)] == toTarget[at] - 1
            && (best < 0 || residual.left(model.link(k)) > residual.left(model.link(best)))) {
          best = k;
        }
      }
      links[i] = model.link(best);
      at = model.linkTo(best);
    }
    return links;
  }

  private void measure(int to) {
    Arrays.fill(toTarget, -1);
    toTarget[to] = 0;
    queue[0] = to;
    int tail = 1;
    for (int head = 0; head < tail; head++) {
      for (int k : model.linksIn(queue[head])) {
        int before = model.linkFrom(k);
        if (toTarget[before] < 0) {
          toTarget[before] = toTarget[queue[head]] + 1;
          queue[tail++] = before;
        }
      }
    }
  }
}
