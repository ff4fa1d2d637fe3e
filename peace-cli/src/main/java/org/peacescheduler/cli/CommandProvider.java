package org.peacescheduler.cli;

import java.util.List;

/**
 * Makes a {@link CliCommand} that runs on more than Peace brings along, such as Hadoop. Where that
 * is not on the class path the command is listed all the same, and says what it needs.
 *
 * <p>The command line finds implementations with {@link java.util.ServiceLoader}; they name classes
 * of what they need nowhere but in {@link #create}.
 */
public interface CommandProvider {
  /** The command's name. */
  String name();

  /** Names of classes without which it does not run; none unless it says so. */
  default List<String> needs() {
    return List.of();
  }

  /** What to do where one of them is missing: the rest of a sentence that starts with "Maybe". */
  default String remedy() {
    return "";
  }

  /** The command; called only if all that it needs is there. */
  CliCommand create();
}
