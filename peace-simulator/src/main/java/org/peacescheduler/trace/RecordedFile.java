package org.peacescheduler.trace;

import java.util.List;

/**
 * A file that was written, from its first request to the end of its last chunk. Times are
 * milliseconds since 1970. Immutable.
 *
 * @param host that wrote it; empty if unknown
 * @param client tells its client from all others; empty if unknown
 * @param group what it belongs to; empty if nothing says so
 * @param groupBytes how much its client announced for the group; 0 if it did not
 * @param blockBytes of a full chunk
 * @param chunks in their order, at least one
 */
public record RecordedFile(
    String path,
    String host,
    String user,
    String client,
    String group,
    long groupBytes,
    long blockBytes,
    int replication,
    List<RecordedChunk> chunks) {

  /** Copies the chunks. */
  public RecordedFile {
    chunks = List.copyOf(chunks);
  }

  /**
   * One of its chunks.
   *
   * @param asked when its file asked for it
   * @param begun when it had its datanodes
   * @param ended when it was written; {@code begun} in an audit log
   * @param nodes its datanodes in their order; empty if unknown
   * @param isDeferred whether Peace deferred it, or would have
   * @param isFallback whether Peace left it to stock HDFS
   */
  public record RecordedChunk(
      long asked,
      long begun,
      long ended,
      long bytes,
      List<String> nodes,
      boolean isDeferred,
      boolean isFallback) {
    /** Copies the nodes. */
    public RecordedChunk {
      nodes = List.copyOf(nodes);
    }

    /** How long it was written. */
    double seconds() {
      return (ended - begun) / 1000.0;
    }

    /** What a hop of it took, in bytes/s. */
    double bytesPerSecond() {
      return 1000.0 * bytes / Math.max(1, ended - begun);
    }
  }

  /** When it asked for its first chunk. */
  public long begins() {
    return chunks.get(0).asked();
  }

  /** When its last chunk was written. */
  public long ends() {
    return chunks.stream().mapToLong(RecordedChunk::ended).max().orElseThrow();
  }

  /** How long that took. */
  public double seconds() {
    return (ends() - begins()) / 1000.0;
  }

  /** What it has. */
  public long bytes() {
    return chunks.stream().mapToLong(RecordedChunk::bytes).sum();
  }

  /** Whether its writer's own datanode has the first replica of some chunk. */
  boolean isOnOwnDisk() {
    return chunks.stream()
        .anyMatch(chunk -> !chunk.nodes().isEmpty() && chunk.nodes().get(0).equals(host));
  }

  /** The folder that it is in. */
  String folder() {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }
}
