package org.peacescheduler.experiment;

/**
 * The burst: that many writers start together, and each writes one file of that many chunks.
 *
 * <p>Immutable.
 */
record BurstShape(int writers, int chunks, int replication, ByteSize chunkSize) {
  long fileBytes() {
    return chunks * chunkSize.bytes();
  }

  long userBytes() {
    return writers * fileBytes();
  }

  int replicas() {
    return writers * chunks * replication;
  }
}
