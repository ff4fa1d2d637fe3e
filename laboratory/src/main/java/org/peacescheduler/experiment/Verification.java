package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Checks after a burst, outside its time, that a file is what was written and that each of its
 * blocks has all its replicas.
 *
 * <p>Confined to the experiment's thread.
 */
final class Verification {
  /** The last replicas may be reported a little after the client's close. */
  private static final long REPLICAS_WITHIN_NANOS = 10_000_000_000L;

  private static final long POLL_MILLIS = 20;

  private final BurstShape burst;

  /** The place in its file of each block that was seen. */
  private final Map<Long, ChunkPlace> places = new HashMap<>();

  record ChunkPlace(int writer, int chunk) {}

  Verification(BurstShape burst) {
    this.burst = burst;
  }

  /** What is wrong with the file; empty if nothing is. */
  String problem(DistributedFileSystem client, int writer, Path path, Payload payload)
      throws IOException, InterruptedException {
    List<LocatedBlock> blocks = blocks(client, path);
    long deadline = System.nanoTime() + REPLICAS_WITHIN_NANOS;
    while (missingReplicas(blocks) > 0 && System.nanoTime() < deadline) {
      Thread.sleep(POLL_MILLIS);
      blocks = blocks(client, path);
    }
    for (int chunk = 0; chunk < blocks.size(); chunk++) {
      places.put(blocks.get(chunk).getBlock().getBlockId(), new ChunkPlace(writer, chunk));
    }
    if (missingReplicas(blocks) > 0) {
      return "lacks %d of its %d replicas"
          .formatted(missingReplicas(blocks), burst.chunks() * burst.replication());
    }
    try (InputStream in = client.open(path)) {
      return payload.difference(in);
    }
  }

  /** Which chunk each block is that was seen so far, by its id. */
  Map<Long, ChunkPlace> places() {
    return places;
  }

  private int missingReplicas(List<LocatedBlock> blocks) {
    return burst.chunks() * burst.replication()
        - blocks.stream()
            .mapToInt(b -> Math.min(burst.replication(), b.getLocations().length))
            .sum();
  }

  private List<LocatedBlock> blocks(DistributedFileSystem client, Path path) throws IOException {
    return client
        .getClient()
        .getLocatedBlocks(path.toUri().getPath(), 0, burst.fileBytes())
        .getLocatedBlocks();
  }
}
