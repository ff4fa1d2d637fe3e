package org.peacescheduler.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.status.Text;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace topology diff}: a file beside the network that a NameNode schedules on. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    versionProvider = PeaceCommand.Version.class,
    description = {
      "Compares a topology file with the network that Peace in a NameNode schedules "
          + "on, and with what it has seen of the links.",
      "Ends with 0 if nothing differs, with 1 if something does."
    })
final class TopologyDiffCommand implements Callable<Integer> {
  private static final int LONGEST = 26;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The topology file.")
  private Path file;

  @Option(
      names = "--namenode",
      paramLabel = "HOST:PORT",
      description = "The NameNode's web server; else those of Hadoop's configuration.")
  private String nameNode;

  @Option(names = "--json", description = "Print one JSON document, and nothing else.")
  private boolean json;

  TopologyDiffCommand() {}

  @Override
  public Integer call() throws CommandFailure {
    NameNodeWeb web = NameNodeWeb.of(nameNode);
    TopologyFile read = InputFiles.topologyFile(file);
    RunningTopology running = RunningTopology.of(web.topology());
    List<TopologyDifferences.Difference> differences = TopologyDifferences.of(read, running);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(document(running, differences).toPrettyString());
    } else {
      out.print(text(running, differences));
    }
    out.flush();
    return differences.isEmpty() ? ExitCodes.FINE : ExitCodes.FAILED;
  }

  private String text(RunningTopology running, List<TopologyDifferences.Difference> differences) {
    String loaded =
        "The NameNode's network is of %s, loaded at %s."
            .formatted(running.source(), Text.dateAndTime(running.loadedAt()));
    String end = System.lineSeparator();
    if (differences.isEmpty()) {
      return Wrapped.of(loaded, "  ") + end + Wrapped.of(file + " does not differ.", "  ") + end;
    }
    TextTable table =
        new TextTable(2, List.of("what", "of", "in the file", "in the NameNode", "seen"));
    for (TopologyDifferences.Difference d : differences) {
      table.row(
          List.of(
              d.what(),
              Wrapped.cut(d.name(), LONGEST),
              Wrapped.cut(d.file(), LONGEST - 10),
              Wrapped.cut(d.nameNode(), LONGEST - 8),
              d.seen()));
    }
    return Wrapped.of(loaded, "  ") + end + end + table;
  }

  private ObjectNode document(
      RunningTopology running, List<TopologyDifferences.Difference> differences) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("file", file.toString());
    root.put("loaded", running.source());
    root.put("loadedAt", running.loadedAt());
    root.put("sha256", running.sha256());
    ArrayNode all = root.putArray("differences");
    for (TopologyDifferences.Difference d : differences) {
      all.addObject()
          .put("what", d.what())
          .put("of", d.name())
          .put("file", d.file())
          .put("nameNode", d.nameNode())
          .put("seen", d.seen());
    }
    return root;
  }
}
