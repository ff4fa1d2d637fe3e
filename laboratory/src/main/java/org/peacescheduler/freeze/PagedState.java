package org.peacescheduler.freeze;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.peacescheduler.client.checkpoint.Snapshot;

/**
 * A unit's state in pages, of which a snapshot copies none: a page that is changed while the
 * snapshot needs it is copied first.
 *
 * <p>Example: 1,024 pages of 8 KiB, 100 updates a second, frozen for 5 s: at most 500 pages are
 * copied. A page is free again when HDFS's stream has taken it.
 *
 * <p>Thread-safe: one lock, held for a copy of a page at most, and for a pass over the table when a
 * snapshot is taken. One snapshot at a time.
 */
final class PagedState {
  private final int pageBytes;
  private final byte[][] table;
  private final boolean[] frozen;
  private long copied;

  PagedState(int pages, int pageBytes) {
    this.pageBytes = pageBytes;
    this.table = new byte[pages][pageBytes];
    this.frozen = new boolean[pages];
  }

  int pages() {
    return table.length;
  }

  /** Pages that were copied since the state was made. */
  synchronized long copied() {
    return copied;
  }

  /** Changes a byte of a page. */
  synchronized void update(int page, int at, byte value) {
    if (frozen[page]) {
      table[page] = table[page].clone();
      frozen[page] = false;
      copied++;
    }
    table[page][at] = value;
  }

  /** Freezes all pages. */
  synchronized Snapshot freeze() {
    Arrays.fill(frozen, true);
    return new Frozen(table.clone());
  }

  /** The snapshot needs a page no more. */
  private synchronized void thaw(int page, byte[] frame) {
    if (table[page] == frame) {
      frozen[page] = false;
    }
  }

  private final class Frozen implements Snapshot {
    private final byte[][] frames;

    Frozen(byte[][] frames) {
      this.frames = frames;
    }

    @Override
    public long bytes() {
      return (long) frames.length * pageBytes;
    }

    @Override
    public void writeTo(long from, long to, OutputStream out) throws IOException {
      for (long at = from; at < to; ) {
        int page = (int) (at / pageBytes);
        int offset = (int) (at % pageBytes);
        int length = (int) Math.min(pageBytes - offset, to - at);
        out.write(frames[page], offset, length);
        at += length;
        if (offset + length == pageBytes) {
          thaw(page, frames[page]);
        }
      }
    }

    @Override
    public void close() {
      for (int page = 0; page < frames.length; page++) {
        thaw(page, frames[page]);
      }
    }
  }
}
