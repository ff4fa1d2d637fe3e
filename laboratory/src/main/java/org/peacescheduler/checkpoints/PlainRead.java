package org.peacescheduler.checkpoints;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads files block by block with several threads, and checks nothing but what HDFS does: what a
 * checked read is compared with. Stateless.
 */
final class PlainRead {
  private static final int BUFFER = 1 << 18;

  private PlainRead() {}

  private record Block(Path file, long from, long to) {}

  /** Reads all parts in a directory, and returns how many bytes that were. */
  static long all(FileSystem files, Path directory, int threads) throws IOException {
    List<Block> blocks = new ArrayList<>();
    long bytes = 0;
    for (FileStatus file : files.listStatus(directory)) {
      if (file.getPath().getName().startsWith("part-")) {
        bytes += file.getLen();
        for (long from = 0; from < file.getLen(); from += file.getBlockSize()) {
          long to = Math.min(file.getLen(), from + file.getBlockSize());
          blocks.add(new Block(file.getPath(), from, to));
        }
      }
    }
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(CompletableFuture.runAsync(() -> read(files, blocks, next), pool));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
    } finally {
      pool.shutdown();
    }
    return bytes;
  }

  private static void read(FileSystem files, List<Block> blocks, AtomicInteger next) {
    byte[] buffer = new byte[BUFFER];
    for (int i = next.getAndIncrement(); i < blocks.size(); i = next.getAndIncrement()) {
      Block block = blocks.get(i);
      try (FSDataInputStream in = files.open(block.file())) {
        in.seek(block.from());
        long left = block.to() - block.from();
        while (left > 0) {
          int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
          if (read < 0) {
            throw new IOException(block.file() + " ends early.");
          }
          left -= read;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
