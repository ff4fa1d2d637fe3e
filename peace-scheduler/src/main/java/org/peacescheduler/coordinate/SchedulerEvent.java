package org.peacescheduler.coordinate;

import java.util.List;

/** What happened to a chunk or a timestep, for metrics and the trace. Immutable. */
public sealed interface SchedulerEvent {

  /** When, in milliseconds of the coordinator's clock. */
  long time();

  /** A file asked for a chunk. */
  record Submitted(long time, Chunk chunk) implements SchedulerEvent {}

  /** The chunk does not fit now; the full links that bar it. Once a chunk. */
  record Deferred(long time, Chunk chunk, List<String> blockedBy) implements SchedulerEvent {}

  /** The chunk has its pipeline. */
  record Granted(long time, Chunk chunk, List<String> nodes, long timestep, long waited)
      implements SchedulerEvent {}

  /** A datanode has its replica. */
  record ReplicaDone(long time, Chunk chunk, String node) implements SchedulerEvent {}

  /** The chunk is written. */
  record Done(long time, Chunk chunk, long duration) implements SchedulerEvent {}

  /** The chunk ended in another way and its capacity is back. */
  record Released(long time, Chunk chunk, String reason) implements SchedulerEvent {}

  /** The stock policy places the chunk. */
  record Fallback(long time, Chunk chunk, FallbackReason reason, String detail)
      implements SchedulerEvent {}

  /** A timestep ended. */
  record TimestepEnded(long time, long timestep, long length, int chunks)
      implements SchedulerEvent {}
}
