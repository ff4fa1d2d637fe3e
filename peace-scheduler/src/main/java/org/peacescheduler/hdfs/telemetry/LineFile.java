package org.peacescheduler.hdfs.telemetry;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of lines, one for each of what it is given, appended by a thread of its own.
 *
 * <p>Who gives never waits for the disk: if {@value #BACKLOG} of them are not yet written, further
 * ones are dropped and counted, and the log says so. A full file becomes {@code NAME.1}, the one
 * before {@code NAME.2}, and so on; files are for the NameNode's user and group only. A file that
 * cannot be written, as on a full disk, is tried again each minute; what is given until then is
 * dropped, too. Thread-safe.
 */
public final class LineFile<T> implements Consumer<T>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.TraceFile");
  private static final int BACKLOG = 100_000;
  private static final long RETRY_MILLIS = 60_000;

  private static final Set<PosixFilePermission> PERMISSIONS =
      PosixFilePermissions.fromString("rw-r-----");

  private final String name;
  private final Path file;
  private final Limits limits;
  private final Text<T> text;

  /** What is to be written; what is empty ends the writer's thread. */
  private final BlockingQueue<Optional<T>> backlog = new ArrayBlockingQueue<>(BACKLOG);

  private final AtomicLong dropped = new AtomicLong();
  private final long retryMillis;

  /** Whether the file cannot be written, so that nothing is kept for it. */
  private volatile boolean isLost;

  private Thread writer;

  /**
   * How much is kept.
   *
   * @param maxBytes the size of a full file
   * @param kept how many full files there are beside the one that is written
   */
  public record Limits(long maxBytes, int kept) {}

  /** How one thing is written. */
  interface Text<T> {
    /** Its line, without the end. */
    String of(T what) throws IOException;
  }

  /**
   * Makes sure that the file can be written.
   *
   * @param name what it is, for the log and the thread
   */
  LineFile(String name, Path file, Limits limits, Text<T> text) throws IOException {
    this(name, file, limits, text, RETRY_MILLIS);
  }

  /**
   * Makes sure that the file can be written.
   *
   * @param retryMillis after what time it is tried again when it cannot be written any more
   */
  LineFile(String name, Path file, Limits limits, Text<T> text, long retryMillis)
      throws IOException {
    this.name = name;
    this.file = file;
    this.limits = limits;
    this.text = text;
    this.retryMillis = retryMillis;
    appender(file).close();
  }

  private static BufferedWriter appender(Path file) throws IOException {
    if (Files.notExists(file)) {
      Files.createFile(file);
      if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
        Files.setPosixFilePermissions(file, PERMISSIONS); // While there is nothing in it.
      }
    }
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Opens the file for appending and starts the writer. */
  synchronized void open() throws IOException {
    BufferedWriter out = appender(file);
    writer = new Thread(() -> write(out), "peace-" + name);
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void accept(T what) {
    if (isLost) {
      dropped.incrementAndGet();
    } else if (!backlog.offer(Optional.of(what)) && dropped.getAndIncrement() == 0) {
      LOG.warn("the {} file {} is too slow; events are dropped from now on", name, file);
    }
  }

  /** Whether the file cannot be written for the time being. */
  boolean isLost() {
    return isLost;
  }

  /** Moves full files on, and begins another one. */
  private BufferedWriter rotate() throws IOException {
    for (int i = limits.kept(); i > 0; i--) {
      Path from = i == 1 ? file : numbered(i - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.deleteIfExists(file);
    return appender(file);
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  private void write(BufferedWriter first) {
    try {
      Optional<BufferedWriter> out = Optional.of(first);
      while (out.isPresent()) {
        out = writtenAgain(out.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Writes until the end, or as long as the file can be written, and then until it can be again.
   *
   * @return where to go on; empty after the end
   */
  private Optional<BufferedWriter> writtenAgain(BufferedWriter out) throws InterruptedException {
    try {
      writeAll(out);
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      LOG.error("the {} file {} cannot be written; events are lost until it can be", name, file, e);
    }
    isLost = true;
    while (true) {
      List<Optional<T>> lost = new ArrayList<>();
      backlog.drainTo(lost);
      dropped.addAndGet(lost.size());
      if (lost.contains(Optional.<T>empty())
          || isEnd(backlog.poll(retryMillis, TimeUnit.MILLISECONDS))) {
        return Optional.empty();
      }
      try {
        BufferedWriter again = appender(file);
        isLost = false;
        LOG.info("the {} file {} is written again", name, file);
        return Optional.of(again);
      } catch (IOException | RuntimeException e) {
        LOG.debug("the {} file {} cannot be written yet", name, file, e);
      }
    }
  }

  private static boolean isEnd(Optional<?> what) {
    return what != null && what.isEmpty();
  }

  private void writeAll(BufferedWriter first) throws IOException, InterruptedException {
    BufferedWriter out = first;
    try {
      long bytes = Files.size(file);
      while (true) {
        Optional<T> what = backlog.take();
        if (what.isEmpty()) {
          return;
        }
        String line = text.of(what.get()) + '\n';
        int length = line.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > 0 && bytes + length > limits.maxBytes()) {
          out.close();
          out = rotate();
          bytes = 0;
        }
        out.write(line);
        bytes += length;
        if (backlog.isEmpty()) {
          out.flush();
        }
      }
    } finally {
      out.close();
    }
  }

  /** Writes what is left and closes the file. */
  @Override
  public synchronized void close() {
    if (writer == null) {
      return;
    }
    try {
      if (backlog.offer(Optional.empty(), 5, TimeUnit.SECONDS)) {
        writer.join(10_000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (dropped.get() > 0) {
      LOG.warn("{} events are missing in the {} file {}", dropped.get(), name, file);
    }
  }
}
