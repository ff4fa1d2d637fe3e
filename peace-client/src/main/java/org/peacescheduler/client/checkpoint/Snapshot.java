package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Frozen state that is to be written: a row of bytes that several threads read at once.
 *
 * <p>Bytes that were passed to the stream are not asked for again: if writing them fails, the
 * checkpoint fails as a whole. So a snapshot of pages can give a page back as soon as the stream
 * has taken it. Example: of 256 MiB and blocks of 64 MiB, two threads ask {@code writeTo(0, 128
 * MiB, …)} and {@code writeTo(128 MiB, 256 MiB, …)} at the same time.
 *
 * <p>Has to be safe for threads that ask for different ranges at the same time.
 */
public interface Snapshot extends AutoCloseable {
  /** How many bytes it has; always the same number. */
  long bytes();

  /**
   * Passes a range of its bytes to a stream, in order.
   *
   * @param from the first byte
   * @param to the byte behind the last one
   * @param out takes exactly {@code to - from} bytes. It fails once the checkpoint is cancelled or
   *     has failed; that exception is to be passed on
   */
  void writeTo(long from, long to, OutputStream out) throws IOException;

  /** Unfreezes the state. Called once, when all bytes were passed on or none is needed any more. */
  @Override
  void close();

  /** A snapshot of bytes that nobody changes meanwhile. */
  static Snapshot of(byte[] state) {
    return new Snapshot() {
      @Override
      public long bytes() {
        return state.length;
      }

      @Override
      public void writeTo(long from, long to, OutputStream out) throws IOException {
        out.write(state, Math.toIntExact(from), Math.toIntExact(to - from));
      }

      @Override
      public void close() {
        // Nothing is frozen.
      }
    };
  }
}
