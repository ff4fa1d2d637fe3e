package org.peacescheduler.network.graph;

import java.util.Objects;
import org.jgrapht.Graph;
import org.jgrapht.graph.AsUnmodifiableGraph;
import org.jgrapht.graph.DirectedWeightedMultigraph;
import org.peacescheduler.network.NetworkModel;

/**
 * The graph of the paper's figure 5, as a JGraphT graph (SGuard, VLDB 2008, section 5).
 *
 * <p>Server i on switch u is SND(i) → up(i) → u and u → dn(i) → RCV(i). The edges SND → up and dn →
 * RCV are the server's cable (cost 1), up → u and u → dn are inside the switch (cost 0), and
 * switches that are joined by a cable have an edge each way per cable (cost 1). Beyond the figure:
 * any number of switch levels, parallel cables, and RCV(i) → disk(i) (cost 0) where a disk's
 * capacity is declared. The weight of a JGraphT edge is its cost; its capacity is on the edge
 * itself.
 *
 * <p>Example: figure 5 (svr1.1 and svr1.2 on tor1, svr2.1 and svr2.2 on tor2) has 18 vertices and
 * 18 edges; {@link #extended} with svr1.1 as the writer adds s, d, s → SND(svr1.1) and RCV(j) → d
 * of the three other servers.
 *
 * <p>Cost: some 500 bytes a vertex, so it is for analysis and tests; planning works on the arrays
 * of {@link NetworkModel}. Immutable.
 */
public final class FigureFive {
  private static final int NO_MODEL_EDGE = -1;

  private final NetworkModel model;
  private final Graph<Vertex, Edge> graph;

  /** A vertex; its text is unique in the graph, for example {@code svr1.1.SND}. */
  public sealed interface Vertex permits ServerVertex, SwitchVertex, EndVertex {}

  /** What a vertex of a server stands for. */
  public enum Part {
    /** The sending process. */
    SND,
    /** The receiving process. */
    RCV,
    /** The switch port in the direction from the server. */
    UP,
    /** The switch port in the direction to the server. */
    DN,
    /** The disk, where its capacity is declared. */
    DISK
  }

  /** One of a server's vertices. */
  public record ServerVertex(Part part, int server, String host) implements Vertex {
    @Override
    public String toString() {
      return host + "." + part;
    }
  }

  /** A switch. */
  public record SwitchVertex(int sw, String name) implements Vertex {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The source s or the destination d of {@link #extended}. */
  public record EndVertex(String name) implements Vertex {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What an edge stands for. */
  public enum Kind {
    /** A cable: cost 1. */
    PHYSICAL,
    /** Inside a switch: cost 0. */
    INTERNAL,
    /** Onto a disk: cost 0. */
    DISK,
    /** From s or to d: cost 0. */
    END
  }

  /**
   * An edge. A server's cable and the internal edge behind it share one edge of the model, and so
   * its capacity: they carry the same chunks.
   *
   * @param id distinct within the graph
   * @param kind what it stands for
   * @param modelEdge the edge of {@link NetworkModel}; negative for an {@link Kind#END} edge
   * @param capacity chunks per timestep
   */
  public record Edge(int id, Kind kind, int modelEdge, int capacity) {
    /** The paper's cost: the number of cables. */
    public int cost() {
      return kind == Kind.PHYSICAL ? 1 : 0;
    }
  }

  private FigureFive(NetworkModel model) {
    this.model = Objects.requireNonNull(model, "model");
    this.graph = new AsUnmodifiableGraph<>(build());
  }

  /** Spells a model out. Cost: linear in servers and links. */
  public static FigureFive of(NetworkModel model) {
    return new FigureFive(model);
  }

  /** The graph without s and d; it cannot be changed. */
  public Graph<Vertex, Edge> graph() {
    return graph;
  }

  /**
   * A graph of the caller's own with the paper's s and d: s → SND(writer) with capacity 1, and
   * RCV(j) → d without a limit for every other server j (disk(j) → d where the disk is modelled).
   */
  public Graph<Vertex, Edge> extended(int writer) {
    Graph<Vertex, Edge> extended = build();
    EndVertex s = new EndVertex("s");
    EndVertex d = new EndVertex("d");
    extended.addVertex(s);
    extended.addVertex(d);
    connect(extended, s, vertex(Part.SND, writer), Kind.END, NO_MODEL_EDGE, 1);
    for (int j = 0; j < model.servers(); j++) {
      if (j != writer) {
        connect(extended, last(j), d, Kind.END, NO_MODEL_EDGE, NetworkModel.UNLIMITED);
      }
    }
    return extended;
  }

  /** The vertex of a server. */
  public ServerVertex vertex(Part part, int server) {
    return new ServerVertex(part, server, model.serverName(server));
  }

  /** The vertex of a switch. */
  public SwitchVertex vertex(int sw) {
    return new SwitchVertex(sw, model.switchName(sw));
  }

  /** Where a replica ends up at a server: its disk if that is modelled, else its RCV. */
  public ServerVertex last(int server) {
    return vertex(hasDisk(server) ? Part.DISK : Part.RCV, server);
  }

  private boolean hasDisk(int server) {
    return model.capacity(model.disk(server)) != NetworkModel.UNLIMITED;
  }

  private Graph<Vertex, Edge> build() {
    Graph<Vertex, Edge> built = new DirectedWeightedMultigraph<>(Edge.class);
    for (int u = 0; u < model.switches(); u++) {
      built.addVertex(vertex(u));
    }
    for (int i = 0; i < model.servers(); i++) {
      addServer(built, i);
    }
    for (int k = 0; k < model.links(); k++) {
      SwitchVertex from = vertex(model.linkFrom(k));
      connect(built, from, vertex(model.linkTo(k)), Kind.PHYSICAL, model.link(k));
    }
    return built;
  }

  private void addServer(Graph<Vertex, Edge> built, int server) {
    for (Part part : Part.values()) {
      if (part != Part.DISK || hasDisk(server)) {
        built.addVertex(vertex(part, server));
      }
    }
    SwitchVertex sw = vertex(model.switchOf(server));
    ServerVertex up = vertex(Part.UP, server);
    ServerVertex dn = vertex(Part.DN, server);
    ServerVertex rcv = vertex(Part.RCV, server);
    connect(built, vertex(Part.SND, server), up, Kind.PHYSICAL, model.up(server));
    connect(built, up, sw, Kind.INTERNAL, model.up(server));
    connect(built, sw, dn, Kind.INTERNAL, model.down(server));
    connect(built, dn, rcv, Kind.PHYSICAL, model.down(server));
    if (hasDisk(server)) {
      connect(built, rcv, last(server), Kind.DISK, model.disk(server));
    }
  }

  private void connect(Graph<Vertex, Edge> to, Vertex from, Vertex end, Kind kind, int modelEdge) {
    connect(to, from, end, kind, modelEdge, model.capacity(modelEdge));
  }

  private static void connect(
      Graph<Vertex, Edge> to, Vertex from, Vertex end, Kind kind, int modelEdge, int capacity) {
    Edge edge = new Edge(to.edgeSet().size(), kind, modelEdge, capacity);
    to.addEdge(from, end, edge);
    to.setEdgeWeight(edge, edge.cost());
  }
}
