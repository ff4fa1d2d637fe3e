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
  static final List<String> SUPPORTED = List.of("3.5.0", "3.4.3");

  @Spec private CommandSpec spec;

  @Option(
      names = "--hadoop",
      paramLabel = "VERSION",
      required = true,
      description = "The NameNode's Hadoop: 3.5.0 or 3.4.3.")
  private String hadoop;

  @Option(names = "--stock", description = "For a NameNode without patches: the plugin alone.")
  private boolean stock;

  /** Made by the command line. */
  public ClasspathCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (!SUPPORTED.contains(hadoop)) {
      throw new ParameterException(
          spec.commandLine(),
          "Hadoop '%s' is not supported. Maybe use %s."
              .formatted(hadoop, String.join(" or ", SUPPORTED)));
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
}
