package org.peacescheduler.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * The contents of one writer's file: random bytes that the seed repeats, with the chunk's number at
 * the start of each chunk, so that chunks which changed places are noticed.
 *
 * <p>Confined to its writer until the burst is over.
 */
final class Payload {
  private static final int PIECE = 64 * 1024;

  private final int chunks;
  private final long chunkBytes;
  private final byte[] piece = new byte[PIECE];

  Payload(BurstShape burst, long seed) {
    this.chunks = burst.chunks();
    this.chunkBytes = burst.chunkSize().bytes();
    new SplittableRandom(seed).nextBytes(piece);
  }

  void writeTo(OutputStream out) throws IOException {
    for (int chunk = 0; chunk < chunks; chunk++) {
      long left = chunkBytes;
      while (left > 0) {
        piece[0] = (byte) chunk;
        piece[1] = (byte) (chunk >> 8);
        int length = (int) Math.min(left, PIECE);
        out.write(piece, 0, length);
        left -= length;
      }
    }
  }

  /** Reads to the end and tells how the data differs from this; empty if it does not. */
  String difference(InputStream in) throws IOException {
    CheckedOutputStream expected =
        new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32C());
    writeTo(expected);
    CRC32C found = new CRC32C();
    byte[] buffer = new byte[PIECE];
    long length = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      found.update(buffer, 0, read);
      length += read;
    }
    if (length != chunks * chunkBytes) {
      return "has %d bytes instead of %d".formatted(length, chunks * chunkBytes);
    }
    if (found.getValue() != expected.getChecksum().getValue()) {
      return "has the checksum %08x instead of %08x"
          .formatted(found.getValue(), expected.getChecksum().getValue());
    }
    return "";
  }
}
