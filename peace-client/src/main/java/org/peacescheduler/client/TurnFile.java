package org.peacescheduler.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file whose first block is a turn, from its creation until nothing of it is left.
 *
 * <p>What it creates it deletes, and nothing else: the file, and directories above it that were not
 * there and that nobody has put anything into.
 *
 * <p>Thread-safe: one thread creates and flushes while another deletes.
 */
final class TurnFile {
  private static final Logger LOG = LoggerFactory.getLogger(TurnFile.class);
  private static final int BUFFER = 4096;

  private final FileSystem files;
  private final Path path;
  private final Request request;
  private final List<Path> directories = new ArrayList<>();
  private FSDataOutputStream out;
  private boolean deleted;

  /** A file that is not there yet. */
  TurnFile(FileSystem files, Path path, Request request) {
    this.files = files;
    this.path = path;
    this.request = request;
  }

  Path path() {
    return path;
  }

  /** Whether the asker goes on writing it. */
  boolean isOfAsker() {
    return request.file().isPresent();
  }

  /** Creates it, with what the request says as hints to Peace. */
  void create() throws IOException {
    announce();
    List<Path> missing = missingDirectories();
    short replication =
        request.replication() == 0
            ? files.getDefaultReplication(path)
            : (short) Math.min(request.replication(), Short.MAX_VALUE);
    long block = request.blockSize() == 0 ? files.getDefaultBlockSize(path) : request.blockSize();
    FSDataOutputStream stream = files.create(path, false, BUFFER, replication, block);
    synchronized (this) {
      directories.addAll(missing);
      out = stream;
    }
    files.deleteOnExit(path);
  }

  /**
   * The directories above the file that are not there, the lowest first.
   *
   * <p>It looks once at each: another request that ends may delete a directory at any moment.
   */
  private List<Path> missingDirectories() throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path at = path.getParent(); at != null; at = at.getParent()) {
      try {
        if (!files.getFileStatus(at).isDirectory()) {
          throw new FileAlreadyExistsException(
              at + " is a file. Maybe ask with the directory that it is in.");
        }
        return missing;
      } catch (FileNotFoundException e) {
        missing.add(at);
      }
    }
    return missing;
  }

  /** Adds to the thread's caller context; the stream's threads inherit it. */
  private void announce() {
    CallerContext before = CallerContext.getCurrent();
    String said = before == null || before.getContext() == null ? "" : before.getContext();
    StringBuilder all = new StringBuilder(said);
    if (request.bytes() > 0 && !said.contains("peaceBytes:")) {
      all.append(all.isEmpty() ? "" : ",").append("peaceBytes:").append(request.bytes());
    }
    request
        .group()
        .filter(name -> !said.contains("peaceGroup:"))
        .ifPresent(name -> all.append(all.isEmpty() ? "" : ",").append("peaceGroup:").append(name));
    if (!all.isEmpty()) {
      CallerContext.Builder builder =
          new CallerContext.Builder(all.toString(), new Configuration(files.getConf()));
      if (before != null && before.getSignature() != null) {
        builder.setSignature(before.getSignature());
      }
      CallerContext.setCurrent(builder.build());
    }
  }

  /** Returns when the first block is placed, and its datanodes have the header. */
  void flushHeader() throws IOException {
    FSDataOutputStream stream = stream();
    stream.write(new byte[Request.HEADER_BYTES]);
    stream.hflush();
  }

  synchronized FSDataOutputStream stream() {
    return out;
  }

  /** The stream is the asker's from now on, and so is the file. */
  FSDataOutputStream handOver() {
    files.cancelDeleteOnExit(path);
    return stream();
  }

  /** Closes the stream and deletes the file: the order in which datanodes are told soonest. */
  void discard() {
    FSDataOutputStream stream = stream();
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException | RuntimeException e) {
        // A file that was deleted while it waited cannot be closed; that is how a cancel looks.
        LOG.debug("Closing {}", path, e);
      }
    }
    delete();
  }

  /** Deletes it, if it is there; whoever waits for its first block is told by that. */
  void delete() {
    List<Path> empty;
    synchronized (this) {
      if (out == null || deleted) {
        return;
      }
      empty = List.copyOf(directories);
    }
    try {
      files.delete(path, false);
      files.cancelDeleteOnExit(path);
      synchronized (this) {
        deleted = true;
      }
    } catch (IOException e) {
      LOG.warn(
          "{} of a request for a turn could not be deleted: {}. It has {} bytes; delete it by hand,"
              + " if this process does not when it ends.",
          path,
          e,
          Request.HEADER_BYTES);
      return;
    }
    removeEmpty(empty);
  }

  private void removeEmpty(List<Path> directoriesUpwards) {
    for (Path directory : directoriesUpwards) {
      try {
        files.delete(directory, false);
      } catch (IOException e) {
        // Somebody uses it: it is theirs now, and so is what is above it.
        LOG.debug("Leaving {}: {}", directory, e.toString());
        return;
      }
    }
  }
}
