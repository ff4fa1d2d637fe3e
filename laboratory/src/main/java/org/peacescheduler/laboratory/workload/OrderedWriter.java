package org.peacescheduler.laboratory.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.CallerContext;

/**
 * Writes the files of one writer, in threads of the caller's.
 *
 * <p>Each of its tasks is confined to one thread; they share the writer's rate.
 */
public final class OrderedWriter {
  /** Contents of a file are this long and then the same again. */
  private static final int PIECE = 64 * 1024;

  private final DistributedFileSystem client;
  private final WriterOrder writer;
  private final Optional<CallerContext> context;
  private final Pacer all;

  /**
   * With a client that is the writer's.
   *
   * @param context what its threads say of themselves
   */
  public OrderedWriter(
      DistributedFileSystem client, WriterOrder writer, Optional<CallerContext> context) {
    this.client = client;
    this.writer = writer;
    this.context = context;
    this.all = new Pacer(writer.pace().writerRate());
  }

  /** The context of an order that has one. */
  public static Optional<CallerContext> context(WriterOrder writer) {
    String context = writer.says().context();
    return context.isEmpty()
        ? Optional.empty()
        : Optional.of(new CallerContext.Builder(context).build());
  }

  /** What its threads are to do; together they return the times of all files, in order. */
  public List<Callable<List<FileTimes>>> tasks() {
    if (writer.turnBytes() > 0) {
      return List.of(this::byTurns);
    }
    List<Callable<List<FileTimes>>> tasks = new ArrayList<>();
    for (WriterOrder.File file : writer.files()) {
      tasks.add(() -> List.of(oneFile(file)));
    }
    return tasks;
  }

  private FileTimes oneFile(WriterOrder.File file) throws InterruptedException {
    Writing writing = new Writing(file);
    writing.begin();
    writing.write(file.bytes());
    return writing.times();
  }

  private List<FileTimes> byTurns() throws InterruptedException {
    List<Writing> files = writer.files().stream().map(Writing::new).toList();
    files.get(0).begin();
    boolean any = true;
    while (any) {
      any = false;
      for (Writing file : files) {
        if (file.left > 0) {
          file.write(writer.turnBytes());
          any = true;
        }
      }
    }
    return files.stream().map(Writing::times).toList();
  }

  /** A file that is written. */
  private final class Writing {
    private final WriterOrder.File file;
    private final byte[] piece;
    private final Pacer own = new Pacer(writer.pace().rate());
    private FSDataOutputStream out;
    private long left;
    private double submitted;
    private double firstByte;
    private double done;
    private String failure = "";

    Writing(WriterOrder.File file) {
      this.file = file;
      this.left = file.bytes();
      this.piece = piece(file.path());
    }

    /** Waits until it is time, and lets this thread say what the writer says of itself. */
    void begin() throws InterruptedException {
      while (now() < file.startAt()) {
        Thread.sleep(Math.max(0, (long) (file.startAt() - now())));
      }
      CallerContext.setCurrent(context.orElse(null));
    }

    /** Writes so many bytes, or what is left; whoever gets the last one closes the file. */
    void write(long most) throws InterruptedException {
      try {
        open();
        long end = Math.max(0, left - most);
        while (left > end) {
          writePiece(left - end);
        }
        if (left == 0) {
          close();
        }
      } catch (IOException e) {
        IOUtils.closeStream(out);
        failure = e.toString();
        left = 0;
        done = now();
      }
    }

    private void open() throws IOException {
      if (out == null) {
        submitted = now();
        firstByte = submitted;
        out =
            client.create(
                new Path(file.path()),
                FsPermission.getFileDefault(),
                writer.replicas().ownDisk()
                    ? EnumSet.of(CreateFlag.CREATE)
                    : EnumSet.of(CreateFlag.CREATE, CreateFlag.NO_LOCAL_WRITE),
                PIECE,
                (short) writer.replicas().count(),
                writer.chunkBytes(),
                null);
      }
    }

    private void writePiece(long most) throws IOException, InterruptedException {
      long at = file.bytes() - left;
      int from = (int) (at % PIECE);
      long inChunk = writer.chunkBytes() - at % writer.chunkBytes();
      int length = (int) Math.min(Math.min(most, inChunk), PIECE - from);
      length = all.piece(own.piece(length));
      own.await(length);
      all.await(length);
      out.write(piece, from, length);
      left -= length;
      firstByte = firstByte == submitted ? now() : firstByte;
      if (writer.pace().pauseMillis() > 0 && length == inChunk && left > 0) {
        out.hflush(); // Then the chunk is on all datanodes.
        Thread.sleep(writer.pace().pauseMillis());
      }
    }

    private void close() throws IOException {
      out.close();
      done = now();
    }

    FileTimes times() {
      return new FileTimes(file.path(), submitted, firstByte, done, failure);
    }
  }

  /** Each file has contents of its own, made of its name. */
  private static byte[] piece(String path) {
    byte[] piece = new byte[PIECE];
    new SplittableRandom(path.hashCode()).nextBytes(piece);
    return piece;
  }

  /** The checksum of a file that was written whole. */
  static int crc(WriterOrder.File file) {
    byte[] piece = piece(file.path());
    CRC32C crc = new CRC32C();
    for (long left = file.bytes(); left > 0; left -= PIECE) {
      crc.update(piece, 0, (int) Math.min(left, PIECE));
    }
    return (int) crc.getValue();
  }

  /** Milliseconds since 1970, finer than a millisecond. */
  private static double now() {
    java.time.Instant instant = java.time.Instant.now();
    return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
  }
}
