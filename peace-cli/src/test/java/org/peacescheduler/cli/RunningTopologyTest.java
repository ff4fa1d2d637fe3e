package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Sight;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.status.Facts;
import org.peacescheduler.status.TopologyJson;

/** {@code peace topology generate} and {@code diff}, of a web server that answers as told. */
class RunningTopologyTest {
  private static final String UNSEEN = "{\"declaredStreams\":2.0}";
  private static final String SEEN = "{\"declaredStreams\":2.0,\"learntBytesPerSecond\":112000000}";

  private static final String FILE =
      """
      version: 1
      streamRate: 60 MB/s
      defaults: {server: {up: 1 Gbit/s, down: 1 Gbit/s}}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 4 Gbit/s}
      servers:
        - {hosts: "svr1.[1-9]", switch: tor1}
        - {hosts: "svr2.[1-9]", switch: tor2, disk: 200 MB/s}
      placement: [same-rack, other-rack]
      """;

  @TempDir private Path folder;
  private HttpServer server;
  private String body;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/peace/topology",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Cli run(String... args) {
    return Cli.run(
        Stream.concat(
                Stream.of(args),
                Stream.of("--namenode", "localhost:" + server.getAddress().getPort()))
            .toArray(String[]::new));
  }

  /** What a NameNode says that has loaded a file, of which it has not seen anything. */
  private String loaded(String yaml, Set<String> without) throws TopologyException, IOException {
    TopologyFile file = TopologyReader.load(Files.writeString(folder.resolve("loaded.yaml"), yaml));
    Coordinator coordinator =
        new Coordinator(
            NetworkModel.of(file.topology()),
            new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1),
            Ends.TOLD,
            () -> Instant.EPOCH,
            event -> {});
    Set<String> hosts =
        file.topology().servers().stream()
            .map(s -> s.host())
            .filter(host -> !without.contains(host))
            .collect(Collectors.toSet());
    return TopologyJson.of(
        coordinator.look(Sight::learntRates),
        new Facts.TopologyFacts("/etc/t.yaml", 0, "0123456789abcdef", unit(file)),
        hosts,
        "active");
  }

  private static String unit(TopologyFile file) {
    return file.unit().name().toLowerCase(Locale.ROOT);
  }

  /** Two racks without a file. */
  private static String rackMap(String stream, String rate, String uplink) {
    StringBuilder servers = new StringBuilder();
    for (int i = 12; i > 0; i--) {
      servers.append(
          "%s{\"host\":\"w%d.corp\",\"switch\":\"/r%d\",\"rack\":\"/r%d\",\"hasDatanode\":true,\"up\":%s,\"down\":%s}"
              .formatted(i == 12 ? "" : ",", i, i > 6 ? 2 : 1, i > 6 ? 2 : 1, rate, rate));
    }
    return """
        {"nameNode":"active","source":"the NameNode's rack map","loadedAt":0,"sha256":"","unit":"chunks",%s
         "placement":[],
         "switches":[{"name":"unmodelled-core","rack":"/unmodelled-core"},{"name":"/r2","rack":"/r2"},{"name":"/r1","rack":"/r1"}],
         "links":[{"from":"/r2","to":"unmodelled-core","there":%s,"back":{"declaredStreams":12.0}},
                  {"from":"/r1","to":"unmodelled-core","there":{"declaredStreams":12.0},"back":{"declaredStreams":12.0}}],
         "servers":[%s]}
        """
        .formatted(stream, uplink, servers);
  }

  @Test
  void generate_nothingIsStatedOrSeen_isAFileThatSaysSo() throws TopologyException {
    body = rackMap("", UNSEEN, "{\"declaredStreams\":12.0}");
    Cli cli = run("topology", "generate");
    assertEquals(0, cli.exitCode(), cli.err());
    assertEquals(
        """
        # Written by peace topology generate, of the NameNode's rack map.
        # Look at the links between the switches: the NameNode knows racks, no switches above them.
        version: 1

        switches:
          - {name: "core"}
          - {name: "r2", rack: "/r2"}
          - {name: "r1", rack: "/r1"}

        links:  # each direction
          - {between: ["r2", "core"], capacity: 12}  # Assumed: write the bandwidth.
          - {between: ["r1", "core"], capacity: 12}  # Assumed: write the bandwidth.

        servers:
          - {hosts: "w[7-12].corp", switch: "r2", up: 2, down: 2}  # Assumed: write the bandwidth.
          - {hosts: "w[1-6].corp", switch: "r1", up: 2, down: 2}  # Assumed: write the bandwidth.
        """,
        cli.out());
    assertTrue(cli.err().contains("Nothing has been seen of the links yet"), cli.err());
    assertEquals(12, TopologyReader.parse(cli.out(), "t").servers().size());
  }

  @Test
  void generate_oneRack_isAFileWithoutACoreThatLeadsNowhere() throws Exception {
    body =
        """
        {"nameNode":"active","source":"the NameNode's rack map","loadedAt":0,"sha256":"","unit":"chunks",
         "placement":[],
         "switches":[{"name":"unmodelled-core","rack":"/unmodelled-core"},{"name":"/r1","rack":"/r1"}],
         "links":[{"from":"/r1","to":"unmodelled-core","there":{"declaredStreams":4.0},"back":{"declaredStreams":4.0}}],
         "servers":[{"host":"w1","switch":"/r1","rack":"/r1","hasDatanode":true,
                     "up":{"declaredStreams":2.0},"down":{"declaredStreams":2.0}}]}
        """;
    Cli cli = run("topology", "generate");
    assertEquals(0, cli.exitCode(), cli.err());
    assertEquals(
        """
        # Written by peace topology generate, of the NameNode's rack map.
        # Look at the links between the switches: the NameNode knows racks, no switches above them.
        version: 1

        switches:
          - {name: "r1", rack: "/r1"}

        servers:
          - {hosts: "w1", switch: "r1", up: 2, down: 2}  # Assumed: write the bandwidth.
        """,
        cli.out());
  }

  @Test
  void generate_linksWereSeen_areBandwidths() throws IOException, TopologyException {
    body =
        rackMap(
            "\"learntStreamBytesPerSecond\":60000000,",
            SEEN,
            "{\"declaredStreams\":12.0,\"learntBytesPerSecond\":450000000}");
    Path out = folder.resolve("t.yaml");
    Cli cli = run("topology", "generate", "--out", out.toString());
    assertEquals(0, cli.exitCode(), cli.err());
    assertEquals(
        "Wrote %s. Maybe look at it: peace topology check %1$s%n".formatted(out), cli.out());
    String yaml = Files.readString(out);
    for (String part :
        List.of(
            "streamRate: 480 Mbit/s  # what one writer reaches alone, as it was seen\n",
            "{between: [\"r2\", \"core\"], capacity: 3.6 Gbit/s}  # seen\n",
            "{between: [\"r1\", \"core\"], capacity: 12}  # Assumed: write the bandwidth.\n",
            "switch: \"r1\", up: 896 Mbit/s, down: 896 Mbit/s}  # seen\n")) {
      assertTrue(yaml.contains(part), yaml);
    }
    TopologyReader.parse(yaml, "t");
    Cli again = run("topology", "generate", "--out", out.toString());
    assertEquals(2, again.exitCode());
    assertTrue(again.err().startsWith("--out " + out + " is there already."), again.err());
    assertEquals(0, run("topology", "generate", "--out", out.toString(), "--force").exitCode());
  }

  @Test
  void generate_fileWasLoaded_isThatFile() throws Exception {
    body = loaded(FILE, Set.of("svr1.9"));
    Cli cli = run("topology", "generate");
    assertEquals(0, cli.exitCode(), cli.err());
    assertTrue(cli.err().contains("1 server is in the NameNode's file without a datanode."));
    assertTrue(cli.out().contains("hosts: \"svr2.[1-9]\", switch: \"tor2\", up: 1 Gbit/s"));
    body = loaded(FILE, Set.of());
    Path generated = Files.writeString(folder.resolve("t.yaml"), cli.out());
    Cli diff = run("topology", "diff", generated.toString());
    assertEquals(0, diff.exitCode(), diff.out());
    assertTrue(diff.out().endsWith("t.yaml does not differ.\n"), diff.out());
  }

  @Test
  void generate_numbersBesideAStreamRate_stayNumbers() throws Exception {
    body =
        loaded(
            """
            version: 1
            streamRate: 60 MB/s
            switches: [{name: tor1}]
            servers: [{hosts: "a[1-3]", switch: tor1, up: 2, down: 100 MB/s}]
            """,
            Set.of());
    Cli cli = run("topology", "generate");
    assertTrue(cli.out().contains("up: 2, down: 800 Mbit/s"), cli.out());
    assertTrue(cli.out().contains("streamRate: 480 Mbit/s"), cli.out());
  }

  /** The table's rows, their cells apart. */
  private static List<String> rows(Cli cli) {
    return cli.out()
        .lines()
        .dropWhile(line -> !line.startsWith("what"))
        .map(line -> line.strip().replaceAll(" {2,}", "|"))
        .toList();
  }

  @Test
  void diff_fileIsAnother_saysInWhat() throws Exception {
    body =
        loaded(FILE, Set.of("svr1.3"))
            .replace(
                "\"there\":{\"declaredBytesPerSecond\":500000000}",
                "\"there\":{\"declaredBytesPerSecond\":500000000,\"learntBytesPerSecond\":240000000}");
    String other =
        FILE.replace("4 Gbit/s", "5 Gbit/s")
            .replace("[1-9]\", switch: tor1", "[1-8]\", switch: tor1, down: 2 Gbit/s")
            .replace(", other-rack", "");
    Path file = Files.writeString(folder.resolve("t.yaml"), other);
    Cli cli = run("topology", "diff", file.toString());
    assertEquals(1, cli.exitCode(), cli.err());
    assertTrue(cli.out().lines().allMatch(line -> line.length() <= 80), cli.out());
    assertEquals(
        List.of(
            "what|of|in the file|in the NameNode|seen",
            "placement|same-rack|…-rack, other-rack|-",
            "link|tor1 - tor2|5 Gbit/s|4 Gbit/s|1.92 Gbit/s",
            "down|svr1.[1-8]|2 Gbit/s|1 Gbit/s|-",
            "server|svr1.3|tor1|no datanode|-",
            "server|svr1.9|-|tor1|-"),
        rows(cli));
    Cli json = run("topology", "diff", file.toString(), "--json");
    assertEquals(1, json.exitCode());
    assertTrue(json.out().contains("\"nameNode\" : \"same-rack, other-rack\""), json.out());
  }

  @Test
  void diff_hostsAreWrittenOtherwise_areTheSame() throws Exception {
    body = loaded(FILE.replace("svr1.[1-9]", "a[1-9].corp"), Set.of());
    Path file = Files.writeString(folder.resolve("t.yaml"), FILE.replace("svr1.[1-9]", "A[1-9]"));
    Cli cli = run("topology", "diff", file.toString());
    assertEquals(0, cli.exitCode(), cli.out());
  }

  @Test
  void diff_nameNodeHasNoFile_showsWhatWasSeen() throws Exception {
    body = rackMap("", SEEN, "{\"declaredStreams\":12.0}");
    Path file =
        Files.writeString(
            folder.resolve("t.yaml"),
            """
            version: 1
            switches: [{name: t1, rack: /r1}, {name: t2, rack: /r2}]
            links: [{between: [t1, t2], capacity: 4 Gbit/s}]
            servers: [{hosts: "w[1-6].corp", switch: t1, up: 1 Gbit/s, down: 1 Gbit/s},
              {hosts: "w[7-12].corp", switch: t2, up: 1 Gbit/s, down: 1 Gbit/s}]
            """);
    Cli cli = run("topology", "diff", file.toString());
    assertEquals(1, cli.exitCode());
    assertEquals(
        List.of(
            "what|of|in the file|in the NameNode|seen",
            "rack|unmodelled-core|-|/unmodelled-core|-",
            "link|t1 - t2|4 Gbit/s|-|-",
            "link|t1 - unmodelled-core|-|… streams, assumed|-",
            "link|t2 - unmodelled-core|-|… streams, assumed|-",
            "up|w[1-12].corp|1 Gbit/s|2 streams, assumed|896 Mbit/s",
            "down|w[1-12].corp|1 Gbit/s|2 streams, assumed|896 Mbit/s"),
        rows(cli));
  }

  @Test
  void topology_noCommand_saysWhichThereAre() {
    Cli cli = Cli.run("topology");
    assertEquals(2, cli.exitCode());
    assertTrue(cli.err().startsWith("No command given: check, diff, draw or generate."));
  }
}
