package org.peacescheduler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Stands for a command that needs what is not on the class path: it is listed, and says so. */
final class UnavailableCommand implements Callable<Integer> {
  private static final String JARS = "PEACE_HADOOP_JARS";
  private static final String HADOOP = "org.apache.hadoop.";

  private final String message;

  private UnavailableCommand(String message) {
    this.message = message;
  }

  /** The command that a provider makes, or what stands for it. */
  static CommandLine orStandIn(CommandProvider provider) {
    Optional<String> missing = provider.needs().stream().filter(name -> !isThere(name)).findFirst();
    return missing.isEmpty()
        ? new CommandLine(provider.create())
        : standIn(provider, missing.get(), System.getenv(JARS));
  }

  /** Whether a class is on the class path. */
  static boolean isThere(String name) {
    try {
      Class.forName(name, false, UnavailableCommand.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Stands for a command that a provider would make.
   *
   * @param jars what {@code PEACE_HADOOP_JARS} says; null if nothing
   */
  static CommandLine standIn(CommandProvider provider, String missing, String jars) {
    String problem = "needs %s, which is not on the class path".formatted(missing);
    String empty =
        missing.startsWith(HADOOP) && jars != null && !jars.isEmpty() && !hasJars(Path.of(jars))
            ? "%s is '%s', where there are no jars.".formatted(JARS, jars)
            : "";
    return standIn(provider.name(), problem, empty, provider.remedy());
  }

  private static boolean hasJars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"));
    } catch (IOException e) {
      return false; // There is no such folder, or nobody may look into it, Java neither.
    }
  }

  /**
   * Stands for a command that is not here at all.
   *
   * @param problem what is the matter, after the command's name
   * @param remedy the rest of a sentence that starts with "Maybe"
   */
  static CommandLine standIn(String name, String problem, String remedy) {
    return standIn(name, problem, "", remedy);
  }

  private static CommandLine standIn(String name, String problem, String also, String remedy) {
    String message =
        Stream.of("'%s' %s.".formatted(name, problem), also, "Maybe " + remedy + ".")
            .filter(line -> !line.isEmpty())
            .collect(Collectors.joining(System.lineSeparator()));
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new UnavailableCommand(message));
    // A description is a format.
    String description = "Not here: %s. %s".formatted(remedy, also).strip().replace("%", "%%");
    spec.name(name).mixinStandardHelpOptions(true).usageMessage().description(description);
    String home = System.getProperty("peace.home");
    if (home != null) {
      spec.usageMessage().footer("Its manual: man -M %s/man peace-%s".formatted(home, name));
    }
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }

  @Override
  public Integer call() throws CommandFailure {
    throw CommandFailure.failed(message);
  }
}
