package org.peacescheduler.client.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS, through a client of its own: when it is closed, or its process dies, nobody renews its
 * leases any more. Thread-safe.
 */
final class HdfsStorage implements Storage {
  private static final int BUFFER = 4096;

  private final DistributedFileSystem files;

  private HdfsStorage(DistributedFileSystem files) {
    this.files = files;
  }

  static HdfsStorage of(Path root, Configuration conf) throws IOException {
    URI uri = root.getFileSystem(conf).makeQualified(root).toUri();
    FileSystem files = FileSystem.newInstance(uri, conf);
    if (files instanceof DistributedFileSystem hdfs) {
      return new HdfsStorage(hdfs);
    }
    files.close();
    throw new IOException(
        root + " is on " + uri.getScheme() + ", where no lease says who lives. Maybe use HDFS.");
  }

  DistributedFileSystem files() {
    return files;
  }

  @Override
  public OutputStream own(Path owner) throws IOException {
    return files.create(owner, false);
  }

  @Override
  public void mkdir(Path directory) throws IOException {
    if (!files.mkdirs(directory)) {
      throw new IOException(directory + " could not be made.");
    }
  }

  @Override
  public OutputStream create(Path file, int replication, long chunk) throws IOException {
    short replicas = (short) (replication == 0 ? files.getDefaultReplication(file) : replication);
    return files.createNonRecursive(file, false, BUFFER, replicas, chunk, null);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    files.rename(from, to, Options.Rename.NONE);
  }

  @Override
  public void delete(Path path) throws IOException {
    files.delete(path, true);
  }

  @Override
  public List<FileStatus> list(Path directory) throws IOException {
    try {
      return Arrays.asList(files.listStatus(directory));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  @Override
  public boolean isClosed(Path file) throws IOException {
    try {
      return files.isFileClosed(file);
    } catch (FileNotFoundException e) {
      return true;
    }
  }

  @Override
  public InputStream open(Path file, long position) throws IOException {
    FSDataInputStream in = files.open(file);
    try {
      in.seek(position);
      return in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public long defaultChunk(Path path) {
    return files.getDefaultBlockSize(path);
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
