package org.peacescheduler.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Stands for a command that needs what is not on the class path: it is listed, and says so. */
final class UnavailableCommand implements Callable<Integer> {
  private final String message;

  private UnavailableCommand(String message) {
    this.message = message;
  }

  /** The command that a provider makes, or what stands for it. */
  static CommandLine orStandIn(CommandProvider provider) {
    Optional<String> missing = provider.needs().stream().filter(name -> !isThere(name)).findFirst();
    return missing.isEmpty()
        ? new CommandLine(provider.create())
        : standIn(provider, missing.get());
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, UnavailableCommand.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static CommandLine standIn(CommandProvider provider, String missing) {
    String problem = "needs %s, which is not on the class path".formatted(missing);
    return standIn(provider.name(), problem, provider.remedy());
  }

  /**
   * Stands for a command that is not here at all.
   *
   * @param problem what is the matter, after the command's name
   * @param remedy the rest of a sentence that starts with "Maybe"
   */
  static CommandLine standIn(String name, String problem, String remedy) {
    String message = "'%s' %s.%nMaybe %s.".formatted(name, problem, remedy);
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new UnavailableCommand(message));
    spec.name(name).usageMessage().description("Not here: " + remedy + ".");
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }

  @Override
  public Integer call() throws CommandFailure {
    throw CommandFailure.failed(message);
  }
}
