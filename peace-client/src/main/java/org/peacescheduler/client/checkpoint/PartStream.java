package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * Writes a part's share, and forms a CRC32C of each of its chunks.
 *
 * <p>Takes exactly the bytes of the share. Cost: a CRC32C, some GB/s. For one thread.
 */
final class PartStream extends OutputStream {
  /** Throws if the attempt is over. */
  @FunctionalInterface
  interface Alive {
    void check() throws IOException;
  }

  /** The snapshot's bytes go to HDFS in pieces of this size at most, so that a cancel is seen. */
  private static final int PIECE = 1 << 16;

  private final OutputStream out;
  private final Layout.Share share;
  private final long chunk;
  private final Alive alive;
  private final LongConsumer progress;
  private final CRC32C crc = new CRC32C();
  private final List<Integer> crcs = new ArrayList<>();
  private long written;
  private long inChunk;

  PartStream(OutputStream out, Layout.Share share, long chunk, Alive alive, LongConsumer progress) {
    this.out = out;
    this.share = share;
    this.chunk = chunk;
    this.alive = alive;
    this.progress = progress;
    this.inChunk = share.header();
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length > share.to() - share.from() - written) {
      throw new IOException(
          "The snapshot passed on more than the %d bytes from %d to %d."
              .formatted(share.to() - share.from(), share.from(), share.to()));
    }
    int at = offset;
    int end = offset + length;
    while (at < end) {
      alive.check();
      int piece = (int) Math.min(Math.min(PIECE, end - at), chunk - inChunk);
      out.write(buffer, at, piece);
      crc.update(buffer, at, piece);
      progress.accept(piece);
      at += piece;
      written += piece;
      inChunk += piece;
      if (inChunk == chunk) {
        endChunk();
      }
    }
  }

  private void endChunk() {
    crcs.add((int) crc.getValue());
    crc.reset();
    inChunk = 0;
  }

  /** What was written, once all of it is. */
  Manifest.Part part() throws IOException {
    long expected = share.to() - share.from();
    if (written != expected) {
      throw new IOException(
          "The snapshot passed on %d of the %d bytes from %d to %d."
              .formatted(written, expected, share.from(), share.to()));
    }
    if (inChunk > 0) {
      endChunk();
    }
    return new Manifest.Part(share.name(), share.header(), written, crcs);
  }
}
