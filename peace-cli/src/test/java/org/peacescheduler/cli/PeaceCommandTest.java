package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class PeaceCommandTest {
  private static final String REQUESTS = Cli.inCheckout("conf/requests-figure5.yaml").toString();
  private static final String FIGURE_5 = Cli.inCheckout("conf/topology-figure5.yaml").toString();

  @TempDir Path folder;

  @AfterEach
  void forgetHome() {
    System.clearProperty(PeaceJars.HOME);
  }

  @Test
  void peace_withoutACommand_endsWithTwoAndTheUsage() {
    Cli cli = Cli.run();
    assertEquals(2, cli.exitCode());
    assertEquals("", cli.out());
    assertTrue(cli.err().startsWith("No command given."), cli.err());
    assertTrue(cli.err().contains("Usage: peace"), cli.err());
  }

  @Test
  void peace_unknownCommand_endsWithTwoAndAGuess() {
    Cli cli = Cli.run("plann");
    assertEquals(2, cli.exitCode());
    List<String> lines = cli.err().lines().toList();
    assertEquals("Unmatched argument at index 0: 'plann'", lines.get(0));
    assertTrue(lines.get(1).startsWith("Did you mean: peace plan"), cli.err());
    assertEquals(List.of("Try 'peace --help'."), lines.subList(2, lines.size()));
  }

  @Test
  void command_wrongOption_endsWithTwoAGuessAndNoUsage() {
    assertWrongUse(
        """
        Unknown option: '--replicatoin'
        Possible solutions: --replication
        Try 'peace topology check --help'.
        """,
        "topology",
        "check",
        FIGURE_5,
        "--replicatoin");
    assertWrongUse(
        """
        Unknown option: '--no-such'
        Try 'peace explain --help'.
        """,
        "explain",
        "/a",
        "--no-such");
    assertWrongUse(
        """
        Invalid value for option '--replication': 'three' is not an int
        Try 'peace topology check --help'.
        """,
        "topology",
        "check",
        "--replication=three",
        FIGURE_5);
  }

  private static void assertWrongUse(String said, String... arguments) {
    assertEquals(new Cli(2, "", said), Cli.run(arguments));
  }

  @Test
  void topology_withoutACommand_endsWithTwoAndTheUsage() {
    Cli cli = Cli.run("topology");
    assertEquals(2, cli.exitCode());
    assertTrue(cli.err().startsWith("No command given: check, diff"), cli.err());
    assertTrue(cli.err().contains("Usage: peace topology"), cli.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "topology", "topology check", "topology draw", "classpath", ""})
  void help_everyCommand_isOnStandardOutput(String command) {
    String[] words = (command + " --help").strip().split(" ");
    Cli cli = Cli.run(words);
    assertEquals(0, cli.exitCode());
    assertTrue(cli.out().startsWith("Usage: peace"), cli.out());
    assertEquals("", cli.err());
    Cli version = Cli.run((command + " --version").strip().split(" "));
    assertEquals(0, version.exitCode());
    assertTrue(version.out().startsWith("Peace "), version.out());
  }

  @Test
  void help_commands_areListedInAlphabeticalOrder() {
    String help = Cli.run("--help").out();
    assertTrue(help.indexOf("  classpath") < help.indexOf("  plan"), help);
    assertTrue(help.indexOf("  plan") < help.indexOf("  topology"), help);
  }

  @Test
  void laboratory_notOnTheClassPath_saysWhereItRuns() {
    Cli cli = Cli.run("testbed", "--topology", "t.yaml");
    assertEquals(1, cli.exitCode());
    assertEquals("", cli.out());
    assertEquals(
        "'testbed' is part of Peace's laboratory.\nMaybe run it in a checkout of Peace.\n",
        cli.err());
    String help = Cli.run("--help").out();
    assertFalse(help.contains("  testbed"), help);
  }

  @Command(name = "broken")
  static final class Broken implements CliCommand {
    @Override
    public Integer call() {
      throw new IllegalStateException("the disk is on fire");
    }
  }

  @Test
  void unexpectedError_isOneLineWithoutATrace() {
    assertEquals(
        "peace broken failed: the disk is on fire\nMaybe set PEACE_DEBUG=1 to see where.\n",
        runBroken(false));
    assertTrue(runBroken(true).contains("\tat org.peacescheduler.cli"));
  }

  private static String runBroken(boolean withTrace) {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new PeaceCommand());
    line.addSubcommand("broken", new Broken());
    line.setExecutionExceptionHandler(PeaceCommand.errors(withTrace));
    line.setErr(new PrintWriter(err));
    assertEquals(1, line.execute("broken"));
    return err.toString().replace(System.lineSeparator(), "\n");
  }

  @Command(name = "hungry")
  static final class Hungry implements CliCommand {
    @Override
    public Integer call() {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  @Test
  void run_memoryIsFull_saysHowToGetMore() {
    CommandLine line = new CommandLine(new PeaceCommand());
    line.addSubcommand("hungry", new Hungry());
    assertEquals(
        """
        peace failed: java.lang.OutOfMemoryError: Java heap space
        Maybe give it more memory: PEACE_JAVA_OPTS=-Xmx4g.
        """,
        runFailing(() -> line, "hungry"));
  }

  @Test
  void run_commandThatCannotBeLoaded_isOneLineWithoutATrace() {
    assertEquals(
        """
        peace failed: java.util.ServiceConfigurationError: no such provider
        Maybe set PEACE_DEBUG=1 to see where.
        """,
        runFailing(
            () -> {
              throw new ServiceConfigurationError("no such provider");
            },
            "plan"));
  }

  private static String runFailing(Supplier<CommandLine> commandLine, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertEquals(
        1,
        PeaceCommand.run(commandLine, new PrintStream(new ByteArrayOutputStream()), stderr, args));
    return err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void run_resultThatCannotBeWritten_endsWithOne() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    String plan = "plan --topology " + FIGURE_5 + " --requests " + REQUESTS;
    for (String command :
        List.of("topology draw " + FIGURE_5, "topology check --json " + FIGURE_5, plan, "--help")) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      assertEquals(1, run(new PrintStream(full), err, command.split(" ")), command);
      assertEquals(
          "The result could not be written to standard output completely.\n"
              + "Maybe the disk is full, or whatever reads it ended early.\n",
          err.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"));
    }
  }

  @Test
  void run_anyLocale_writesUtf8() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.yaml"),
            """
            version: 1
            switches: [{name: tør1}]
            servers: [{hosts: "sørver[1-2]", switch: tør1}]
            """);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream ascii = new PrintStream(out, true, StandardCharsets.US_ASCII);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertEquals(0, run(ascii, err, "topology", "draw", file.toString()));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("sørver1"), out::toString);
    assertEquals(0, err.size());
    Files.writeString(file, Files.readString(file).replace("version: 1", "version: ü"));
    assertEquals(3, run(ascii, err, "topology", "draw", file.toString()));
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("'ü'"), err::toString);
  }

  private static int run(PrintStream stdout, ByteArrayOutputStream err, String... args) {
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.US_ASCII);
    return PeaceCommand.run(PeaceCommand::commandLine, stdout, stderr, args);
  }

  @Test
  void check_moreReplicasThanHdfsHas_isWrongUse() {
    for (String replication : List.of("0", "513", "2000000000")) {
      Cli cli = Cli.run("topology", "check", "--replication", replication, FIGURE_5);
      assertEquals(2, cli.exitCode());
      assertTrue(
          cli.err().startsWith("--replication is " + replication + "; it has to be 1 to 512."),
          cli.err());
    }
  }

  @Test
  void check_goodFile_analysesIt() throws IOException {
    Cli cli = Cli.run("topology", "check", FIGURE_5);
    assertEquals(0, cli.exitCode());
    assertTrue(cli.out().contains("4 servers, 2 switches"), cli.out());
    assertTrue(cli.out().contains("Bisection: 1 "), cli.out());
    Cli json = Cli.run("topology", "check", "--json", FIGURE_5);
    assertEquals(0, json.exitCode());
    JsonNode root = new ObjectMapper().readTree(json.out());
    assertEquals(4, root.get("servers").intValue());
    assertEquals(2, root.get("racks").intValue());
    assertEquals(1, root.get("links").intValue());
    assertEquals(2.0, root.get("switches").get(0).get("oversubscription").doubleValue());
    assertEquals(1, root.get("bisection").get("capacity").intValue());
    assertTrue(root.get("pipelines").size() >= 3);
    assertTrue(root.get("warnings").isArray());
  }

  @Test
  void check_replication_isAmongThePipelines() throws IOException {
    assertTrue(
        Cli.run("topology", "check", FIGURE_5, "--replication=5").out().contains("5 replicas"));
    Cli json = Cli.run("topology", "check", "--json", "--replication=5", FIGURE_5);
    assertEquals(
        "1, 2, 3, 5",
        new ObjectMapper()
            .readTree(json.out()).get("pipelines").findValuesAsText("replication").stream()
                .collect(Collectors.joining(", ")));
  }

  @Test
  void check_switchesWithoutServers_areNoRacks() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("core.yaml"),
            """
            version: 1
            switches: [{name: core}, {name: tor1}, {name: tor2}]
            links: [{between: [tor1, core], capacity: 4}, {between: [tor2, core], capacity: 4}]
            servers: [{hosts: "a[1-4]", switch: tor1}, {hosts: "b[1-4]", switch: tor2}]
            """);
    JsonNode root =
        new ObjectMapper().readTree(Cli.run("topology", "check", "--json", "" + file).out());
    assertEquals(2, root.get("racks").intValue());
  }

  @Test
  void check_smallRacksWithBandwidths_saysThatPlacesAreDivided() throws IOException {
    String yaml =
        """
        version: 1
        streamRate: 100 MB/s
        defaults: {server: {up: %1$s, down: %1$s}}
        switches: [{name: tor1}, {name: tor2}]
        links: [{between: [tor1, tor2], capacity: 10 Gbit/s}]
        servers: [{hosts: "a[1-4]", switch: tor1}, {hosts: "b[1-4]", switch: tor2}]
        """;
    Path bandwidths = Files.writeString(folder.resolve("b.yaml"), yaml.formatted("1 Gbit/s"));
    Path chunks = Files.writeString(folder.resolve("c.yaml"), yaml.formatted("1"));

    String said = "2 times as many chunks at a time";
    assertTrue(inOneLine(Cli.run("topology", "check", "" + bandwidths).out()).contains(said));
    assertFalse(inOneLine(Cli.run("topology", "check", "" + chunks).out()).contains(said));
    ObjectMapper json = new ObjectMapper();
    String divided = Cli.run("topology", "check", "--json", "" + bandwidths).out();
    assertEquals(2, json.readTree(divided).get("parts").intValue());
    String asTheFileSays = Cli.run("topology", "check", "--json", "" + chunks).out();
    assertEquals(1, json.readTree(asTheFileSays).get("parts").intValue());
    assertEquals(
        "the servers' links are given as numbers of chunks",
        json.readTree(asTheFileSays).get("partsReason").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1-4   | 2          | Streams are not divided: the servers' links are given as numbers of chunks.
          1-300 | 1 Gbit/s   | Streams are not divided: there are more than 200 servers, which leave hardly a link idle.
          1-4   | 10 Gbit/s  | Streams are not divided: each server's link carries 12 chunks at a time.
          1-40  | 800 Mbit/s | Streams are not divided: a burst of all servers is done no later than without Peace.
          """)
  void check_streamsAreNotDivided_saysWhy(String hosts, String link, String said)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("why.yaml"),
            """
            version: 1
            streamRate: 100 MB/s
            defaults: {server: {up: %1$s, down: %1$s}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 400 Gbit/s}]
            servers: [{hosts: "a[%2$s]", switch: tor1}, {hosts: "b[%2$s]", switch: tor2}]
            """
                .formatted(link, hosts));
    String out = Cli.run("topology", "check", "" + file).out();
    assertTrue(inOneLine(out).endsWith(said), out);
  }

  private static String inOneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  @Test
  void check_bandwidths_areInTheUnitsOfTheFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("units.yaml"),
            """
            version: 1
            streamRate: 60 MB/s
            defaults: {server: {up: 10 Gbit/s, down: 10 Gbit/s, disk: 500 MB/s}}
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 2.5 Gbit/s}]
            servers: [{hosts: "a[1-8]", switch: tor1}, {hosts: n1-8, switch: tor2}]
            """);
    assertEquals(
        """
        %1$s: 9 servers, 2 switches, 1 link between switches. Capacities are those of each direction; \
        a chunk takes 480 Mbit/s.

        switch  layer  servers  from them    to them         out  oversubscribed
        tor1        0        8  80 Gbit/s  80 Gbit/s  2.5 Gbit/s       32.00 : 1
        tor2        0        1  10 Gbit/s  10 Gbit/s  2.5 Gbit/s        4.00 : 1

        Bisection: 2.5 Gbit/s between 1 server (on tor2) and the other 8; exact: the switches form a \
        tree.

        Pipelines per timestep:
        pipelines   placement                     full first              most  planned
        1 replica   local                         disks on tor[1-2]         72       72
        2 replicas  local, other-rack             tor1->tor2; tor2->tor1    10        8
        3 replicas  local, other-rack, same-rack  tor1->tor2; tor2->tor1    10        5

        PEACE-NET-001 switch 'tor1' has 8 servers, but its links to other switches carry 2.5 \
        Gbit/s, 5 chunks at a time.
        Maybe a link is missing or its capacity is in another unit; otherwise writes to other racks \
        will wait for each other.

        PEACE-NET-002 the disks of 9 servers from 'a1' on take 4 Gbit/s, their links bring 10 \
        Gbit/s.
        Maybe that is so; then the disks, not the network, limit the writes there.

        PEACE-TOPO-101 %1$s:6 servers[1].hosts: 'n1-8' is the name of one host.
        Maybe write "n[1-8]" for 8 hosts.

        Streams are not divided: each server's link carries 20 chunks at a time.
        """
            .formatted(file),
        Cli.run("topology", "check", "" + file).out().replaceAll("\n {2}(?! )", " "));
  }

  @Test
  void check_badFile_reportsEveryProblemAndEndsWithThree() throws IOException {
    Path bad =
        Files.writeString(
            folder.resolve("bad.yaml"),
            """
            version: 2
            switches: [{name: tor1}]
            servers: [{hosts: "a[1-2]", switch: tor9}]
            """);
    Cli cli = Cli.run("topology", "check", bad.toString());
    assertEquals(3, cli.exitCode());
    assertEquals("", cli.out());
    assertTrue(cli.err().contains("PEACE-TOPO-013"), cli.err());
    assertTrue(cli.err().contains("PEACE-TOPO-003"), cli.err());
    assertTrue(cli.err().stripTrailing().endsWith("2 problems found."), cli.err());
    assertFalse(cli.err().contains("Exception"), cli.err());
  }

  @Test
  void draw_formats_goToStandardOutputOrAFile() throws IOException {
    assertTrue(Cli.run("topology", "draw", FIGURE_5).out().contains("<svg"));
    assertTrue(Cli.run("topology", "draw", FIGURE_5, "--format", "dot").out().contains("graph "));
    Path picture = folder.resolve("figure5.svg");
    Cli cli = Cli.run("topology", "draw", FIGURE_5, "--output", picture.toString());
    assertEquals(0, cli.exitCode());
    assertEquals("", cli.out());
    assertTrue(Files.readString(picture).contains("<svg"));
    assertEquals(2, Cli.run("topology", "draw", FIGURE_5, "--format", "png").exitCode());
    Cli nowhere = Cli.run("topology", "draw", FIGURE_5, "--output", folder + "/none/p.svg");
    assertEquals(2, nowhere.exitCode());
    assertEquals(
        "--out %s/none/p.svg: there is no such folder. Maybe make it before.%n%s%n"
            .formatted(folder, "Try 'peace topology draw --help'."),
        nowhere.err());
    Cli directory = Cli.run("topology", "draw", FIGURE_5, "--output", folder.toString());
    assertEquals(2, directory.exitCode());
    assertFalse(directory.err().contains("Exception"), directory.err());
    assertEquals(2, Cli.run("topology").exitCode());
  }

  @Test
  void classpath_stock_isThePluginOfTheCheckoutOrTheDistribution() throws IOException {
    for (String where : List.of("distribution/target", "lib")) {
      Path home = folder.resolve(where.replace('/', '-'));
      Path jar = home.resolve(where).resolve("peace-plugin-0.1.0.jar");
      Files.createDirectories(jar.getParent());
      Files.writeString(jar, "");
      Files.writeString(jar.resolveSibling("peace-plugin-0.1.0-sources.jar"), "");
      System.setProperty(PeaceJars.HOME, home.toString());
      Cli cli = Cli.run("classpath", "--hadoop", "3.4.3", "--stock");
      assertEquals(0, cli.exitCode(), cli.err());
      assertEquals(jar + System.lineSeparator(), cli.out());
    }
  }

  @Test
  void classpath_notBuiltOrUnknownHome_saysWhatToDo() {
    System.setProperty(PeaceJars.HOME, folder.toString());
    Cli cli = Cli.run("classpath", "--hadoop=3.5.0", "--stock");
    assertEquals(1, cli.exitCode());
    assertTrue(cli.err().contains("Maybe build it"), cli.err());
    System.clearProperty(PeaceJars.HOME);
    assertEquals(1, Cli.run("classpath", "--hadoop=3.5.0", "--stock").exitCode());
  }

  @Test
  void classpath_patched_isTheOverlayOfTheReleaseThenThePlugin() throws IOException {
    for (List<String> where :
        List.of(
            List.of("hdfs-patches/hadoop-3.4.3/target", "distribution/target"),
            List.of("lib", "lib"))) {
      Path home = folder.resolve(where.get(1).replace('/', '-'));
      Path overlay = home.resolve(where.get(0)).resolve("peace-overlay-3.4.3-0.1.0.jar");
      Path plugin = home.resolve(where.get(1)).resolve("peace-plugin-0.1.0.jar");
      for (Path jar : List.of(overlay, plugin)) {
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "");
      }
      Files.writeString(overlay.resolveSibling("peace-overlay-3.5.0-0.1.0.jar"), "");
      System.setProperty(PeaceJars.HOME, home.toString());
      Cli cli = Cli.run("classpath", "--hadoop", "3.4.3");
      assertEquals(0, cli.exitCode(), cli.err());
      assertEquals(overlay + File.pathSeparator + plugin + System.lineSeparator(), cli.out());
    }
  }

  @Test
  void classpath_overlayMissing_saysWhatToDo() {
    System.setProperty(PeaceJars.HOME, folder.toString());
    Cli cli = Cli.run("classpath", "--hadoop=3.5.0");
    assertEquals(1, cli.exitCode());
    assertEquals("", cli.out());
    assertTrue(
        cli.err().contains("Maybe build it: mvn -pl hdfs-patches/hadoop-3.5.0 -am package"),
        cli.err());
  }

  @Test
  void classpath_unsupportedRelease_endsWithTwo() {
    Cli cli = Cli.run("classpath", "--hadoop=2.7.0", "--stock");
    assertEquals(2, cli.exitCode());
    assertTrue(cli.err().startsWith("Hadoop '2.7.0' is not supported."), cli.err());
    assertEquals(2, Cli.run("classpath").exitCode());
  }

  @Test
  void json_fileIsBad_problemsAreJson(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("t.yaml"), "version: 1\nswitches: [{nam: a}]\n");
    Cli cli = Cli.run("topology", "check", "--json", file.toString());
    assertEquals(3, cli.exitCode());
    JsonNode json = new ObjectMapper().readTree(cli.out());
    assertEquals(3, json.get("exitCode").asInt());
    assertEquals(cli.err().strip(), json.get("error").asText());
    JsonNode unknown =
        StreamSupport.stream(json.get("problems").spliterator(), false)
            .filter(problem -> problem.get("code").asText().equals("PEACE-TOPO-011"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(cli.out()));
    assertEquals(file.toString(), unknown.get("file").asText());
    assertEquals(2, unknown.get("line").asInt());
    assertEquals("switches[0].nam", unknown.get("path").asText());
    assertTrue(unknown.get("remedy").asText().startsWith("Maybe "), unknown.toString());
  }

  @Test
  void json_wrongUse_isJson() throws IOException {
    Cli cli = Cli.run("topology", "check", "--json");
    assertEquals(2, cli.exitCode());
    JsonNode json = new ObjectMapper().readTree(cli.out());
    assertEquals(2, json.get("exitCode").asInt());
    assertTrue(json.get("error").asText().startsWith("Missing required parameter"), cli.out());
    assertEquals("", Cli.run("topology", "check").out());
  }

  @Test
  void completion_ofAShell_knowsTheCommands() {
    Cli cli = Cli.run("generate-completion");
    assertEquals(0, cli.exitCode(), cli.err());
    for (String word : List.of("topology", "generate", "--namenode", "explain")) {
      assertTrue(cli.out().contains(word), word);
    }
  }
}
