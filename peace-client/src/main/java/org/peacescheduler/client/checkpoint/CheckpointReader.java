package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds and reads what {@link CheckpointWriter} has written.
 *
 * <pre>{@code
 * try (CheckpointReader reader = CheckpointReader.open(conf, new Path("/checkpoints"), 4)) {
 *   Optional<StoredCheckpoint> newest = reader.latest("join-7");
 *   byte[] state = newest.orElseThrow().readBytes();
 * }
 * }</pre>
 *
 * <p>What is not published is not seen. Cost: one listing of the unit's directory and one small
 * file, then the bytes. Thread-safe.
 */
public final class CheckpointReader implements AutoCloseable {
  private final Path root;
  private final Storage storage;
  private final int threads;

  CheckpointReader(Path root, Storage storage, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("%d threads. Maybe 4.".formatted(threads));
    }
    this.root = root;
    this.storage = storage;
    this.threads = threads;
  }

  /**
   * A reader below a directory of HDFS.
   *
   * @param threads how many read one checkpoint
   */
  public static CheckpointReader open(Configuration conf, Path root, int threads)
      throws IOException {
    return new CheckpointReader(
        root.getFileSystem(conf).makeQualified(root), HdfsStorage.of(root, conf), threads);
  }

  /** The numbers of a unit's checkpoints, the newest first. */
  public List<Long> list(String unit) throws IOException {
    return Published.list(storage, UnitFiles.of(root, unit));
  }

  /** A unit's newest checkpoint; empty if it has none. */
  public Optional<StoredCheckpoint> latest(String unit) throws IOException {
    UnitFiles files = UnitFiles.of(root, unit);
    return Published.latest(storage, files).map(manifest -> stored(files, manifest));
  }

  /** A unit's checkpoint of a number; empty if there is none. */
  public Optional<StoredCheckpoint> get(String unit, long seq) throws IOException {
    UnitFiles files = UnitFiles.of(root, unit);
    return Published.manifest(storage, files.published(seq))
        .map(manifest -> stored(files, manifest));
  }

  private StoredCheckpoint stored(UnitFiles files, Manifest manifest) {
    return new StoredCheckpoint(storage, files.published(manifest.seq()), manifest, threads);
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }
}
