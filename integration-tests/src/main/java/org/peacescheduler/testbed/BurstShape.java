package org.peacescheduler.testbed;

import org.peacescheduler.measure.ByteSize;

/**
 * What one burst writes. Immutable.
 *
 * @param writers hosts that write, each in a process of its own
 * @param threads files that each writes at the same time
 * @param chunksPerWriter over all files of a writer
 * @param chunkSize of a chunk, which is one HDFS block
 * @param replication replicas of each chunk
 */
record BurstShape(
    int writers, int threads, int chunksPerWriter, ByteSize chunkSize, int replication) {

  /** Chunks of one file of a writer: as even as can be. */
  int chunksOfFile(int file) {
    return chunksPerWriter / threads + (file < chunksPerWriter % threads ? 1 : 0);
  }

  long writerBytes() {
    return chunksPerWriter * chunkSize.bytes();
  }
}
