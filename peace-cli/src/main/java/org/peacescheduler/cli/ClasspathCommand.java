package org.peacescheduler.cli;

import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code peace classpath}: what goes before Hadoop's own class path on a NameNode.
 *
 * <p>The overlay with the patched classes, then the plugin; {@link PeaceJars} says where they are.
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
  /** The releases that have an overlay. */
  private static final List<String> PATCHED = List.of("3.5.0", "3.4.3");

  /** Those that the plugin alone runs on as well. */
  private static final List<String> STOCK = List.of("3.4.2", "3.4.1");

  @Spec private CommandSpec spec;

  @Option(
      names = "--hadoop",
      paramLabel = "VERSION",
      required = true,
      description = "The NameNode's Hadoop: 3.5.0 or 3.4.3; with --stock 3.4.2 or 3.4.1, too.")
  private String hadoop;

  @Option(names = "--stock", description = "For a NameNode without patches: the plugin alone.")
  private boolean stock;

  /** Made by the command line. */
  public ClasspathCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (!PATCHED.contains(hadoop) && !(stock && STOCK.contains(hadoop))) {
      throw new ParameterException(spec.commandLine(), refusal());
    }
    StringBuilder entries = new StringBuilder();
    if (!stock) {
      entries.append(PeaceJars.overlay(hadoop)).append(File.pathSeparatorChar);
    }
    entries.append(PeaceJars.plugin());
    PrintWriter out = spec.commandLine().getOut();
    out.println(entries);
    out.flush();
    return ExitCodes.FINE;
  }

  private String refusal() {
    if (STOCK.contains(hadoop)) {
      return "There is no overlay for Hadoop '%s'. Maybe add --stock, for the plugin alone."
          .formatted(hadoop);
    }
    return "Hadoop '%s' is not supported. Maybe use %s, or with --stock %s."
        .formatted(hadoop, String.join(" or ", PATCHED), String.join(" or ", STOCK));
  }
}
