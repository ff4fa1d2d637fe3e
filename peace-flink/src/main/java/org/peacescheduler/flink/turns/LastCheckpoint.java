package org.peacescheduler.flink.turns;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * How many bytes a job's last complete checkpoint has written: the best guess of what the next one
 * will.
 *
 * <p>These are the files in its own directory, and those in {@code shared} that are newer than the
 * checkpoint before. Example: an incremental checkpoint of 10 MiB of new files, of a state of 1
 * GiB, counts 10 MiB. The first one that is looked at after a restart counts all that is shared.
 *
 * <p>Cost: three listings for each checkpoint. Confined to the thread that triggers checkpoints.
 */
final class LastCheckpoint {
  private static final String PREFIX = "chk-";
  private static final String METADATA = "_metadata";

  private final Path job;
  private long metadataOf = -1;
  private long lastBytes;

  LastCheckpoint(Path job) {
    this.job = job;
  }

  /** Bytes of the newest complete checkpoint before one; 0 if there is none. */
  long bytesBefore(long checkpoint) throws IOException {
    FileSystem files = job.getFileSystem();
    Optional<FileStatus> newest = newest(files, checkpoint);
    if (newest.isEmpty()) {
      return lastBytes;
    }
    long bytes = 0;
    long complete = -1;
    for (FileStatus file : list(files, newest.get().getPath())) {
      bytes += file.getLen();
      if (file.getPath().getName().equals(METADATA)) {
        complete = file.getModificationTime();
      }
    }
    if (complete < 0 || complete == metadataOf) {
      // It failed, or it is the one that was looked at before.
      return lastBytes;
    }
    long before = metadataOf;
    for (FileStatus file : list(files, new Path(job, "shared"))) {
      if (file.getModificationTime() > before) {
        bytes += file.getLen();
      }
    }
    metadataOf = complete;
    lastBytes = bytes;
    return bytes;
  }

  private Optional<FileStatus> newest(FileSystem files, long checkpoint) throws IOException {
    FileStatus newest = null;
    for (FileStatus file : list(files, job)) {
      long number = number(file.getPath());
      if (number >= 0 && number < checkpoint) {
        newest = newest == null || number > number(newest.getPath()) ? file : newest;
      }
    }
    return Optional.ofNullable(newest);
  }

  private static long number(Path path) {
    String name = path.getName();
    if (!name.startsWith(PREFIX) || !name.substring(PREFIX.length()).matches("[0-9]{1,18}")) {
      return -1;
    }
    return Long.parseLong(name.substring(PREFIX.length()));
  }

  private static FileStatus[] list(FileSystem files, Path directory) throws IOException {
    try {
      FileStatus[] found = files.listStatus(directory);
      return found == null ? new FileStatus[0] : found;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
