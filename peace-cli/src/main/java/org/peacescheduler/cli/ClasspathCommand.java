package org.peacescheduler.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code peace classpath}: what goes before Hadoop's own class path on a NameNode.
 *
 * <p>The overlay with the patched classes, then the plugin. In a checkout they are {@code
 * hdfs-patches/hadoop-RELEASE/target/peace-overlay-RELEASE-VERSION.jar} and {@code
 * distribution/target/peace-plugin-VERSION.jar}, and {@code peace} builds them before; in a
 * distribution they are in {@code lib}.
 */
@Command(
    name = "classpath",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description = {
      "Prints the class path entries that go before Hadoop's own on a NameNode.",
      "Set HADOOP_CLASSPATH to them, and HADOOP_USER_CLASSPATH_FIRST to true."
    })
public final class ClasspathCommand implements CliCommand {
  static final List<String> SUPPORTED = List.of("3.5.0", "3.4.3");
  static final String HOME = "peace.home";

  @Spec private CommandSpec spec;

  @Option(
      names = "--hadoop",
      paramLabel = "VERSION",
      required = true,
      description = "The NameNode's Hadoop: 3.5.0 or 3.4.3.")
  private String hadoop;

  @Option(names = "--stock", description = "For a NameNode without patches: the plugin alone.")
  private boolean stock;

  /** Made by the command line. */
  public ClasspathCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (!SUPPORTED.contains(hadoop)) {
      throw new ParameterException(
          spec.commandLine(),
          "Hadoop '%s' is not supported. Maybe use %s."
              .formatted(hadoop, String.join(" or ", SUPPORTED)));
    }
    Path root = home();
    Path lib = root.resolve("lib");
    StringBuilder entries = new StringBuilder();
    if (!stock) {
      Path built = root.resolve("hdfs-patches/hadoop-" + hadoop + "/target");
      entries
          .append(jar("peace-overlay-" + hadoop, built, lib, "hdfs-patches/hadoop-" + hadoop))
          .append(File.pathSeparatorChar);
    }
    entries.append(jar("peace-plugin", root.resolve("distribution/target"), lib, "distribution"));
    PrintWriter out = spec.commandLine().getOut();
    out.println(entries);
    out.flush();
    return ExitCodes.FINE;
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

  private static Path jar(String name, Path built, Path lib, String module) throws CommandFailure {
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
