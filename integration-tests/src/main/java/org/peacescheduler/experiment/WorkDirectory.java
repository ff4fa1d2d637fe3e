package org.peacescheduler.experiment;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A temporary directory for the daemons' files that goes away when it is closed, and also when the
 * process is interrupted.
 *
 * <p>Thread-safe: the shutdown hook and the experiment may both delete.
 */
final class WorkDirectory implements AutoCloseable {
  private static final int TRIES = 5;

  private final Path path;
  private final Thread hook;

  private WorkDirectory(Path path) {
    this.path = path;
    this.hook = new Thread(this::delete, "delete-experiment-files");
  }

  static WorkDirectory create() throws IOException {
    WorkDirectory directory = new WorkDirectory(Files.createTempDirectory("peace-experiment-"));
    Runtime.getRuntime().addShutdownHook(directory.hook);
    return directory;
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already, and the hook runs or has run.
    }
  }

  /** Datanodes that still run may add files meanwhile, hence the further tries. */
  private void delete() {
    for (int attempt = 0; attempt < TRIES && Files.exists(path); attempt++) {
      try {
        Files.walkFileTree(path, new Deletion());
      } catch (IOException e) {
        // Tried again; what is left at the end is in the system's temporary directory.
      }
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
