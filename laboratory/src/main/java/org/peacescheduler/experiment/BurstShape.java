package org.peacescheduler.experiment;

import org.peacescheduler.measure.ByteSize;

/**
 * The burst: that many writers start together, and each writes one file of that many chunks.
 *
 * <p>Immutable.
 */
record BurstShape(int writers, int chunks, int replication, ByteSize chunkSize) {
  long fileBytes() {
    return chunks * chunkSize.bytes();
  }

  int replicas() {
    return writers * chunks * replication;
  }
}
