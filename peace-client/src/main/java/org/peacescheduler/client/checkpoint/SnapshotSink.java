package org.peacescheduler.client.checkpoint;

import java.io.IOException;

/**
 * Takes the bytes of a checkpoint that is read.
 *
 * <p>Several threads call it at the same time, with ranges that do not overlap, in any order. What
 * it has taken counts only when the read has returned: a check may fail after the bytes came.
 */
@FunctionalInterface
public interface SnapshotSink {
  /**
   * Takes some bytes.
   *
   * @param position of the first of them in the snapshot
   * @param buffer where they are; the caller uses it again afterwards
   * @param offset of the first of them in the buffer
   * @param length how many
   */
  void write(long position, byte[] buffer, int offset, int length) throws IOException;
}
