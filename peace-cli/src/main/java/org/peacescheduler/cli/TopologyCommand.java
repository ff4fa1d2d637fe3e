package org.peacescheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code peace topology}: its commands look at a topology file, or write one. */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Checks or draws a topology file, writes one of what a NameNode knows, or "
            + "compares a file with it.",
    subcommands = {
      TopologyCheckCommand.class,
      TopologyDiffCommand.class,
      TopologyDrawCommand.class,
      TopologyGenerateCommand.class
    })
public final class TopologyCommand implements CliCommand {
  @Spec private CommandSpec spec;

  /** Made by the command line. */
  public TopologyCommand() {}

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "No command given: check, diff, draw or generate.");
  }
}
