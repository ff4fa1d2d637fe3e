package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProtocolsCommandTest {
  private record Said(int exitCode, String out, String err) {}

  @TempDir Path folder;

  private Said run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new ProtocolsCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    line.setExecutionExceptionHandler(
        (error, at, parsed) -> {
          err.write(error.getMessage());
          return -1;
        });
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--rounds", "1", "--out", folder.resolve("out").toString()));
    return new Said(
        line.execute(all.toArray(String[]::new)),
        out.toString().replace(folder.toString(), "FOLDER"),
        err.toString().replace(folder.toString(), "FOLDER"));
  }

  private String scenario(String name, String writers) throws IOException {
    String yaml =
        """
        version: 1
        network:
          version: 1
          streamRate: 1085 kB/s
          switches: [{name: tor}]
          servers: [{hosts: "s[1-4]", switch: tor, up: 1085 kB/s, down: 1085 kB/s}]
        writers: [%s]
        """;
    return Files.writeString(folder.resolve(name), yaml.formatted(writers)).toString();
  }

  private String coordinated() throws IOException {
    return scenario(
        "coordinated.yaml",
        """
        {job: a, hosts: s1, count: 2, replication: 1, chunk: 1 MB, startWithin: 0,
          arrivals: {times: 3, every: 9}},
        {job: b, hosts: s1, count: 2, replication: 1, chunk: 1 MB, startWithin: 0,
          arrivals: {times: 3, every: 9}}\
        """);
  }

  @Test
  void protocols_oneScenario_tableHasALineForEachLoadAndSide() throws IOException {
    Said said = run(coordinated(), "--loads", "0.2,0.8");

    assertEquals(new Said(0, said.out(), "Chart: FOLDER/out/report.html\n"), said);
    assertEquals(
        """
        coordinated                       p50   p95  worst    p50    p95  worst
                                            s     s      s  ratio  ratio  ratio
            fallbacks
        load 0.20, every 20.0 s  stock   4.09  4.09   4.09
                                 jitter  2.11  4.06   4.06  0.516  0.991  0.991
                                 Peace   4.09  4.09   4.09  1.000  1.000  1.000
                    0
        load 0.80, every 5.0 s   stock   4.09  4.09   4.09
                                 jitter  3.32  4.08   4.08  0.813  0.998  0.998
                                 Peace   4.09  4.09   4.09  1.000  1.000  1.000
                    0

        """,
        said.out());
  }

  @Test
  void protocols_json_isOneDocumentAndTheSameAsTheFile() throws IOException {
    Said said = run(coordinated(), "--loads", "0.5", "--json");

    assertEquals(0, said.exitCode());
    assertEquals("Chart: FOLDER/out/report.html\n", said.err());
    JsonNode json = new ObjectMapper().readTree(said.out());
    assertEquals(json, new ObjectMapper().readTree(folder.resolve("out/protocols.json").toFile()));
    String shape = json.toString().replaceAll("[0-9]+\\.[0-9]+", "N");
    String durations = "{\"p50\":N,\"p95\":N,\"worst\":N}";
    assertEquals(
        "{\"jitter\":N,\"rounds\":1,\"seed\":1,\"order\":\"fair-sojourn\",\"scenarios\":["
            + "{\"scenario\":\"coordinated\",\"loads\":[{\"load\":N,\"every\":N,\"checkpoints\":6,"
            + "\"stock\":D,\"jitter\":D,\"peace\":D,\"ratios\":{\"jitter\":D,\"peace\":D},"
            + "\"fallbacks\":0}]}]}",
        shape.replace(durations, "D"));
    assertEquals(8, json.at("/scenarios/0/loads/0/every").asDouble(), 1e-9);
  }

  @Test
  void protocols_chart_isOneFileWithItsFigures() throws IOException {
    run(coordinated(), "--loads", "0.5");

    String html = Files.readString(folder.resolve("out/report.html"));
    assertFalse(html.contains("%%"), "a placeholder was left");
    assertTrue(html.contains("\"scenario\":\"coordinated\""));
    assertTrue(html.contains("echarts"));
  }

  @Test
  void protocols_nobodyComesPeriodically_isABadFile() throws IOException {
    assertEquals(
        new Said(
            -1,
            "",
            """
            In scenario 'once' no job comes periodically.
            Maybe give writers 'job: a' and 'arrivals: {times: 8, every: 60}'.\
            """),
        run(scenario("once.yaml", "{job: a}, {arrivals: {times: 8, every: 60}}")));
  }

  @Test
  void protocols_neverEnds_failsAndShowsTheOthers() throws IOException {
    String endless =
        scenario(
            "endless.yaml", "{job: a, chunk: 1 GB, chunks: 2000, arrivals: {times: 2, every: 60}}");

    Said said = run(endless, coordinated(), "--loads", "0.5");

    assertEquals(1, said.exitCode());
    assertTrue(
        said.err().matches("(?s)endless: Not ended after 14400 s: (1 writer|2 writers);.*"),
        said.err());
    assertTrue(said.out().startsWith("coordinated"), said.out());
  }

  @Test
  void protocols_wrongOptions_areWrongUse() throws IOException {
    String file = coordinated();

    assertTrue(
        run(file, "--loads", "0.5,3")
            .err()
            .startsWith("--loads has 3.0, which is not between 0.01 and 2."));
    assertEquals(2, run(file, "--jitter", "-1").exitCode());
    assertEquals(2, run(file, "--order", "lifo").exitCode());
  }

  @Test
  void scenarios_ofTheThreeProtocols_comeWithPeace() throws Exception {
    Path own = ScenarioReaderTest.inCheckout("peace-simulator/scenarios/protocols");
    for (String network : List.of("two-rack", "fast-core")) {
      for (String protocol : List.of("coordinated", "uncoordinated", "induced")) {
        Scenario scenario = ScenarioReader.read(own.resolve(protocol + "-" + network + ".yaml"));
        assertTrue(OfferedLoad.of(scenario) > 0, scenario.name());
      }
    }
  }
}
