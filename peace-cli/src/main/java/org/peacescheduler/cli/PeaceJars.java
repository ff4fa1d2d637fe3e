package org.peacescheduler.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The jars that a NameNode gets.
 *
 * <p>In a checkout they are {@code
 * hdfs-patches/hadoop-RELEASE/target/peace-overlay-RELEASE-VERSION.jar} and {@code
 * distribution/target/peace-plugin-VERSION.jar}, and {@code peace} builds them before; in a
 * distribution they are in {@code lib}.
 */
public final class PeaceJars {
  static final String HOME = "peace.home";

  private PeaceJars() {}

  /**
   * The overlay with the patched classes of a Hadoop release.
   *
   * @throws CommandFailure with a remedy if it is not there
   */
  public static Path overlay(String hadoop) throws CommandFailure {
    return jar(
        "peace-overlay-" + hadoop,
        "hdfs-patches/hadoop-" + hadoop + "/target",
        "hdfs-patches/hadoop-" + hadoop);
  }

  static Path plugin() throws CommandFailure {
    return jar("peace-plugin", "distribution/target", "distribution");
  }

  /** The plugin of an unpacked tarball; empty in a checkout. */
  public static Optional<Path> pluginOfTarball() throws CommandFailure {
    return System.getProperty(HOME) == null
        ? Optional.empty()
        : newestJar(home().resolve("lib"), "peace-plugin-*.jar");
  }

  private static Path home() throws CommandFailure {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw CommandFailure.failed(
          "It is not known where Peace is: the system property '%s' is not set.%n".formatted(HOME)
              + "Maybe run this through 'peace', which sets it.");
    }
    return Path.of(home).toAbsolutePath().normalize();
  }

  private static Path jar(String name, String target, String module) throws CommandFailure {
    Path built = home().resolve(target);
    Path lib = home().resolve("lib");
    for (Path folder : List.of(built, lib)) {
      Optional<Path> jar = newestJar(folder, name + "-*.jar");
      if (jar.isPresent()) {
        return jar.get();
      }
    }
    throw CommandFailure.failed(
        "There is no %s-*.jar in '%s' or '%s'.%n".formatted(name, built, lib)
            + "Maybe build it: mvn -pl %s -am package -DskipTests".formatted(module));
  }

  private static Optional<Path> newestJar(Path folder, String glob) throws CommandFailure {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
      for (Path jar : found) {
        String name = jar.getFileName().toString();
        if (!name.endsWith("-sources.jar") && !name.endsWith("-javadoc.jar")) {
          jars.add(jar);
        }
      }
    } catch (IOException e) {
      throw CommandFailure.failed(
          "'%s' cannot be read: %s.%nMaybe check its permissions."
              .formatted(folder, e.getMessage()),
          e);
    }
    return jars.stream().max(Comparator.comparing((Path jar) -> jar.toFile().lastModified()));
  }
}
