package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The file system of turns by the first block: its operations are counted among those of a {@link
 * FaultyStorage}, and fail as they do.
 */
final class FaultyFiles extends FilterFileSystem {
  private final FaultyStorage faults;

  FaultyFiles(FileSystem files, FaultyStorage faults) {
    super(files);
    this.faults = faults;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return faults.run("status", () -> super.getFileStatus(path));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    String name = path.getName();
    FSDataOutputStream out =
        faults.run(
            "create " + name,
            () -> super.create(path, permission, overwrite, buffer, replication, block, progress));
    return new FSDataOutputStream(faults.stream(name, out), null);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return faults.run("delete " + path.getName(), () -> super.delete(path, recursive));
  }
}
