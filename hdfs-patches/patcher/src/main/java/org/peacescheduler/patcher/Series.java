package org.peacescheduler.patcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A release's patches, made whole: each gets the new classes that belong to it, which are kept as
 * sources, since nobody can read or check a class in a patch.
 *
 * <p>The classes of the patch {@code 0002-….patch} are the files in the folders {@code 0002} of the
 * release's own {@code new-classes} and of those that all releases have in common; below that their
 * paths are those in Hadoop's source tree.
 */
final class Series {
  private static final int NUMBER = 4;

  private final Path patches;
  private final List<Path> newClasses;

  /**
   * A series.
   *
   * @param patches the folder of the release's patches
   * @param common the folder of the new classes that all releases have
   */
  Series(Path patches, Path common) {
    this.patches = patches;
    this.newClasses = List.of(common, patches.resolve("new-classes"));
  }

  /**
   * Writes the whole patches, as {@code git am} takes them.
   *
   * @return their files, in order
   */
  List<Path> write(Path folder) throws IOException, PatchException {
    Files.createDirectories(folder);
    for (Path old : patches(folder)) {
      Files.delete(old);
    }
    List<Path> series = patches(patches);
    if (series.isEmpty()) {
      throw new PatchException(
          "'" + patches + "' has no *.patch.\nMaybe give the release's folder.");
    }
    List<Path> written = new ArrayList<>();
    for (Path patch : series) {
      written.add(Files.writeString(folder.resolve(patch.getFileName()), whole(patch)));
    }
    return written;
  }

  private static List<Path> patches(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.patch")) {
      files.forEach(found::add);
    }
    found.sort(null);
    return found;
  }

  private String whole(Path patch) throws IOException {
    StringBuilder whole = new StringBuilder(Files.readString(patch));
    String number = patch.getFileName().toString().substring(0, NUMBER);
    for (Path folder : newClasses) {
      Path own = folder.resolve(number);
      for (Path source : sources(own)) {
        String path = own.relativize(source).toString().replace('\\', '/');
        whole.append(addition(path, Files.readAllLines(source)));
      }
    }
    return whole.toString();
  }

  private static List<Path> sources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String addition(String path, List<String> lines) {
    StringBuilder text = new StringBuilder();
    text.append("diff --git a/%1$s b/%1$s\nnew file mode 100644\n".formatted(path));
    text.append("--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n".formatted(path, lines.size()));
    for (String line : lines) {
      text.append('+').append(line).append('\n');
    }
    return text.toString();
  }
}
