package org.peacescheduler.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of {@code ./peace}. */
@Command(name = "peace", mixinStandardHelpOptions = true)
public final class PeaceCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new PeaceCommand()).execute(args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "No command given.");
  }
}
