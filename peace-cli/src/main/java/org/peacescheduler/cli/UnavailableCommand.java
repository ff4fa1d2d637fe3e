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
    String message =
        "'%s' needs %s, which is not on the class path.%nMaybe %s."
            .formatted(provider.name(), missing, provider.remedy());
    CommandSpec spec = CommandSpec.wrapWithoutInspection(new UnavailableCommand(message));
    spec.name(provider.name()).usageMessage().description("Not here: " + provider.remedy() + ".");
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }

  @Override
  public Integer call() throws CommandFailure {
    throw CommandFailure.failed(message);
  }
}
