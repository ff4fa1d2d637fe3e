package org.peacescheduler.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.status.ExplanationJson;
import org.peacescheduler.status.Text;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace explain}: why a file's chunks waited, or did not, in sentences or as JSON. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says why the chunks of a file, a directory or a group wait, waited, or did "
          + "not, and who was before them: of the last hour at most, from a NameNode, or "
          + "from a trace file.",
      "Files of others are for superusers."
    })
public final class ExplainCommand implements CliCommand {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "PATH|GROUP",
      description = "A file, a directory, or the name of a group.")
  private String what;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "The NameNode's web server; else those of Hadoop's configuration.")
  private String address;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "A trace file (dfs.namenode.peace.trace.file) instead of a NameNode.")
  private Path trace;

  @Option(names = "--json", description = "Prints a JSON document.")
  private boolean json;

  /** Made by the command line. */
  public ExplainCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    if (trace != null && address != null) {
      throw new ParameterException(
          spec.commandLine(), "There is a trace file and a NameNode. Maybe leave one of them out.");
    }
    if (trace == null && address == null && NameNodeWeb.isAddress(what) && !NameNodeWeb.isNamed()) {
      throw new ParameterException(
          spec.commandLine(),
          "The path or group is missing, and '%s' is a NameNode's address.%nMaybe put the path before it: peace explain /path %s"
              .formatted(what, what));
    }
    JsonNode explanation =
        trace == null ? NameNodeWeb.of(address).explanation(what) : ofTrace(trace, what);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? explanation.toPrettyString() : text(explanation));
    out.flush();
    return explanation.path("chunks").isEmpty() ? ExitCodes.FAILED : ExitCodes.FINE;
  }

  private static JsonNode ofTrace(Path trace, String what) throws CommandFailure {
    try {
      return new ObjectMapper().readTree(ExplanationJson.of(TraceEvents.read(trace), what));
    } catch (NoSuchFileException e) {
      throw CommandFailure.badInput(
          "There is no file '%s'.%nMaybe name a trace file that Peace has written (dfs.namenode.peace.trace.file)."
              .formatted(trace),
          e);
    } catch (IOException e) {
      throw CommandFailure.badInput(
          "'%s' cannot be read: %s%nMaybe name a trace file that Peace has written."
              .formatted(trace, e.getMessage()),
          e);
    }
  }

  /** An explanation for a terminal. */
  static String text(JsonNode explanation) {
    List<String> parts = new ArrayList<>();
    for (JsonNode chunk : explanation.path("chunks")) {
      List<String> sentences = new ArrayList<>();
      chunk.path("sentences").forEach(sentence -> sentences.add(sentence.asText()));
      parts.add(Wrapped.of(String.join(" ", sentences), "  "));
      int left = chunk.path("notChosenLeftOff").asInt();
      for (JsonNode node : chunk.path("notChosen")) {
        parts.add(
            Wrapped.of(
                "  Not %s: %s.".formatted(node.path("node").asText(), node.path("reason").asText()),
                "    "));
      }
      if (left > 0) {
        parts.add("  " + Text.count(left, "more datanode") + "; --json has their number only.");
      }
    }
    if (parts.isEmpty()) {
      parts.add(Wrapped.of(explanation.path("nothingKnown").asText(), "  "));
    }
    return String.join(System.lineSeparator(), parts);
  }
}
