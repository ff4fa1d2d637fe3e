package org.peacescheduler.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tarball, unpacked where nothing of the checkout is in reach. */
class TarballIT {
  @TempDir private static Path folder;

  private static Path home;

  private record Result(int exitCode, String out, String err) {}

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    Path tarball = Path.of(System.getProperty("peace.tarball"));
    assertEquals(
        new Result(0, "", ""), run("", "tar", "-xzf", tarball.toString(), "-C", folder.toString()));
    try (Stream<Path> content = Files.list(folder)) {
      home = content.filter(Files::isDirectory).findFirst().orElseThrow().toRealPath();
    }
  }

  private static Result run(String hadoopHome, String... command)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile());
    builder.environment().put("HADOOP_HOME", hadoopHome);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), out, Files.readString(err));
  }

  private static Result peace(String... arguments) throws IOException, InterruptedException {
    return peaceOn(folder.resolve("no-hadoop").toString(), arguments);
  }

  private static Result peaceOn(String hadoopHome, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/peace").toString()));
    command.addAll(List.of(arguments));
    return run(hadoopHome, command.toArray(String[]::new));
  }

  private static String conf(String file) {
    return home.resolve("conf").resolve(file).toString();
  }

  private static List<String> jars(String folder) {
    try (Stream<Path> jars = Files.list(home.resolve(folder))) {
      return jars.map(p -> p.getFileName().toString()).filter(n -> n.endsWith(".jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void tarball_jars_noneIsOfHadoop() {
    List<String> all =
        Stream.of("lib", "lib/cli", "lib/client", "lib/flink")
            .flatMap(f -> jars(f).stream())
            .toList();

    assertEquals(
        List.of(), all.stream().filter(n -> n.matches("(hadoop|mockito|junit|slf4j).*")).toList());
    assertEquals(3, jars("lib").size());
    assertEquals(2, jars("lib/client").size());
    assertEquals(1, jars("lib/flink").size());
  }

  @Test
  void version_tarball_isThatOfItsName() throws IOException, InterruptedException {
    assertEquals(
        "Peace " + home.getFileName().toString().substring("peace-".length()),
        peace("--version").out().strip());
  }

  @Test
  void manPages_eachCommandOfTheTarball_hasOneWithItsOptions() throws IOException {
    String status = Files.readString(home.resolve("man/man1/peace-status.1"));
    assertTrue(status.startsWith(".TH \"PEACE-STATUS\" \"1\""), status);
    assertTrue(status.contains(".TP\n\\fB\\-\\-watch\\fR\n"), status);
    for (String needsHadoop : List.of("calibrate", "quickstart", "turn", "requests")) {
      String page = Files.readString(home.resolve("man/man1/peace-%s.1".formatted(needsHadoop)));
      assertTrue(page.contains("\n.SH OPTIONS\n"), page);
    }
    assertFalse(Files.exists(home.resolve("man/man1/peace-testbed.1")), "runs in a checkout only");
  }

  @Test
  void topologyCheck_exampleFile_isFine() throws IOException, InterruptedException {
    Result result = peace("topology", "check", conf("topology-two-rack.yaml"));

    assertEquals(0, result.exitCode(), result.err());
    assertTrue(result.out().contains("17 servers"), result.out());
  }

  @Test
  void plan_paperExample_isPlanned() throws IOException, InterruptedException {
    Result result =
        peace(
            "plan",
            "--topology",
            conf("topology-figure5.yaml"),
            "--requests",
            conf("requests-figure5.yaml"),
            "--seed",
            "1");

    assertEquals(0, result.exitCode(), result.err());
    assertTrue(result.out().contains("svr1.1"), result.out());
  }

  @Test
  void simulate_scenarioThatComesAlong_isRun() throws IOException, InterruptedException {
    Path scenario = home.resolve("peace-simulator/scenarios/held-out/one-writer.yaml");

    Result result = peace("simulate", "--rounds", "1", scenario.toString());

    assertEquals(0, result.exitCode(), result.err());
    assertTrue(result.out().contains("geometric mean of 1"), result.out());
  }

  @Test
  void report_trace_isAPageWithCharts() throws IOException, InterruptedException {
    StringBuilder lines = new StringBuilder();
    for (String host : List.of("svr1.1", "svr1.2")) {
      String who =
          "\"path\":\"/a/%1$s\",\"writer\":\"%1$s\",\"user\":\"ann\",\"chunk\":0".formatted(host);
      lines.append(
          """
          {"t":0,"event":"submitted",%1$s,"replication":2,"blockBytes":10000000}
          {"t":0,"event":"granted",%1$s,"nodes":["svr1.3","svr2.1"],"waited":0}
          {"t":0,"event":"released",%1$s,"reason":"shadow"}
          {"t":0,"event":"placed",%1$s,"nodes":["svr1.3","svr2.1"]}
          {"t":1000,"event":"done",%1$s,"duration":1000,"bytes":10000000}
          """
              .formatted(who));
    }
    Path trace = Files.writeString(folder.resolve("trace.jsonl"), lines);
    Path page = folder.resolve("report.html");

    Result result =
        peace(
            "report",
            trace.toString(),
            "--topology",
            conf("topology-two-rack.yaml"),
            "--out",
            page.toString());

    assertEquals(0, result.exitCode(), result.err());
    assertEquals("Page: " + page, result.err().strip());
    assertTrue(Files.readString(page).contains("echarts"), "the page has its charts' script");
  }

  @Test
  void quickstart_withoutHadoop_saysWhereItsJarsMayBe() throws IOException, InterruptedException {
    Result result = peace("quickstart");

    assertEquals(1, result.exitCode());
    assertTrue(result.err().contains("PEACE_HADOOP_JARS"), result.err());
    assertTrue(Files.exists(home.resolve("docs/quickstart.md")));
    assertTrue(Files.exists(home.resolve("conf/hadoop-jars.xml")));
  }

  @Test
  void peace_hadoopJars_areOnTheClassPath() throws IOException, InterruptedException {
    Path jars = Files.createDirectories(folder.resolve("hadoop-jars"));
    Files.writeString(jars.resolve("hadoop-common-0.jar"), "");
    Result result =
        run(
            folder.resolve("no-hadoop").toString(),
            "env",
            "PEACE_HADOOP_JARS=" + jars,
            "PEACE_JAVA_OPTS=-XshowSettings:properties",
            home.resolve("bin/peace").toString(),
            "--version");

    assertEquals(0, result.exitCode(), result.err());
    assertTrue(result.err().contains("hadoop-jars/hadoop-common-0.jar"), result.err());
  }

  @Test
  void classpath_release_namesJarsOfTheTarball() throws IOException, InterruptedException {
    Result result = peace("classpath", "--hadoop", "3.4.3");

    assertEquals(0, result.exitCode(), result.err());
    List<Path> jars =
        Arrays.stream(result.out().strip().split(File.pathSeparator)).map(Path::of).toList();
    assertEquals(2, jars.size());
    assertTrue(jars.get(0).getFileName().toString().startsWith("peace-overlay-3.4.3-"));
    assertTrue(jars.stream().allMatch(jar -> Files.isRegularFile(jar) && jar.startsWith(home)));
  }

  @Test
  void calibrate_withoutHadoop_saysWhatIsMissing() throws IOException, InterruptedException {
    Result result = peace("calibrate", "--fs", "hdfs://nn:8020");

    assertEquals(
        new Result(
            1,
            "",
            """
            'calibrate' needs org.apache.hadoop.hdfs.DistributedFileSystem, which is not on the class path.
            Maybe run it on a machine with Hadoop: 'hdfs peace calibrate', or set HADOOP_HOME, or \
            PEACE_HADOOP_JARS to a folder with Hadoop's jars (docs/tarball.md).
            """),
        result);
  }

  @Test
  void experiment_tarball_saysWhereItRuns() throws IOException, InterruptedException {
    Result result = peace("experiment");

    assertEquals(1, result.exitCode());
    assertTrue(result.err().contains("Maybe run it in a checkout of Peace."), result.err());
  }

  @Test
  void peace_hadoopHome_addsItsClassPath() throws IOException, InterruptedException {
    assertEquals("classpath\n", askedOf("echo \"$@\" >>\"$0.asked\"", "--version"));
  }

  @Test
  void peace_hadoopThatCallsItAgain_endsAllTheSame() throws IOException, InterruptedException {
    String line = "echo once >>\"$0.asked\"; \"%s/bin/peace\" --version".formatted(home);

    assertEquals("once\n", askedOf(line, "--version"));
  }

  @Test
  void peace_hadoopThatFails_goesOnWithoutIt() throws IOException, InterruptedException {
    assertEquals("once\n", askedOf("echo once >>\"$0.asked\"; exit 1", "--version"));
  }

  @Test
  void classpath_hadoopHome_doesWithoutIt() throws IOException, InterruptedException {
    assertEquals(
        "", askedOf("echo \"$@\" >>\"$0.asked\"", "classpath", "--hadoop", "3.5.0", "--stock"));
  }

  @Test
  void peace_olderJava_saysWhichItNeeds() throws IOException, InterruptedException {
    Path bin = Files.createDirectories(folder.resolve("older-java/bin"));
    Path java =
        Files.writeString(
            bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
    assertTrue(java.toFile().setExecutable(true));

    Result result =
        run("", "env", "JAVA_HOME=" + bin.getParent(), home.resolve("bin/peace").toString());

    assertEquals(1, result.exitCode());
    assertTrue(result.err().contains("is version 11.0.2; Peace needs version 17"), result.err());
  }

  /** What a 'hadoop', a shell's line that writes to its own name with '.asked', was asked. */
  private static String askedOf(String line, String... arguments)
      throws IOException, InterruptedException {
    Path hadoopHome = Files.createTempDirectory(folder, "hadoop");
    Path bin = Files.createDirectory(hadoopHome.resolve("bin"));
    Path script = Files.writeString(bin.resolve("hadoop"), "#!/bin/sh\n" + line + "\n");
    assertTrue(script.toFile().setExecutable(true));

    Result result = peaceOn(hadoopHome.toString(), arguments);

    assertEquals(0, result.exitCode(), result.err());
    Path asked = bin.resolve("hadoop.asked");
    return Files.exists(asked) ? Files.readString(asked) : "";
  }

  /** The functions of Hadoop's scripts that the profile calls, and what these make of it. */
  @Test
  void shellProfile_subcommand_isTheCommandLine() throws IOException, InterruptedException {
    Path profiles = Files.createDirectories(folder.resolve("conf/shellprofile.d"));
    Path link =
        Files.createSymbolicLink(
            profiles.resolve("peace.sh"), home.resolve("shellprofile.d/peace.sh"));
    String script =
        """
        set -eu
        hadoop_add_subcommand() { echo "subcommand $1 $2"; }
        hadoop_add_classpath() { CLASSPATH=$1; }
        hadoop_add_param() { HADOOP_OPTS=$3; }
        HADOOP_SHELL_EXECNAME=hdfs
        . "%s"
        hdfs_subcommand_peace topology check "%s"
        "$JAVA_HOME/bin/java" $HADOOP_OPTS -cp "$CLASSPATH" "$HADOOP_CLASSNAME" classpath --stock --hadoop 3.5.0
        """
            .formatted(link, conf("topology-two-rack.yaml"));

    Result result = run("", "bash", "-c", script);

    assertEquals(0, result.exitCode(), result.err());
    List<String> lines = result.out().lines().toList();
    assertEquals("subcommand peace admin", lines.get(0));
    assertTrue(Path.of(lines.get(1)).startsWith(home.resolve("lib")), result.out());
  }
}
