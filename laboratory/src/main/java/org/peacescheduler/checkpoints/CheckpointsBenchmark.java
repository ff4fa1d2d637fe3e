package org.peacescheduler.checkpoints;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.peacescheduler.client.Turns;
import org.peacescheduler.client.checkpoint.CheckpointReader;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.StoredCheckpoint;
import org.peacescheduler.client.checkpoint.WriteOutcome;
import org.peacescheduler.client.checkpoint.WriterOptions;

/**
 * Writes and reads a checkpoint with each number of threads, by turns: all numbers in each round. A
 * read with checks and a plain one change places from round to round. Confined to one thread.
 *
 * @param root where; what is written is removed
 * @param bytes of a checkpoint
 * @param say takes a line of progress
 */
record CheckpointsBenchmark(
    Configuration conf,
    Path root,
    long bytes,
    List<Integer> threads,
    int rounds,
    int warmUp,
    Consumer<String> say) {
  private static final String UNIT = "benchmark";
  private static final double NANOS_TO_MB = 1e3;

  /** Runs all rounds. */
  List<ThreadFigures> run() throws IOException, InterruptedException {
    List<List<ThreadFigures.Round>> measured = new ArrayList<>();
    threads.forEach(number -> measured.add(new ArrayList<>()));
    FileSystem files = root.getFileSystem(conf);
    if (files.exists(root)) {
      throw new IOException(
          "%s is there already, and is removed at the end. Maybe %s."
              .formatted(root, new Path(root, UNIT)));
    }
    try {
      for (int round = -warmUp; round < rounds; round++) {
        for (int i = 0; i < threads.size(); i++) {
          ThreadFigures.Round figures = round(files, threads.get(i), round);
          if (round >= 0) {
            measured.get(i).add(figures);
          }
        }
        say.accept("round " + (round + 1) + " of " + rounds);
      }
    } finally {
      files.delete(root, true);
    }
    List<ThreadFigures> all = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      all.add(new ThreadFigures(threads.get(i), measured.get(i)));
    }
    return all;
  }

  private ThreadFigures.Round round(FileSystem files, int number, int round)
      throws IOException, InterruptedException {
    Path directory = new Path(root, number + "-" + (round + warmUp));
    double write = write(directory, number);
    double plain;
    double read;
    Path published = new Path(directory, UNIT + "/1");
    if (round % 2 == 0) {
      plain = plain(files, published, number);
      read = read(directory, number);
    } else {
      read = read(directory, number);
      plain = plain(files, published, number);
    }
    files.delete(directory, true);
    return new ThreadFigures.Round(write, read, plain);
  }

  private double write(Path directory, int number) throws IOException, InterruptedException {
    WriterOptions options = WriterOptions.DEFAULTS.threads(number);
    try (CheckpointWriter writer =
        CheckpointWriter.open(conf, directory, options, Turns.atOnce())) {
      WriteOutcome outcome = writer.write(UNIT, 1, () -> new Noise(bytes)).await();
      if (outcome instanceof WriteOutcome.Published published) {
        return rate(published.written());
      }
      throw new IOException("The checkpoint was not written: " + outcome);
    }
  }

  private double read(Path directory, int number) throws IOException {
    try (CheckpointReader reader = CheckpointReader.open(conf, directory, number)) {
      long began = System.nanoTime();
      StoredCheckpoint stored = reader.latest(UNIT).orElseThrow();
      stored.read((position, buffer, offset, length) -> {});
      return rate(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private double plain(FileSystem files, Path published, int number) throws IOException {
    long began = System.nanoTime();
    PlainRead.all(files, published, number);
    return rate(Duration.ofNanos(System.nanoTime() - began));
  }

  private double rate(Duration time) {
    return bytes * NANOS_TO_MB / time.toNanos();
  }

  /** Bytes that no compression makes smaller, and that take no memory. */
  private record Noise(long bytes) implements Snapshot {
    private static final byte[] PIECE = new byte[1 << 20];

    static {
      new Random(1).nextBytes(PIECE);
    }

    @Override
    public void writeTo(long from, long to, OutputStream out) throws IOException {
      for (long at = from; at < to; at += PIECE.length) {
        out.write(PIECE, 0, (int) Math.min(PIECE.length, to - at));
      }
    }

    @Override
    public void close() {
      // Nothing is frozen.
    }
  }
}
