package org.peacescheduler.measure;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Makes a temporary directory for the daemons' files. */
public final class WorkDirectory {
  private static final int TRIES = 5;

  private WorkDirectory() {}

  /**
   * Makes one, which goes away with the rest.
   *
   * @param prefix what its name begins with
   */
  public static Path create(String prefix, TakeDown takeDown) throws IOException {
    Path directory = Files.createTempDirectory(prefix);
    takeDown.add(() -> delete(directory));
    return directory;
  }

  /**
   * Deletes one with all that is in it, as far as that can be done. Datanodes that still run may
   * add files meanwhile, hence the further tries.
   */
  public static void delete(Path directory) {
    for (int attempt = 0; attempt < TRIES && Files.exists(directory); attempt++) {
      try {
        Files.walkFileTree(directory, new Deletion());
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
