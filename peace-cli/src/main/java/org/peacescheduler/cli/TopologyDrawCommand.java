package org.peacescheduler.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.export.DotExport;
import org.peacescheduler.network.export.SvgDrawing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace topology draw}: a picture of a topology file's network. */
@Command(
    name = "draw",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description = "Draws the network of a topology file.")
final class TopologyDrawCommand implements Callable<Integer> {
  /** What a picture can be. */
  enum Format {
    SVG,
    DOT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The topology file.")
  private Path file;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private Format format = Format.SVG;

  @Option(
      names = {"--out", "--output"},
      paramLabel = "FILE",
      description = "Where the picture goes; without it, to standard output.")
  private Path output;

  TopologyDrawCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    Optional<String> problem =
        Optional.ofNullable(output).flatMap(file -> OutputFile.problem("--out", file));
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    NetworkModel model = NetworkModel.of(InputFiles.topology(file));
    String picture = format == Format.SVG ? SvgDrawing.of(model) : DotExport.of(model);
    if (output == null) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(picture);
      out.flush();
      return ExitCodes.FINE;
    }
    OutputFile.write(output, picture);
    return ExitCodes.FINE;
  }
}
