package org.peacescheduler.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOPOLOGY = Cli.inCheckout("conf/topology-figure5.yaml").toString();
  private static final String REQUESTS = Cli.inCheckout("conf/requests-figure5.yaml").toString();

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void plan_exampleOfThePaper_isThePapersResult() throws IOException {
    Cli cli = Cli.run("plan", "--topology", TOPOLOGY, "--requests", REQUESTS, "--json");
    assertEquals(0, cli.exitCode());
    assertEquals("", cli.err());
    assertEquals(
        JSON.readTree(
            """
            {"timesteps": [
               {"timestep": 0,
                "pipelines": [{"request": 0, "chunk": 0, "writer": "svr1.1",
                               "nodes": ["svr1.2", "svr2.2"]}],
                "deferred": [{"request": 1, "chunks": 1, "blockedBy": ["tor2->svr2.2"]}]},
               {"timestep": 1,
                "pipelines": [{"request": 1, "chunk": 0, "writer": "svr2.1",
                               "nodes": ["svr2.2", "svr1.1"]}],
                "deferred": []}],
             "refused": []}
            """),
        JSON.readTree(cli.out()));
  }

  @Test
  void plan_withoutJson_isATablePerTimestep() {
    Cli cli = Cli.run("plan", "--topology", TOPOLOGY, "--requests", REQUESTS);
    assertEquals(0, cli.exitCode());
    assertEquals(
        """
        Seed 1

        Timestep 0: 1 chunk, 1 request deferred
          request  chunk  writer  pipeline
                0      0  svr1.1  svr1.2 -> svr2.2
          deferred  chunks  blocked by
                 1       1  tor2->svr2.2

        Timestep 1: 1 chunk
          request  chunk  writer  pipeline
                1      0  svr2.1  svr2.2 -> svr1.1

        2 chunks in 2 timesteps; 0 requests refused.
        """,
        cli.out().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void plan_requestThatNeverFits_isRefusedWithItsNumberInTheFile() throws IOException {
    String requests =
        file(
            "requests.yaml",
            """
            requests:
            - {writer: svr1.1, replication: 2}
            - {writer: SVR1.2, replication: 7}
            """);
    Cli cli = Cli.run("plan", "--topology", TOPOLOGY, "--requests", requests, "--json");
    assertEquals(0, cli.exitCode());
    JsonNode plan = JSON.readTree(cli.out());
    assertEquals(1, plan.get("timesteps").size());
    assertEquals(1, plan.get("refused").size());
    assertEquals(1, plan.get("refused").get(0).get("request").intValue());
    assertTrue(plan.get("refused").get(0).get("reason").textValue().startsWith("replica "));
    Cli text = Cli.run("plan", "--topology", TOPOLOGY, "--requests", requests);
    assertTrue(text.out().contains("Request 1 is refused: replica "), text.out());
    assertTrue(text.out().contains("1 chunk in 1 timestep; 1 request refused."), text.out());
  }

  @Test
  void plan_sameSeed_samePlanAndOthersDiffer() throws IOException {
    String topology = Cli.inCheckout("conf/topology-two-rack.yaml").toString();
    String requests = file("r.yaml", "requests: [{writer: svr1.1, chunks: 30}]");
    String one = Cli.run("plan", "--topology", topology, "--requests", requests).out();
    assertEquals(
        one, Cli.run("plan", "--topology", topology, "--requests", requests, "--seed=1").out());
    String other =
        Cli.run("plan", "--topology", topology, "--requests", requests, "--seed=-2").out();
    assertTrue(other.startsWith("Seed -2"), other);
    assertFalse(other.substring(other.indexOf('\n')).equals(one.substring(one.indexOf('\n'))));
  }

  @Test
  void plan_topologyWithoutPlacement_placesLikeStock() throws IOException {
    String topology =
        file(
            "topology.yaml",
            """
            version: 1
            switches: [{name: tor1}, {name: tor2}]
            links: [{between: [tor1, tor2], capacity: 8}]
            servers: [{hosts: "a[1-3]", switch: tor1}, {hosts: "b[1-3]", switch: tor2}]
            """);
    String requests = file("requests.yaml", "requests: [{writer: a1}]");
    Cli cli = Cli.run("plan", "--topology", topology, "--requests", requests, "--json");
    JsonNode nodes =
        JSON.readTree(cli.out()).get("timesteps").get(0).get("pipelines").get(0).get("nodes");
    assertEquals(3, nodes.size());
    assertEquals("a1", nodes.get(0).textValue());
    assertTrue(nodes.get(1).textValue().startsWith("b"));
    assertTrue(nodes.get(2).textValue().startsWith("b"));
  }

  @Test
  void plan_badRequests_reportsEveryProblemAtOnce() throws IOException {
    String requests =
        file(
            "requests.yaml",
            """
            requests:
            - {writer: svr1.9, replication: 0}
            - {writer: svr2.1, replication: 513, chunks: 10000001}
            - {chunks: many}
            - svr1.1
            - {writer: 7, chunk: 2}
            - {writer: svr1.1, chunks: 9999999}
            - {writer: svr1.1, chunks: 9}
            """);
    Cli cli = Cli.run("plan", "--topology", TOPOLOGY, "--requests", requests, "--json");
    assertEquals(3, cli.exitCode());
    assertEquals(3, new ObjectMapper().readTree(cli.out()).get("exitCode").asInt());
    assertEquals(
        """
        PEACE-REQ-051 FILE:2 requests[0].writer: writer 'svr1.9' is no server of the topology.
        Maybe use 'svr1.1'.
        PEACE-REQ-052 FILE:2 requests[0].replication: the number 0 is less than 1.
        Maybe write 3, or remove the request.
        PEACE-REQ-053 FILE:3 requests[1].replication: the number 513 is more than 512.
        Maybe it has a digit too many.
        PEACE-REQ-053 FILE:3 requests[1].chunks: the number 10000001 is more than 10000000.
        Maybe it has a digit too many.
        PEACE-REQ-010 FILE:4 requests[2]: required key 'writer' is missing.
        Maybe add 'writer: svr1.1'.
        PEACE-REQ-009 FILE:4 requests[2].chunks: a whole number is expected, found the text 'many'.
        Maybe write 1.
        PEACE-REQ-009 FILE:5 requests[3]: a mapping is expected, found the text 'svr1.1'.
        Maybe write {writer: svr1.1, replication: 3, chunks: 1}.
        PEACE-REQ-009 FILE:6 requests[4].writer: text is expected, found the number 7.
        Maybe put it in quotes: "7".
        PEACE-REQ-011 FILE:6 requests[4].chunk: key 'chunk' is not known.
        Maybe use 'chunks'; known here are 'writer', 'replication', 'chunks'.
        PEACE-REQ-054 FILE:7 requests[5].chunks: with these chunks the requests have more than 10000000 together.
        Maybe split the list, or leave requests out.
        10 problems found.
        """,
        cli.err().replace(requests, "FILE").replace(System.lineSeparator(), "\n"));
  }

  @Test
  void plan_bothFilesBad_reportsTheProblemsOfBoth() throws IOException {
    String topology = file("t.yaml", "version: 2\nswitches: []\nservers: []\n");
    String requests =
        file("r.yaml", "requests:\n- {writer: anybody, chunks: 0}\n- {chunks: '12'}\n");
    Cli cli = Cli.run("plan", "--topology", topology, "--requests", requests, "--json");
    assertEquals(3, cli.exitCode());
    assertEquals(6, new ObjectMapper().readTree(cli.out()).get("problems").size());
    assertEquals(
        """
        PEACE-TOPO-013 FILE:1 version: version 2 is not supported.
        Maybe write 'version: 1', or use a release of Peace that knows this version.
        PEACE-TOPO-031 FILE:2 switches: 'switches' is empty.
        Maybe write '- {name: tor1, rack: /rack1}'.
        PEACE-TOPO-029 FILE:3 servers: 'servers' is empty.
        Maybe add '- {hosts: "svr1.[1-8]", switch: tor1}'.
        PEACE-REQ-052 REQUESTS:2 requests[0].chunks: the number 0 is less than 1.
        Maybe write 1, or remove the request.
        PEACE-REQ-010 REQUESTS:3 requests[1]: required key 'writer' is missing.
        Maybe add 'writer: svr1.1'.
        PEACE-REQ-009 REQUESTS:3 requests[1].chunks: a whole number is expected, found the text '12'.
        Maybe write 12 without quotes.
        6 problems found.
        """,
        cli.err()
            .replace(topology, "FILE")
            .replace(requests, "REQUESTS")
            .replace(System.lineSeparator(), "\n"));
  }

  @Test
  void plan_hugeRequests_remedyIsNotThatOfATopology() throws IOException {
    Path huge = folder.resolve("huge.yaml");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(64 * 1024 * 1024 + 1);
    }
    Cli cli = Cli.run("plan", "--topology", TOPOLOGY, "--requests", huge.toString());
    assertEquals(3, cli.exitCode());
    assertEquals(
        """
        PEACE-REQ-004 FILE: the file has more than 67108864 bytes.
        Maybe this is another file; many chunks of one writer fit into one request.
        1 problem found.
        """,
        cli.err().replace(huge.toString(), "FILE").replace(System.lineSeparator(), "\n"));
  }

  @Test
  void plan_unusableFiles_endWithThree() throws IOException {
    Cli missing = Cli.run("plan", "--topology", TOPOLOGY, "--requests", folder + "/none.yaml");
    assertEquals(3, missing.exitCode());
    assertTrue(missing.err().startsWith("PEACE-REQ-001 "), missing.err());
    Cli empty = Cli.run("plan", "--topology", TOPOLOGY, "--requests", file("e.yaml", "# none\n"));
    assertEquals(3, empty.exitCode());
    assertTrue(empty.err().contains("the file holds no list of requests."), empty.err());
    Cli emptyList =
        Cli.run("plan", "--topology", TOPOLOGY, "--requests", file("l.yaml", "requests: []"));
    assertEquals(3, emptyList.exitCode());
    assertTrue(emptyList.err().startsWith("PEACE-REQ-031 "), emptyList.err());
    Cli notYaml =
        Cli.run("plan", "--topology", TOPOLOGY, "--requests", file("y.yaml", "requests: [{"));
    assertEquals(3, notYaml.exitCode());
    assertTrue(notYaml.err().startsWith("PEACE-REQ-002 "), notYaml.err());
    Cli topology = Cli.run("plan", "--topology", folder.toString(), "--requests", REQUESTS);
    assertEquals(3, topology.exitCode());
    assertTrue(topology.err().startsWith("PEACE-TOPO-001 "), topology.err());
    assertFalse(topology.err().contains("Exception"), topology.err());
  }

  @Test
  void plan_wrongUse_endsWithTwoAndSaysWhereTheUsageIs() {
    Cli none = Cli.run("plan", "--topology", TOPOLOGY);
    assertEquals(2, none.exitCode());
    assertEquals(
        "Missing required option: '--requests=FILE'\nTry 'peace plan --help'.\n", none.err());
    assertEquals(
        2, Cli.run("plan", "--topology", TOPOLOGY, "--requests", REQUESTS, "--seed=x").exitCode());
  }

  @Test
  void plan_thousandServers_takesSeconds() throws IOException {
    StringBuilder topology = new StringBuilder("version: 1\nswitches: [{name: core}");
    StringBuilder links = new StringBuilder("links:\n");
    StringBuilder servers = new StringBuilder("servers:\n");
    for (int r = 0; r < 50; r++) {
      topology.append(", {name: tor%d}".formatted(r));
      links.append("- {between: [tor%d, core], capacity: 10}\n".formatted(r));
      servers.append("- {hosts: \"s%d.[1-20]\", switch: tor%d}\n".formatted(r, r));
    }
    StringBuilder requests = new StringBuilder("requests:\n");
    for (int i = 0; i < 1000; i++) {
      requests.append("- {writer: s%d.%d, chunks: 30}\n".formatted(i % 50, 1 + i / 50));
    }
    long start = System.nanoTime();
    Cli cli =
        Cli.run(
            "plan",
            "--topology",
            file("t.yaml", topology + "]\n" + links + servers),
            "--requests",
            file("r.yaml", requests.toString()),
            "--json");
    double seconds = (System.nanoTime() - start) / 1e9;
    assertEquals(0, cli.exitCode(), cli.err());
    int planned = 0;
    for (JsonNode timestep : JSON.readTree(cli.out()).get("timesteps")) {
      planned += timestep.get("pipelines").size();
    }
    assertEquals(30_000, planned);
    // Ten times what it takes.
    assertTrue(seconds < 20, () -> "took " + seconds + " s");
  }
}
