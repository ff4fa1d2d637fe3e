package org.peacescheduler.coordinate;

import java.util.List;
import java.util.Optional;

/** What happened to a chunk or a timestep, for metrics and the trace. Immutable. */
public sealed interface SchedulerEvent {

  /** When, in milliseconds of the coordinator's clock. */
  long time();

  /**
   * What a file asks for with a chunk. Immutable.
   *
   * @param replication how many replicas
   * @param fullBytes how many bytes a full chunk of the file has; 0 if unknown
   * @param client tells the client from all others; empty if unknown
   * @param group what the file belongs to; empty if nothing says so
   * @param groupBytes how much the client says that it writes for it; 0 if it does not
   */
  record Asked(int replication, long fullBytes, String client, String group, long groupBytes) {
    /** Nothing is known. */
    public static final Asked UNKNOWN = new Asked(0, 0, "", "", 0);

    static Asked of(ChunkRequest request) {
      ChunkRequest.Origin origin = request.origin();
      return new Asked(
          request.replication(),
          request.fullBytes(),
          origin.client().orElse(""),
          origin.group().orElse(""),
          origin.bytes());
    }
  }

  /** A file asked for a chunk. */
  record Submitted(long time, Chunk chunk, Asked asked) implements SchedulerEvent {}

  /**
   * The stock policy has placed a chunk, which counts as load until it ends.
   *
   * @param exempt why Peace did not schedule it; empty if it tried to, or began after the chunk
   */
  record Placed(long time, Chunk chunk, Asked asked, List<String> nodes, Optional<Exemption> exempt)
      implements SchedulerEvent {
    /** Peace tried to schedule it, or began after it. */
    public Placed(long time, Chunk chunk, Asked asked, List<String> nodes) {
      this(time, chunk, asked, nodes, Optional.empty());
    }

    static Placed of(Ticket ticket, List<String> nodes, Optional<Exemption> exempt, long now) {
      return new Placed(now, ticket.chunk(), Asked.of(ticket.wanted), List.copyOf(nodes), exempt);
    }
  }

  /** The chunk does not fit now; the full links that bar it. Once a chunk. */
  record Deferred(long time, Chunk chunk, List<String> blockedBy) implements SchedulerEvent {}

  /**
   * The chunk has its pipeline.
   *
   * @param exempt why it goes though links on its way are full; empty if they are not
   */
  record Granted(
      long time,
      Chunk chunk,
      List<String> nodes,
      long timestep,
      long waited,
      Optional<Exemption> exempt,
      Way way)
      implements SchedulerEvent {
    /** Its links have room. */
    public Granted(long time, Chunk chunk, List<String> nodes, long timestep, long waited) {
      this(time, chunk, nodes, timestep, waited, Optional.empty(), Way.UNKNOWN);
    }
  }

  /**
   * A chunk's way. Immutable.
   *
   * @param via the links between switches that it goes over; those of its servers are evident
   * @param expectedMillis what its bytes are expected to take; 0 if that is not known
   */
  record Way(List<String> via, long expectedMillis) {
    /** Nothing is known. */
    public static final Way UNKNOWN = new Way(List.of(), 0);

    /** Copies the links. */
    public Way {
      via = List.copyOf(via);
    }
  }

  /** HDFS does not take these planned datanodes; the chunk is planned again without them. */
  record Refused(long time, Chunk chunk, List<String> nodes) implements SchedulerEvent {
    static Refused of(Ticket ticket, ChunkRequest without, long now) {
      return new Refused(now, ticket.chunk(), without.hostsWithoutThoseOf(ticket.wanted));
    }
  }

  /** A datanode has its replica. */
  record ReplicaDone(long time, Chunk chunk, String node) implements SchedulerEvent {}

  /**
   * The chunk is written.
   *
   * @param bytes that it has; 0 if HDFS has not said so yet
   */
  record Done(long time, Chunk chunk, long duration, long bytes) implements SchedulerEvent {}

  /** HDFS says how many bytes a chunk has that was done before. */
  record Measured(long time, Chunk chunk, long bytes) implements SchedulerEvent {}

  /** The chunk ended in another way and its capacity is back. */
  record Released(long time, Chunk chunk, String reason) implements SchedulerEvent {}

  /** The stock policy places the chunk. */
  record Fallback(long time, Chunk chunk, FallbackReason reason, String detail)
      implements SchedulerEvent {}

  /** A timestep ended. */
  record TimestepEnded(long time, long timestep, long length, int chunks)
      implements SchedulerEvent {}
}
