package org.peacescheduler.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code peace topology}: its commands look at a topology file. */
@Command(
    name = "topology",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Checks a topology file, or draws it.",
    subcommands = {TopologyCheckCommand.class, TopologyDrawCommand.class})
public final class TopologyCommand implements CliCommand {
  @Spec private CommandSpec spec;

  /** Made by the command line. */
  public TopologyCommand() {}

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "No command given: check or draw.");
  }
}
