package org.peacescheduler.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.peacescheduler.measure.TextTable;
import org.peacescheduler.measure.Wrapped;
import org.peacescheduler.status.Text;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code peace status}: what Peace in a NameNode does now, in 80 columns or as JSON. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what Peace in a NameNode does now: who waits and for whom, what links "
          + "carry, which chunks did not wait and why.",
      "Paths of others are for superusers."
    })
public final class StatusCommand implements CliCommand {
  private static final int MOST_ROWS = 20;
  private static final int NAME = 24;
  private static final int HASH = 12;
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "The NameNode's web server; else those of Hadoop's configuration.")
  private String address;

  @Option(names = "--watch", description = "Shows it anew every two seconds, until Ctrl-C.")
  private boolean watch;

  @Option(names = "--json", description = "Prints the NameNode's JSON document.")
  private boolean json;

  /** Made by the command line. */
  public StatusCommand() {}

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    NameNodeWeb web = NameNodeWeb.of(address);
    PrintWriter out = spec.commandLine().getOut();
    do {
      JsonNode status = web.status();
      out.print(watch && !json ? CLEAR : "");
      out.println(json ? status.toPrettyString() : text(status));
      out.flush();
      if (watch) {
        Thread.sleep(2_000);
      }
    } while (watch && !out.checkError());
    return ExitCodes.FINE;
  }

  /** A status for a terminal. */
  static String text(JsonNode status) {
    List<String> parts = new ArrayList<>();
    parts.add(head(status));
    List<String> summary = new ArrayList<>();
    status.path("summary").forEach(line -> summary.add(Wrapped.of(line.asText(), "  ")));
    parts.add(String.join(System.lineSeparator(), summary));
    parts.add(links(status));
    if (status.path("waiting").path("groups").size() > 0) {
      parts.add(groups(status));
    }
    status
        .path("notUsed")
        .forEach(
            node ->
                parts.add(
                    Wrapped.of(
                        "No chunks on %s: %s."
                            .formatted(node.path("node").asText(), node.path("reason").asText()),
                        "  ")));
    return String.join(System.lineSeparator() + System.lineSeparator(), parts);
  }

  private static String head(JsonNode status) {
    JsonNode topology = status.path("topology");
    String hash = topology.path("sha256").asText();
    String first =
        "Peace %s, mode %s, on a %s NameNode (%s), order %s"
            .formatted(
                status.path("version").asText(),
                status.path("mode").asText(),
                status.path("binding").asText(),
                status.path("nameNode").asText(),
                status.path("order").asText());
    String second =
        "Topology %s, loaded at %s%s: %s, %d %s; a stream %s/s"
            .formatted(
                topology.path("source").asText(),
                Text.dateAndTime(topology.path("loadedAt").asLong()),
                hash.isEmpty() ? "" : ", SHA-256 " + hash.substring(0, HASH),
                Text.count(topology.path("servers").asInt(), "server"),
                topology.path("switches").asInt(),
                topology.path("switches").asInt() == 1 ? "switch" : "switches",
                Text.bytes(status.path("streamBytesPerSecond").asDouble()));
    return Wrapped.of(first, "  ") + System.lineSeparator() + Wrapped.of(second, "  ");
  }

  private static String links(JsonNode status) {
    TextTable table = new TextTable(1, List.of("link", "declared", "believed", "used", "use"));
    int rows = 0;
    int left = 0;
    for (String kind : List.of("links", "serverLinks")) {
      for (JsonNode link : status.path(kind)) {
        if (rows++ < MOST_ROWS) {
          table.row(row(link));
        } else {
          left++;
        }
      }
      left += status.path(kind + "LeftOff").asInt();
    }
    String more = left == 0 ? "" : System.lineSeparator() + left + " more; --json has them";
    return (table + more).stripTrailing();
  }

  private static List<String> row(JsonNode link) {
    JsonNode declared = link.path("declaredBytesPerSecond");
    return List.of(
        Wrapped.cut(link.path("link").asText(), NAME + 2),
        declared.isMissingNode()
            ? Text.count((long) link.path("declaredStreams").asDouble(), "stream")
            // The file has bits, as networks are sold; what is beside it has bytes, as files are.
            : "%s/s (%s)"
                .formatted(Text.bytes(declared.asDouble()), Text.bits(declared.asDouble())),
        Text.bytes(link.path("believedBytesPerSecond").asDouble()) + "/s",
        Text.bytes(link.path("usedBytesPerSecond").asDouble()) + "/s",
        String.format(Locale.ROOT, "%.0f %%", 100 * link.path("use").asDouble()));
  }

  private static String groups(JsonNode status) {
    TextTable table =
        new TextTable(3, List.of("group", "user", "blocked by", "chunks", "waits", "to go"));
    int left = status.path("waiting").path("groupsLeftOff").asInt();
    int rows = 0;
    for (JsonNode group : status.path("waiting").path("groups")) {
      if (rows++ >= MOST_ROWS) {
        left++;
        continue;
      }
      String name = group.path("name").asText();
      int more = group.path("blockedBy").size() - 1;
      table.row(
          List.of(
              Wrapped.cut(
                  group.path("place").asInt()
                      + " "
                      + (name.isEmpty() ? "from " + group.path("writer").asText() : name),
                  NAME),
              Wrapped.cut(group.path("user").asText(), 10),
              Wrapped.cut(group.path("blockedBy").path(0).asText(), NAME - 6)
                  + (more > 0 ? " +" + more : ""),
              group.path("chunks").asText(),
              Text.duration(group.path("waitedMillis").asLong()),
              Text.duration(group.path("expectedMillis").asLong())));
    }
    String rest = left == 0 ? "" : System.lineSeparator() + left + " more; --json has them";
    return (table + rest).stripTrailing();
  }
}
