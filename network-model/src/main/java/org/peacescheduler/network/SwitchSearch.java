package org.peacescheduler.network;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The parts of a search that look at switches one by one: the servers of one switch, and
 * breadth-first search over free links.
 *
 * <p>Every choice among servers is even: first a few draws with rejection, then one pass over the
 * rest, which picks evenly by itself. Confined to its owner's lock.
 */
final class SwitchSearch {
  private static final int DRAWS = 8;

  private final ResidualNetwork residual;
  private final NetworkModel model;
  private final SplittableRandom random;

  private final int[] hops;
  private final int[] seenIn;
  private final int[] queue;
  private final int[] everySwitch;
  private int search;

  private int[] links = new int[16];
  private int linkCount;

  SwitchSearch(ResidualNetwork residual, SplittableRandom random) {
    this.residual = residual;
    this.model = residual.model();
    this.random = random;
    hops = new int[model.switches()];
    seenIn = new int[model.switches()];
    queue = new int[model.switches()];
    everySwitch = new int[model.switches()];
    Arrays.setAll(everySwitch, u -> u);
  }

  /** Any candidate with room on a switch, evenly; {@link PathFinder#NO_SERVER} if there is none. */
  int serverOn(int sw, Candidates candidates) {
    return oneOf(everySwitch, sw, sw + 1, candidates);
  }

  /** Any candidate with room in the network, evenly. */
  int anyServer(Candidates candidates) {
    FenwickTree roomy = residual.roomyAnywhere();
    if (roomy.total() == 0) {
      return PathFinder.NO_SERVER;
    }
    for (int draw = 0; draw < DRAWS; draw++) {
      int sw = roomy.itemAt(random.nextInt(roomy.total()));
      int server = residual.roomyServer(sw, roomy.offsetOfLast());
      if (candidates.accepts(server)) {
        return server;
      }
    }
    return oneOf(everySwitch, 0, everySwitch.length, candidates);
  }

  /**
   * The nearest candidate with room over free links from a switch, that switch included; the links
   * to it are in {@link #link}.
   */
  int nearest(int start, Candidates candidates) {
    linkCount = 0;
    search++;
    seenIn[start] = search;
    hops[start] = 0;
    queue[0] = start;
    int head = 0;
    int tail = 1;
    while (head < tail) {
      int levelEnd = tail;
      int server = oneOf(queue, head, levelEnd, candidates);
      if (server != PathFinder.NO_SERVER) {
        trace(model.switchOf(server));
        return server;
      }
      for (; head < levelEnd; head++) {
        tail = expand(queue[head], tail);
      }
    }
    return PathFinder.NO_SERVER;
  }

  private int expand(int sw, int tail) {
    int end = tail;
    for (int k : model.linksOut(sw)) {
      int to = model.linkTo(k);
      if (seenIn[to] != search && residual.left(model.link(k)) > 0) {
        seenIn[to] = search;
        hops[to] = hops[sw] + 1;
        queue[end++] = to;
      }
    }
    return end;
  }

  /**
   * The links from the start to a switch, each picked evenly among the free ones that lead back.
   */
  private void trace(int end) {
    linkCount = hops[end];
    if (links.length < linkCount) {
      links = new int[2 * linkCount];
    }
    int at = end;
    for (int i = linkCount - 1; i >= 0; i--) {
      int free = 0;
      int chosen = -1;
      for (int k : model.linksIn(at)) {
        int from = model.linkFrom(k);
        if (seenIn[from] == search
            && hops[from] == i
            && residual.left(model.link(k)) > 0
            && (++free == 1 || random.nextInt(free) == 0)) {
          chosen = k;
        }
      }
      links[i] = model.link(chosen);
      at = model.linkFrom(chosen);
    }
  }

  int links() {
    return linkCount;
  }

  int link(int i) {
    return links[i];
  }

  /** One candidate with room of the switches in a part of a list, evenly. */
  private int oneOf(int[] switches, int begin, int end, Candidates candidates) {
    int total = 0;
    for (int i = begin; i < end; i++) {
      total += eligible(switches[i], candidates);
    }
    for (int draw = 0; draw < DRAWS && total > 0; draw++) {
      int at = random.nextInt(total);
      int i = begin;
      int here = eligible(switches[i], candidates);
      while (at >= here) {
        at -= here;
        here = eligible(switches[++i], candidates);
      }
      int server = residual.roomyServer(switches[i], at);
      if (candidates.accepts(server)) {
        return server;
      }
    }
    return total == 0 ? PathFinder.NO_SERVER : oneOfAll(switches, begin, end, candidates);
  }

  /** As {@link #oneOf}, in one pass over the servers. */
  private int oneOfAll(int[] switches, int begin, int end, Candidates candidates) {
    int found = PathFinder.NO_SERVER;
    int seen = 0;
    for (int i = begin; i < end; i++) {
      int here = eligible(switches[i], candidates);
      for (int j = 0; j < here; j++) {
        int server = residual.roomyServer(switches[i], j);
        if (candidates.accepts(server) && (++seen == 1 || random.nextInt(seen) == 0)) {
          found = server;
        }
      }
    }
    return found;
  }

  /** The servers with room of a switch; none if all of them are ruled out together. */
  private int eligible(int sw, Candidates candidates) {
    return candidates.acceptsOn(sw) ? residual.roomy(sw) : 0;
  }
}
