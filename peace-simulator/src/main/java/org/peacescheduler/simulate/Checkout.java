package org.peacescheduler.simulate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.cli.CommandFailure;

/**
 * The checkout that the program was built from, for results that say of which commit they are.
 *
 * <p>Example: {@link #coreCommit} is {@code 66e07ff44de9dac47399d79356f8707b712cadeb}. Asks git,
 * which takes some milliseconds. Immutable.
 */
record Checkout(Path home) {
  /** What {@link #coreCommit} ends with if there are changes that no commit has. */
  static final String CHANGED = "+";

  /** Where all that decides is. */
  private static final List<String> CORE =
      List.of("peace-scheduler/src/main", "network-model/src/main");

  /** The last commit that changed the core, or that with a plus if it has changed since. */
  String coreCommit() throws CommandFailure {
    String commit = git(with(List.of("log", "-1", "--format=%H", "--"), CORE));
    String changes = git(with(List.of("status", "--porcelain", "--"), CORE));
    return changes.isEmpty() ? commit : commit + CHANGED;
  }

  /** The checkout of the running program. */
  static Checkout own() {
    return new Checkout(Path.of(System.getProperty("peace.home", ".")));
  }

  /** Where judgements are. */
  Path ledger() {
    return home.resolve("peace-simulator").resolve("ledger.csv");
  }

  private static List<String> with(List<String> command, List<String> paths) {
    List<String> all = new ArrayList<>(command);
    all.addAll(paths);
    return all;
  }

  private String git(List<String> arguments) throws CommandFailure {
    List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw CommandFailure.failed(
            "'%s' says: %s\nMaybe run this in a checkout of Peace."
                .formatted(String.join(" ", command), said.strip()));
      }
      return said.strip();
    } catch (IOException e) {
      throw CommandFailure.failed(
          "git cannot be run: %s\nMaybe install it.".formatted(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.failed("Interrupted while git ran.", e);
    }
  }
}
