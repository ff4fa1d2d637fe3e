package org.peacescheduler.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * The servers of a chunk in the order in which it passes them, and the edges of each hop.
 *
 * <p>Hop i leads to server i; the first one starts at the writer. Immutable.
 */
public final class Pipeline {
  /** No server. */
  public static final Pipeline EMPTY = new Pipeline(new int[0], new int[0], new int[0]);

  private final int[] servers;
  private final int[] edges;
  private final int[] hopEnds;

  /**
   * Copies its arguments.
   *
   * @param servers the servers in order
   * @param edges the edges of all hops, one hop after the other
   * @param hopEnds where each hop's edges end
   */
  Pipeline(int[] servers, int[] edges, int[] hopEnds) {
    this.servers = servers.clone();
    this.edges = edges.clone();
    this.hopEnds = hopEnds.clone();
  }

  /** The first servers of a pipeline, and the edges of the hops to them. */
  public static Pipeline of(int[] servers, int[][] hops) {
    int[] hopEnds = new int[servers.length];
    int length = 0;
    for (int i = 0; i < servers.length; i++) {
      length += hops[i].length;
      hopEnds[i] = length;
    }
    int[] edges = Arrays.stream(hops, 0, servers.length).flatMapToInt(IntStream::of).toArray();
    return new Pipeline(servers, edges, hopEnds);
  }

  /** The number of replicas. */
  public int replicas() {
    return servers.length;
  }

  /** The server that takes a replica, counted from 0. */
  public int server(int replica) {
    return servers[replica];
  }

  /** The edges of the hop to a replica. */
  public int[] hop(int replica) {
    return Arrays.copyOfRange(edges, replica == 0 ? 0 : hopEnds[replica - 1], hopEnds[replica]);
  }

  /** The edges of all hops; an edge that two hops pass is there twice. */
  public int[] edges() {
    return edges.clone();
  }

  /** Takes so much of each edge of each hop; to be committed, or rolled back. */
  public void take(ResidualNetwork residual, long units) {
    for (int edge : edges) {
      residual.take(edge, units);
    }
  }

  /** The names of the servers, in order. */
  public List<String> names(NetworkModel model) {
    String[] names = new String[servers.length];
    Arrays.setAll(names, i -> model.serverName(servers[i]));
    return List.of(names);
  }

  @Override
  public String toString() {
    return "Pipeline" + Arrays.toString(servers);
  }
}
