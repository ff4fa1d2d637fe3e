package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A published checkpoint.
 *
 * <p>Several threads read it, also within one file: example, one file of eight chunks and four
 * threads, so each reads two chunks in turn. Lengths are compared before, the CRC32C of each chunk
 * after its bytes were passed on.
 *
 * <p>Cost: beside the bytes, a CRC32C (some GB/s a thread), a listing, and an open file for each
 * run of chunks. Immutable; each read has threads of its own.
 */
public final class StoredCheckpoint {
  private static final int BUFFER = 1 << 18;

  /**
   * A thread takes this part of its share of what is left, so that runs are long at first, and
   * short at the end, where a thread with a slow datanode would keep all others waiting.
   */
  private static final int PART = 2;

  private final Storage storage;
  private final Path directory;
  private final Manifest manifest;
  private final int threads;

  StoredCheckpoint(Storage storage, Path directory, Manifest manifest, int threads) {
    this.storage = storage;
    this.directory = directory;
    this.manifest = manifest;
    this.threads = threads;
  }

  /** Chunks of a part that are read one after the other, and where the first byte belongs. */
  private record Run(Manifest.Part part, long position, int firstChunk, int chunks) {}

  /** Its number. */
  public long seq() {
    return manifest.seq();
  }

  /** The attempt that has written it. */
  public String attempt() {
    return manifest.attempt();
  }

  /** Bytes of the snapshot. */
  public long bytes() {
    return manifest.bytes();
  }

  /** Where it is. */
  public Path directory() {
    return directory;
  }

  /**
   * Reads all of it, and returns when all checks have passed.
   *
   * @throws java.io.FileNotFoundException if retention has removed it meanwhile; ask for the newest
   * @throws IOException if a length or a CRC32C does not fit: what the sink has taken is worthless
   */
  public void read(SnapshotSink sink) throws IOException {
    checkLengths();
    List<Run> runs = runs();
    AtomicInteger next = new AtomicInteger();
    int readers = Math.min(threads, runs.size());
    ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, readers));
    try {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        all.add(CompletableFuture.runAsync(() -> readRuns(runs, next, sink), pool));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ReadFailure failure ? failure.getCause() : new IOException(e);
    } finally {
      pool.shutdown();
    }
  }

  /** Reads all of it into an array; for fewer than 2 GiB. */
  public byte[] readBytes() throws IOException {
    byte[] all = new byte[Math.toIntExact(bytes())];
    read(
        (position, buffer, offset, length) ->
            System.arraycopy(buffer, offset, all, Math.toIntExact(position), length));
    return all;
  }

  private void checkLengths() throws IOException {
    Map<String, Long> lengths = new HashMap<>();
    for (FileStatus status : storage.list(directory)) {
      lengths.put(status.getPath().getName(), status.getLen());
    }
    if (lengths.isEmpty()) {
      throw new java.io.FileNotFoundException(
          directory + " is gone. Maybe read the unit's newest checkpoint.");
    }
    for (Manifest.Part part : manifest.parts()) {
      Long length = lengths.get(part.name());
      if (length == null || length != part.fileLength()) {
        throw damaged(part, "it has %s bytes instead of %d".formatted(length, part.fileLength()));
      }
    }
  }

  /** In the order in which threads take them: guided self-scheduling (Polychronopoulos, 1987). */
  private List<Run> runs() {
    int left = manifest.parts().stream().mapToInt(part -> part.crcs().size()).sum();
    List<Run> runs = new ArrayList<>();
    long position = 0;
    for (Manifest.Part part : manifest.parts()) {
      int chunk = 0;
      while (chunk < part.crcs().size()) {
        int share = Math.max(1, left / (threads * PART));
        int chunks = Math.min(share, part.crcs().size() - chunk);
        runs.add(new Run(part, position + part.start(chunk, manifest.chunk()), chunk, chunks));
        chunk += chunks;
        left -= chunks;
      }
      position += part.bytes();
    }
    return runs;
  }

  private void readRuns(List<Run> runs, AtomicInteger next, SnapshotSink sink) {
    byte[] buffer = new byte[BUFFER];
    for (int i = next.getAndIncrement(); i < runs.size(); i = next.getAndIncrement()) {
      try {
        read(runs.get(i), buffer, sink);
      } catch (IOException e) {
        next.set(runs.size());
        throw new ReadFailure(e);
      } catch (RuntimeException | Error e) {
        next.set(runs.size());
        throw e;
      }
    }
  }

  private void read(Run run, byte[] buffer, SnapshotSink sink) throws IOException {
    Manifest.Part part = run.part();
    long start = part.start(run.firstChunk(), manifest.chunk());
    try (InputStream in = storage.open(new Path(directory, part.name()), part.header() + start)) {
      long position = run.position();
      for (int chunk = run.firstChunk(); chunk < run.firstChunk() + run.chunks(); chunk++) {
        long end = Math.min(part.bytes(), part.start(chunk + 1, manifest.chunk()));
        long length = end - part.start(chunk, manifest.chunk());
        int crc = copy(in, position, length, buffer, sink, part);
        if (crc != part.crcs().get(chunk)) {
          throw damaged(
              part,
              "chunk %d has CRC32C %s instead of %s"
                  .formatted(chunk, Manifest.hex(crc), Manifest.hex(part.crcs().get(chunk))));
        }
        position += length;
      }
    }
  }

  private int copy(
      InputStream in,
      long position,
      long length,
      byte[] buffer,
      SnapshotSink sink,
      Manifest.Part part)
      throws IOException {
    CRC32C crc = new CRC32C();
    long done = 0;
    while (done < length) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, length - done));
      if (read < 0) {
        throw damaged(part, "it ends %d bytes early".formatted(length - done));
      }
      crc.update(buffer, 0, read);
      sink.write(position + done, buffer, 0, read);
      done += read;
    }
    return (int) crc.getValue();
  }

  private IOException damaged(Manifest.Part part, String what) {
    return new IOException(
        "%s is damaged: %s. Maybe read an older checkpoint of the unit."
            .formatted(new Path(directory, part.name()), what));
  }

  /** An exception of a stream on its way to {@link #read}. */
  private static final class ReadFailure extends RuntimeException {
    private final transient IOException cause;

    ReadFailure(IOException cause) {
      super(cause);
      this.cause = cause;
    }

    @Override
    public synchronized IOException getCause() {
      return cause;
    }
  }
}
