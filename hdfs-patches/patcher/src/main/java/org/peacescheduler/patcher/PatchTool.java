package org.peacescheduler.patcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The build step: a sources jar, its checksum, a folder of patches and the classes that they add
 * become a folder of sources, and a folder of patches for who builds Hadoop himself.
 *
 * <p>Only files that a patch changes or adds are written. A jar with another checksum, or a patch
 * that does not fit exactly where it says, fails the build: an overlay is for one release.
 *
 * <p>Example: {@code hadoop-hdfs-3.5.0-sources.jar 024b8b… hadoop-3.5.0 new-classes target/patches
 * target/patched}.
 */
public final class PatchTool {
  private PatchTool() {}

  /**
   * Runs the step.
   *
   * @param arguments the sources jar, its SHA-256, the folder of the patches, the folder of the new
   *     classes that all releases have, the folder for the whole patches, the folder for the
   *     sources
   * @throws PatchException if the checksum or a patch does not fit
   */
  public static void main(String... arguments) throws IOException, PatchException {
    if (arguments.length != 6) {
      throw new PatchException(
          "Wanted: SOURCES_JAR SHA256 PATCHES_FOLDER COMMON_CLASSES SERIES_FOLDER OUTPUT_FOLDER;"
              + " got "
              + String.join(" ", arguments));
    }
    Path jar = Path.of(arguments[0]);
    try (SourcesJar sources = SourcesJar.open(jar, arguments[1])) {
      PatchedSources patched = new PatchedSources(sources);
      Series series = new Series(Path.of(arguments[2]), Path.of(arguments[3]));
      for (Path file : series.write(Path.of(arguments[4]))) {
        patched.apply(PatchFile.read(file));
      }
      write(patched.files(), Path.of(arguments[5]));
    }
  }

  /** Files that are right already keep their time, so that the compiler leaves them alone. */
  private static void write(Map<String, String> files, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> old;
    try (var walk = Files.walk(folder)) {
      old = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : old) {
      if (!files.containsKey(folder.relativize(file).toString().replace('\\', '/'))) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path target = folder.resolve(file.getKey());
      if (!Files.isRegularFile(target) || !Files.readString(target).equals(file.getValue())) {
        Files.createDirectories(target.getParent());
        Files.writeString(target, file.getValue());
      }
    }
  }
}
