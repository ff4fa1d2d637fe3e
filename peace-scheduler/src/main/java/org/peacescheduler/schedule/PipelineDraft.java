package org.peacescheduler.schedule;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A pipeline that is being planned: it grows hop by hop, and is cut back at dead ends. One serves
 * all plans, so that a plan allocates nothing but its result. Confined to its owner's lock.
 */
final class PipelineDraft {
  private int[] servers = new int[8];
  private int[] hopEnds = new int[8];
  private int[] edges = new int[64];
  private int length;

  /** An empty one, with room for so many replicas. */
  void begin(int replicas) {
    length = 0;
    if (servers.length < replicas) {
      servers = new int[replicas];
      hopEnds = new int[replicas];
    }
  }

  /** The hop to the next replica goes over one more edge. */
  void add(int edge) {
    if (length == edges.length) {
      edges = Arrays.copyOf(edges, 2 * length);
    }
    edges[length++] = edge;
  }

  /** The hop to a replica ends at its server. */
  void endHop(int replica, int server) {
    servers[replica] = server;
    hopEnds[replica] = length;
  }

  /** The hop to a replica, and those behind it, are none. */
  void cutTo(int replica) {
    length = startOf(replica);
  }

  int server(int replica) {
    return servers[replica];
  }

  /** The edges of the hop to a replica. */
  IntStream hop(int replica) {
    return Arrays.stream(edges, startOf(replica), hopEnds[replica]);
  }

  /** A copy of its first replicas. */
  Pipeline pipeline(int replicas) {
    return new Pipeline(
        Arrays.copyOf(servers, replicas),
        Arrays.copyOf(edges, length),
        Arrays.copyOf(hopEnds, replicas));
  }

  private int startOf(int replica) {
    return replica == 0 ? 0 : hopEnds[replica - 1];
  }
}
