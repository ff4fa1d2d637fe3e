package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Links whose bandwidth is shared max-min fairly, about as TCP streams share it: who gets less than
 * another one cannot get more, or has all it wants.
 *
 * <p>Example: two flows on a link of 10 bytes/s, one of them also on a link of 2: 8 and 2.
 *
 * <p>Where flows push for more than a link has, its queue overflows, and some of what it carries is
 * carried twice: of {@code n} flows that a full link holds back it carries {@code 1 - loss (1 -
 * 1/n)} of its bandwidth. Example: with a loss of 0.2, 10 flows on a link of 10 bytes/s get 0.82
 * each; one alone gets 10.
 *
 * <p>Cost: links, and flows times their links and the logarithm of links. Confined to one
 * simulation.
 */
final class FairLinks {
  private static final double SAME = 1 + 1e-9;

  /** Shares of a link's bandwidth that change by less than this change nothing. */
  private static final double SAME_SHARE = 1e-6;

  /** After so many looks, links that are full only because others lose are let be. */
  private static final int LOOKS = 4;

  /** One stream of bytes over some links. */
  static final class Flow {
    private final int[] edges;
    private final double limit;
    private final Flow ahead;
    private Flow follower;
    private boolean growing;
    private double rate;

    /**
     * A flow.
     *
     * @param edges the links
     * @param limit the most that it wants, in bytes/s
     * @param ahead a flow that it passes on, and so cannot be faster than; null if there is none
     */
    Flow(int[] edges, double limit, Flow ahead) {
      this.edges = edges;
      this.limit = limit;
      this.ahead = ahead;
    }

    /** What it gets, in bytes/s. */
    double rate() {
      return rate;
    }
  }

  private final double[] bytesPerSecond;
  private final double[] loss;
  private final double[] efficiency;
  private final double[] taken;
  private final int[] sharing;
  private final int[] heldBack;
  private final EdgeHeap filling;
  private final List<List<Flow>> flowsOf = new ArrayList<>();

  /**
   * Links by their numbers.
   *
   * @param loss of each: the share of it that is lost when very many flows push
   */
  FairLinks(double[] loss, double[] bytesPerSecond) {
    this.loss = loss.clone();
    this.bytesPerSecond = bytesPerSecond.clone();
    efficiency = new double[bytesPerSecond.length];
    taken = new double[bytesPerSecond.length];
    sharing = new int[bytesPerSecond.length];
    heldBack = new int[bytesPerSecond.length];
    filling = new EdgeHeap(bytesPerSecond.length);
    for (int edge = 0; edge < bytesPerSecond.length; edge++) {
      flowsOf.add(new ArrayList<>());
    }
  }

  /** Gives each flow its rate; flows that others pass on come before those. */
  void share(List<Flow> flows) {
    Arrays.fill(efficiency, 1);
    flowsOf.forEach(List::clear);
    for (Flow flow : flows) {
      for (int edge : flow.edges) {
        flowsOf.get(edge).add(flow);
      }
      flow.follower = null;
    }
    for (Flow flow : flows) {
      if (flow.ahead != null) {
        flow.ahead.follower = flow;
      }
    }
    for (int look = 0; look < LOOKS; look++) {
      fill(flows);
      if (!lose()) {
        return;
      }
    }
  }

  /** Whether a link carries less than before, since it is full. */
  private boolean lose() {
    boolean changed = false;
    for (int edge = 0; edge < heldBack.length; edge++) {
      if (heldBack[edge] > 1) {
        double left = 1 - loss[edge] * (1 - 1.0 / heldBack[edge]);
        if (left < efficiency[edge] - SAME_SHARE) {
          efficiency[edge] = left;
          changed = true;
        }
      }
    }
    return changed;
  }

  /** All flows grow together; who cannot any more keeps what it has. */
  private void fill(List<Flow> flows) {
    begin(flows);
    PriorityQueue<Flow> limited = new PriorityQueue<>(Comparator.comparingDouble(f -> f.limit));
    limited.addAll(flows);
    int growing = flows.size();
    while (growing > 0) {
      while (!limited.isEmpty() && !limited.peek().growing) {
        limited.poll();
      }
      double level = Math.min(limited.peek().limit, filling.least());
      List<Flow> stopping = new ArrayList<>();
      for (int edge : full(level * SAME)) {
        heldBack[edge] = sharing[edge];
        stopping.addAll(flowsOf.get(edge));
      }
      while (!limited.isEmpty() && limited.peek().limit <= level * SAME) {
        stopping.add(limited.poll());
      }
      for (Flow flow : stopping) {
        growing -= stop(flow, level);
      }
    }
  }

  /** The edges that leave no more than that, in the order of their numbers. */
  private int[] full(double level) {
    IntStream.Builder full = IntStream.builder();
    while (filling.least() <= level) {
      full.add(filling.poll());
    }
    return full.build().sorted().toArray();
  }

  private void begin(List<Flow> flows) {
    Arrays.fill(taken, 0);
    Arrays.fill(sharing, 0);
    Arrays.fill(heldBack, 0);
    for (Flow flow : flows) {
      flow.growing = true;
      for (int edge : flow.edges) {
        sharing[edge]++;
      }
    }
    filling.clear();
    for (int edge = 0; edge < sharing.length; edge++) {
      if (sharing[edge] > 0) {
        filling.add(edge, most(edge));
      }
    }
  }

  private double most(int edge) {
    return Math.max(0, bytesPerSecond[edge] * efficiency[edge] - taken[edge]) / sharing[edge];
  }

  /** Stops a flow and those that pass it on; returns how many. */
  private int stop(Flow flow, double rate) {
    int stopped = 0;
    for (Flow at = flow; at != null && at.growing; at = at.follower) {
      at.growing = false;
      at.rate = rate;
      for (int edge : at.edges) {
        sharing[edge]--;
        taken[edge] += rate;
        filling.change(edge, sharing[edge] > 0 ? most(edge) : Double.MAX_VALUE);
      }
      stopped++;
    }
    return stopped;
  }
}
