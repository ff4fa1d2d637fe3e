package org.peacescheduler.cli;

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
 * <p>The plugin is {@code distribution/target/peace-plugin-VERSION.jar} in a checkout and {@code
 * lib/peace-plugin-VERSION.jar} in a distribution; {@code peace} builds it before.
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
    if (!stock) {
      throw CommandFailure.failed(
          "The overlay for " + hadoop + " is not part of this version; use --stock.");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(plugin());
    out.flush();
    return ExitCodes.FINE;
  }

  private static Path plugin() throws CommandFailure {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw CommandFailure.failed(
          "It is not known where Peace is: the system property '%s' is not set.%n".formatted(HOME)
              + "Maybe run this through 'peace', which sets it.");
    }
    Path root = Path.of(home).toAbsolutePath().normalize();
    List<Path> folders = List.of(root.resolve("distribution/target"), root.resolve("lib"));
    for (Path folder : folders) {
      Optional<Path> jar = newestJar(folder);
      if (jar.isPresent()) {
        return jar.get();
      }
    }
    throw CommandFailure.failed(
        "There is no peace-plugin-*.jar in '%s' or '%s'.%n"
                .formatted(folders.get(0), folders.get(1))
            + "Maybe build it: mvn -pl distribution -am package -DskipTests");
  }

  private static Optional<Path> newestJar(Path folder) throws CommandFailure {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "peace-plugin-*.jar")) {
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
