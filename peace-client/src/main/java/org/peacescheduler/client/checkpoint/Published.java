package org.peacescheduler.client.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds published checkpoints. Cost: one listing of a unit's directory, one small file. Stateless.
 */
final class Published {
  private Published() {}

  /** The manifest of a checkpoint; empty if there is no such checkpoint. */
  static Optional<Manifest> manifest(Storage storage, Path checkpoint) throws IOException {
    Path file = new Path(checkpoint, Manifest.NAME);
    try (InputStream in = storage.open(file, 0)) {
      return Optional.of(Manifest.parse(in.readAllBytes(), file));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The numbers of a unit's checkpoints, the newest first. */
  static List<Long> list(Storage storage, UnitFiles unit) throws IOException {
    return storage.list(unit.directory()).stream()
        .map(FileStatus::getPath)
        .map(UnitFiles::seq)
        .flatMapToLong(OptionalLong::stream)
        .boxed()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /** The newest one's manifest; retention may remove what a listing shows, so it looks again. */
  static Optional<Manifest> latest(Storage storage, UnitFiles unit) throws IOException {
    List<Long> before = List.of();
    for (List<Long> seqs = list(storage, unit); !seqs.equals(before); seqs = list(storage, unit)) {
      for (long seq : seqs) {
        Optional<Manifest> manifest = manifest(storage, unit.published(seq));
        if (manifest.isPresent()) {
          return manifest;
        }
      }
      before = seqs;
    }
    return Optional.empty();
  }
}
