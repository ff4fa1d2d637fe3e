package org.peacescheduler.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.cli.CliCommand;
import org.peacescheduler.experiment.ExperimentCommand;
import org.peacescheduler.flink.FlinkCommand;
import org.peacescheduler.forecast.ReportCommand;
import org.peacescheduler.freeze.FreezeCommand;
import org.peacescheduler.report.ReportPage;
import org.peacescheduler.testbed.TestbedCommand;
import picocli.CommandLine;

/** Pages of {@code peace report}, and of the commands that measure. */
class ReportPagesIT {
  private static final long BEGIN = 1_795_263_294_000L;

  @TempDir static Path folder;
  private static Browser browser;
  private static String forecast;
  private static String experiment;
  private static String testbed;
  private static String freeze;
  private static String flink;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
    forecast = forecast();
    experiment = experiment();
    testbed = measured("testbed", TestbedCommand.class);
    freeze = measured("freeze", FreezeCommand.class);
    flink = measured("flink", FlinkCommand.class);
  }

  @AfterAll
  static void stop() {
    browser.close();
  }

  private static void run(CliCommand command, String... arguments) {
    StringWriter said = new StringWriter();
    int exitCode =
        new CommandLine(command)
            .setOut(new PrintWriter(said))
            .setErr(new PrintWriter(said))
            .execute(arguments);
    assertEquals(0, exitCode, said.toString());
  }

  /** Of a trace in shadow mode: three bursts, in which four hosts write at a time. */
  private static String forecast() throws Exception {
    Path topology =
        Files.writeString(
            folder.resolve("net.yaml"),
            """
            version: 1
            streamRate: 10 MB/s
            switches: [{name: tor}]
            servers: [{hosts: "server-[1-6].rack.example.com", switch: tor, up: 10 MB/s, down: 10 MB/s}]
            """);
    List<String> lines = new ArrayList<>();
    for (int burst = 0; burst < 3; burst++) {
      for (int host = 1; host <= 4; host++) {
        String path =
            "/flink/checkpoints/a-job-with-a-long-name/chk-%d/part-%d%s"
                .formatted(burst, host, host == 4 ? "</script><script>alert(1)</script>" : "");
        lines.addAll(chunk(path, host, 60_000L * burst, 6_000 + 1_000 * host));
      }
    }
    Path page = folder.resolve("forecast.html");
    run(
        new ReportCommand(),
        Files.write(folder.resolve("trace.jsonl"), lines).toString(),
        "--topology",
        topology.toString(),
        "--out",
        page.toString());
    return page.toUri().toString();
  }

  private static List<String> chunk(String path, int host, long from, long took) {
    String nodes =
        "[\"server-%d.rack.example.com\",\"server-5.rack.example.com\"]".formatted(host % 4 + 1);
    String client =
        ",\"replication\":2,\"blockBytes\":20000000,\"client\":\"c-%d\"".formatted(host);
    return List.of(
        line(from, "submitted", path, host, client),
        line(from, "granted", path, host, ",\"nodes\":" + nodes + ",\"waited\":0"),
        line(from, "released", path, host, ",\"reason\":\"shadow\""),
        line(from, "placed", path, host, ",\"nodes\":" + nodes + client),
        line(
            from + took,
            "done",
            path,
            host,
            ",\"duration\":%d,\"bytes\":20000000".formatted(took)));
  }

  private static String line(long after, String event, String path, int host, String more) {
    return String.format(
        Locale.ROOT,
        "{\"t\":%d,\"event\":\"%s\",\"path\":\"%s\",\"writer\":\"server-%d.rack.example.com\",\"user\":\"ann\",\"chunk\":0%s}",
        BEGIN + after,
        event,
        path,
        host,
        more);
  }

  /** A real one, though tiny. */
  private static String experiment() {
    Path out = folder.resolve("experiment");
    run(
        new ExperimentCommand(),
        "--writers=6",
        "--chunks=2",
        "--datanodes=6",
        "--chunk-size=256KiB",
        "--rate=1MiB",
        "--rounds=1",
        "--warm-up=0",
        "--policies=stock,peace",
        "--seed=5",
        "--out=" + out,
        "--json");
    return out.resolve("report.html").toUri().toString();
  }

  /**
   * Of figures that were measured once, those of the testbed with further configurations made of
   * one: these commands need root, and minutes of a machine of their own.
   */
  private static String measured(String name, Class<?> owner) throws IOException {
    try (InputStream in = ReportPagesIT.class.getResourceAsStream(name + ".json")) {
      JsonNode figures = new ObjectMapper().readTree(in);
      Path page = folder.resolve(name + ".html");
      Files.writeString(page, ReportPage.render("Peace: " + name, owner, figures));
      return page.toUri().toString();
    }
  }

  @ParameterizedTest
  @EnumSource
  void forecast_aFewBursts_fitsAndIsReadable(Screen screen) throws Exception {
    browser.assertFine(forecast, "report", screen);
  }

  @ParameterizedTest
  @EnumSource
  void experiment_tiny_fitsAndIsReadable(Screen screen) throws Exception {
    browser.assertFine(experiment, "experiment", screen);
  }

  @ParameterizedTest
  @EnumSource
  void testbed_measured_fitsAndIsReadable(Screen screen) throws Exception {
    browser.assertFine(testbed, "testbed", screen);
  }

  @ParameterizedTest
  @EnumSource
  void freeze_measured_fitsAndIsReadable(Screen screen) throws Exception {
    browser.assertFine(freeze, "freeze", screen);
  }

  @ParameterizedTest
  @EnumSource
  void flink_measured_fitsAndIsReadable(Screen screen) throws Exception {
    browser.assertFine(flink, "flink", screen);
  }
}
