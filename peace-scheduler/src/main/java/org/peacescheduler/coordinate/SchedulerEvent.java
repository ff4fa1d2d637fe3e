package org.peacescheduler.coordinate;

import java.util.List;

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

  /** The stock policy has placed a chunk, which counts as load until it ends. */
  record Placed(long time, Chunk chunk, Asked asked, List<String> nodes)
      implements SchedulerEvent {}

  /** The chunk does not fit now; the full links that bar it. Once a chunk. */
  record Deferred(long time, Chunk chunk, List<String> blockedBy) implements SchedulerEvent {}

  /** The chunk has its pipeline. */
  record Granted(long time, Chunk chunk, List<String> nodes, long timestep, long waited)
      implements SchedulerEvent {}

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
