package org.peacescheduler.measure;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * How a command speaks, as a mixin: its result goes to standard output, as JSON where {@code
 * --json} asks for it, and all else to standard error.
 *
 * <p>Confined to the command's thread.
 */
public final class Output {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

  private boolean hasPrinted;

  /** Made by the command. */
  public Output() {}

  /** Whether the result has to be JSON. */
  public boolean isJson() {
    return json;
  }

  /** Prints the result, or a part of it, as it is. */
  public void print(String result) {
    hasPrinted = true;
    PrintWriter out = command.commandLine().getOut();
    out.print(result);
    out.flush();
  }

  /** Says a line to the operator. */
  public void say(String line) {
    err().println(line);
    err().flush();
  }

  /**
   * Tells what is wrong, a line or more each, and returns the exit code that is given. As JSON,
   * too, if that is wanted and there is no result.
   */
  public int tell(List<String> problems, int exitCode) {
    problems.forEach(this::say);
    if (json && !hasPrinted && !problems.isEmpty()) {
      hasPrinted = true;
      JsonProblems.print(
          command.commandLine().getOut(),
          exitCode,
          String.join(System.lineSeparator(), problems),
          List.of());
    }
    return exitCode;
  }

  /** Where progress goes. */
  public PrintWriter err() {
    return command.commandLine().getErr();
  }
}
