package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The operations that checkpoints need of HDFS; each can fail. Thread-safe. */
interface Storage extends AutoCloseable {
  /** An empty file that stays open, below directories that it creates: its lease says who lives. */
  OutputStream own(Path owner) throws IOException;

  /** A new directory in one that is there. */
  void mkdir(Path directory) throws IOException;

  /** A new file in a directory that is there. */
  OutputStream create(Path file, int replication, long chunk) throws IOException;

  /** Renames; fails if the target is there. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes with all that is below; nothing happens if it is not there. */
  void delete(Path path) throws IOException;

  /** What is in a directory; nothing if it is not there. */
  List<FileStatus> list(Path directory) throws IOException;

  /** Whether nobody holds the lease of a file any more; true also if it is gone. */
  boolean isClosed(Path file) throws IOException;

  /** Reads a file from a position on. */
  InputStream open(Path file, long position) throws IOException;

  /** Block size, if none is asked for. */
  long defaultChunk(Path path);

  @Override
  void close() throws IOException;
}
