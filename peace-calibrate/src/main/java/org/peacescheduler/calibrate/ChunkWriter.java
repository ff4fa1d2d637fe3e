package org.peacescheduler.calibrate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.peacescheduler.cli.CalibrateFolder;

/**
 * Writes loads, and makes sure that each chunk went where it should.
 *
 * <p>A chunk's time is from the common start, before its block is asked for, until all its
 * datanodes have all of it. Creating and closing the files, which only the NameNode does, is not in
 * it.
 *
 * <p>Confined to one thread, which has a thread for each chunk while it writes.
 */
final class ChunkWriter {
  private static final int PIECE = 64 * 1024;

  private static final double NANOS = 1e9;

  /** The NameNode may find a datanode too busy, from load that has ended. */
  private static final int ATTEMPTS = 3;

  private final Hdfs hdfs;
  private final CalibrateFolder directory;
  private final CalibrationOptions options;
  private final byte[] piece = new byte[PIECE];
  private int created;

  private record Chunk(double seconds, String problem) {}

  ChunkWriter(Hdfs hdfs, CalibrateFolder directory, CalibrationOptions options) {
    this.hdfs = hdfs;
    this.directory = directory;
    this.options = options;
    new SplittableRandom(1).nextBytes(piece);
  }

  /** Writes one load of a series; if chunks were placed elsewhere, some more times. */
  Measurement write(Series series, Load load) throws CalibrationException, InterruptedException {
    Set<String> hosts =
        load.pipelines().stream()
            .flatMap(List::stream)
            .map(Datanode::host)
            .collect(Collectors.toSet());
    Measurement measurement = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      hdfs.awaitQuiet(hosts);
      measurement = writeOnce(series, load);
      if (measurement.isValid()) {
        break;
      }
    }
    return measurement;
  }

  private Measurement writeOnce(Series series, Load load)
      throws CalibrationException, InterruptedException {
    List<String> paths = new ArrayList<>();
    List<DFSOutputStream> files = new ArrayList<>();
    try {
      for (List<Datanode> pipeline : load.pipelines()) {
        paths.add(directory.file(created++));
        files.add(hdfs.create(paths.get(files.size()), pipeline, options.chunk().bytes()));
      }
      return writeTogether(series, load, files);
    } catch (IOException e) {
      return new Measurement(series, load, Double.NaN, List.of(), reason(e));
    } finally {
      for (String path : paths) {
        hdfs.delete(path);
      }
    }
  }

  private Measurement writeTogether(Series series, Load load, List<DFSOutputStream> files)
      throws InterruptedException {
    long[] start = new long[1];
    CyclicBarrier together = new CyclicBarrier(files.size(), () -> start[0] = System.nanoTime());
    ExecutorService threads = Executors.newFixedThreadPool(files.size());
    List<Double> seconds = new ArrayList<>();
    String problem = "";
    try {
      List<Future<Chunk>> futures = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        DFSOutputStream file = files.get(i);
        List<Datanode> pipeline = load.pipelines().get(i);
        futures.add(threads.submit(() -> writeChunk(file, pipeline, together, start)));
      }
      for (Future<Chunk> future : futures) {
        Chunk chunk = future.get();
        seconds.add(chunk.seconds());
        problem = problem.isEmpty() ? chunk.problem() : problem;
      }
    } catch (ExecutionException e) {
      problem = e.getCause().toString();
    } finally {
      threads.shutdownNow();
    }
    double longest = seconds.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    return new Measurement(series, load, longest, seconds, problem);
  }

  private Chunk writeChunk(
      DFSOutputStream file, List<Datanode> pipeline, CyclicBarrier together, long... start)
      throws InterruptedException, BrokenBarrierException {
    together.await();
    double seconds = Double.NaN;
    String problem;
    try (DFSOutputStream out = file) {
      long left = options.chunk().bytes();
      while (left > 0) {
        int length = (int) Math.min(left, PIECE);
        out.write(piece, 0, length);
        left -= length;
      }
      if (options.sync()) {
        out.hsync();
      } else {
        out.hflush();
      }
      seconds = (System.nanoTime() - start[0]) / NANOS;
      problem = misplaced(pipeline, out.getPipeline());
    } catch (IOException e) {
      problem = reason(e);
    }
    return new Chunk(seconds, problem);
  }

  private static String misplaced(List<Datanode> wanted, DatanodeInfo... found) {
    if (Datanode.isPipeline(wanted, found)) {
      return "";
    }
    return "a chunk for %s was placed on %s"
        .formatted(
            wanted.stream().map(Datanode::host).toList(),
            found == null
                ? "nothing"
                : List.of(found).stream().map(DatanodeInfo::getHostName).toList());
  }

  private static String reason(IOException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
  }
}
