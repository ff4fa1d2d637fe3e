package org.peacescheduler.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Optional;

/**
 * Writes a file that a user names.
 *
 * <p>Goals, in order: a file that is there is lost only to a whole new one; it keeps its owner,
 * group and permissions, and stays where a symbolic link leads; nothing else is left behind.
 *
 * <p>Example: {@code t.yaml} is written as {@code .peace-4711.new} beside it, and moved over it.
 * Where that cannot be (the folder is not the user's, or the owner cannot be kept; {@code
 * /dev/stdout}), it is written in place.
 *
 * <p>Thread-safe, unless two threads write into one folder.
 */
public final class OutputFile {
  private OutputFile() {}

  /**
   * What is wrong with a file before anything is done, with a remedy.
   *
   * @param option names the file
   */
  public static Optional<String> problem(String option, Path file) {
    if (Files.isDirectory(file)) {
      return Optional.of("%s %s is a directory. Maybe name a file in it.".formatted(option, file));
    }
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      return Optional.of(
          "%s %s: there is no such folder. Maybe make it before.".formatted(option, file));
    }
    Path written = Files.exists(file) ? file : folder;
    return Files.isWritable(written)
        ? Optional.empty()
        : Optional.of(
            "%s %s: '%s' cannot be written. Maybe check its permissions."
                .formatted(option, file, written));
  }

  /** Writes it in UTF-8. */
  public static void write(Path file, String text) throws CommandFailure {
    try {
      if (Files.isRegularFile(file)) {
        replace(file.toRealPath(), text);
      } else if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.writeString(file, text);
      } else {
        replace(file, text);
      }
    } catch (IOException e) {
      throw CommandFailure.failed(
          "'%s' cannot be written: %s.%nMaybe check the folder and its permissions."
              .formatted(file, reason(e)),
          e);
    }
  }

  private static void replace(Path file, String text) throws IOException {
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    Optional<Path> sibling = sibling(file);
    if (sibling.isEmpty()) {
      Files.writeString(file, text);
      return;
    }
    try {
      Files.writeString(sibling.get(), text);
      Files.move(sibling.get(), file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(sibling.get());
    }
  }

  /** An empty file to be moved over this one; none if this user cannot make one like it. */
  private static Optional<Path> sibling(Path file) throws IOException {
    if (!Files.isWritable(file.toAbsolutePath().getParent())) {
      return Optional.empty();
    }
    String name = ".peace-%d.new".formatted(ProcessHandle.current().pid());
    Path sibling = Files.createFile(file.resolveSibling(name));
    if (Files.exists(file) && !isMadeLike(file, sibling)) {
      Files.delete(sibling);
      return Optional.empty();
    }
    return Optional.of(sibling);
  }

  private static boolean isMadeLike(Path file, Path sibling) {
    try {
      PosixFileAttributes there = Files.readAttributes(file, PosixFileAttributes.class);
      PosixFileAttributeView view =
          Files.getFileAttributeView(sibling, PosixFileAttributeView.class);
      view.setOwner(there.owner());
      view.setGroup(there.group());
      view.setPermissions(there.permissions());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such folder";
    }
    if (e instanceof AccessDeniedException) {
      return "it is not allowed";
    }
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return reason == null ? e.toString() : reason;
  }
}
