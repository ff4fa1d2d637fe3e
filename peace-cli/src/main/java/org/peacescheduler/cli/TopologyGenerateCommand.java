package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code peace topology generate}: a topology file of what a NameNode knows. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description =
        "Writes a topology file of what Peace in a NameNode knows: its racks and "
            + "datanodes, and what was stated or seen of their links.")
final class TopologyGenerateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--namenode",
      paramLabel = "HOST:PORT",
      description = "The NameNode's web server; else those of Hadoop's configuration.")
  private String nameNode;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the file goes; without it, to standard output.")
  private Path out;

  @Option(names = "--force", description = "Replace FILE if it is there.")
  private boolean force;

  TopologyGenerateCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (out != null) {
      Optional<String> problem = OutputFile.problem("--out", out);
      if (problem.isEmpty() && Files.exists(out) && !force) {
        problem =
            Optional.of(
                "--out %s is there already. Maybe another name, or --force to replace it."
                    .formatted(out));
      }
      if (problem.isPresent()) {
        throw new ParameterException(spec.commandLine(), problem.get());
      }
    }
    RunningTopology running = RunningTopology.of(NameNodeWeb.of(nameNode).topology());
    GeneratedTopology.Result result = GeneratedTopology.of(running, about(running));
    try {
      TopologyReader.parse(result.yaml(), "the generated file");
    } catch (TopologyException e) {
      throw CommandFailure.failed(
          "What the NameNode knows makes no file that could be used:%n%s".formatted(e.getMessage()),
          e);
    }
    PrintWriter err = spec.commandLine().getErr();
    result.notes().forEach(note -> err.println(Wrapped.of(note, "  ")));
    err.flush();
    PrintWriter print = spec.commandLine().getOut();
    if (out == null) {
      print.print(result.yaml());
    } else {
      OutputFile.write(out, result.yaml());
      print.printf("Wrote %s. Maybe look at it: peace topology check %s%n", out, out);
    }
    print.flush();
    return ExitCodes.FINE;
  }

  private static List<String> about(RunningTopology running) {
    return List.of(
        "Written by peace topology generate, of %s.".formatted(Wrapped.printable(running.source())),
        "Look at the links between the switches: the NameNode knows racks, no switches above them.");
  }
}
