package org.peacescheduler.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.peacescheduler.client.TurnRequests;
import org.peacescheduler.client.TurnRequests.Known;
import org.peacescheduler.measure.Output;
import org.peacescheduler.measure.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code peace requests}: the user's requests for turns, or the end of one.
 *
 * <p>Exit codes: 0 fine, 1 the NameNode takes no requests or knows none with this id, 2 wrong use,
 * 3 a bad configuration directory.
 */
@Command(
    name = "requests",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Lists this user's requests for turns that a NameNode knows, oldest first, or "
            + "cancels one. docs/turns.md has more.")
final class RequestsCommand implements CliCommand {
  @Option(
      names = "--fs",
      paramLabel = "URI",
      description = "The NameNode, such as hdfs://nn:8020; without it, fs.defaultFS of --conf.")
  private String fs;

  @Option(names = "--cancel", paramLabel = "ID", description = "The request that is to end.")
  private String cancel;

  @Mixin private HadoopOptions hadoop;
  @Mixin private Output output;

  @Override
  public Integer call() throws CommandFailure {
    Configuration conf = hadoop.configuration();
    URI uri = fs == null ? FileSystem.getDefaultUri(conf) : named(fs);
    try (TurnRequests requests = TurnRequests.of(uri, conf)) {
      if (cancel != null) {
        cancel(requests::cancel, cancel);
        output.say(cancel + " is cancelled");
      } else {
        print(requests.list());
      }
      return ExitCodes.FINE;
    } catch (IOException | IllegalArgumentException e) { // Hadoop's for a host that is unknown.
      throw notAnswered(e);
    }
  }

  private static URI named(String fs) throws CommandFailure {
    try {
      return URI.create(fs);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.wrongUse(
          "--fs %s is no address.%nMaybe --fs hdfs://nn:8020.".formatted(fs), e);
    }
  }

  /** What ends a request. */
  interface Canceller {
    void cancel(String id) throws IOException;
  }

  /** Ends a request. Where there is none, to ask for it again, as its client does, is no remedy. */
  static void cancel(Canceller canceller, String id) throws CommandFailure, IOException {
    try {
      canceller.cancel(id);
    } catch (FileNotFoundException e) {
      throw CommandFailure.failed(
          "There is no request '%s' of this user.%nMaybe it has ended, or is another user's: 'peace requests' lists yours."
              .formatted(id),
          e);
    }
  }

  /** The NameNode does not say what it was asked. */
  static CommandFailure notAnswered(Exception e) {
    return CommandFailure.failed(
        new HdfsProblem(e)
            .text(
                "Maybe security.peace.protocol.acl in the NameNode's hadoop-policy.xml leaves this"
                    + " user out.",
                "Maybe the NameNode is down, or has another host or port: fs.defaultFS and"
                    + " dfs.namenode.peace.rpc-address name them."),
        e);
  }

  private void print(List<Known> all) throws IOException {
    if (output.isJson()) {
      output.print(json(all) + System.lineSeparator());
    } else {
      output.print(text(all));
    }
  }

  /** Requests for a terminal. */
  static String text(List<Known> all) {
    TextTable table =
        new TextTable(
            3,
            List.of("id", "prefix", "waits for", "state", "position", "bytes", "age", "expected"));
    for (Known known : all) {
      table.row(
          List.of(
              known.id(),
              known.prefix(),
              known.blockedBy().stream().limit(2).collect(Collectors.joining(", ")),
              known.state(),
              known.position() == 0 ? "" : Integer.toString(known.position()),
              Long.toString(known.bytes()),
              seconds(known.age()),
              known.expected().map(RequestsCommand::seconds).orElse("")));
    }
    return table.toString();
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
  }

  private static String json(List<Known> all) throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode document = mapper.createObjectNode();
    ArrayNode requests = document.putArray("requests");
    for (Known known : all) {
      ObjectNode one = requests.addObject();
      one.put("id", known.id());
      one.put("state", known.state());
      one.put("prefix", known.prefix());
      one.put("bytes", known.bytes());
      one.put("position", known.position());
      one.put("age", known.age().toMillis() / 1e3);
      known.expected().ifPresent(time -> one.put("expected", time.toMillis() / 1e3));
      known.blockedBy().forEach(one.putArray("blockedBy")::add);
    }
    return mapper.writeValueAsString(document);
  }
}
