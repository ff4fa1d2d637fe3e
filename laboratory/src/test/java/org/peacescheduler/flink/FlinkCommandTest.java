package org.peacescheduler.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.cli.ExitCodes;
import picocli.CommandLine;

class FlinkCommandTest {
  @TempDir private Path directory;

  @Test
  void call_noTopology_saysWhichThereIs() {
    assertEquals(
        "--topology is missing. Maybe --topology integration-tests/testbed/two-rack.yaml\n",
        said(ExitCodes.WRONG_USE));
  }

  @Test
  void call_wrongOptions_areAllToldBeforeAnythingIsBuilt() throws IOException {
    Path topology = directory.resolve("t.yaml");
    Files.writeString(
        topology,
        """
        version: 1
        streamRate: 1 MB/s
        switches:
          - {name: tor1, rack: /rack1}
        servers:
          - {hosts: "svr1.[1-3]", switch: tor1, up: 1 MB/s, down: 1 MB/s}
        """);
    assertEquals(
        """
        'stock+interval=soon' has no interval in whole seconds. Maybe '+interval=30'.
        1 jobs of 4 tasks and a host for the job managers need 5 hosts, and the topology has 3. \
        Maybe fewer --jobs or --tasks.
        --together 4 of 1 jobs. Maybe --together 1.
        """,
        said(
            ExitCodes.WRONG_USE,
            "--topology",
            topology.toString(),
            "--jobs",
            "1",
            "--configurations",
            "stock,stock+interval=soon"));
  }

  @Test
  void call_topologyThatCannotBeBuilt_isBadInput() throws IOException {
    Path topology = directory.resolve("t.yaml");
    Files.writeString(
        topology,
        "version: 1\nswitches: [{name: s}]\nservers: [{hosts: h, switch: s, up: 2, down: 2}]\n");
    assertEquals(
        """
        %s has no 'streamRate', so its capacities say nothing about bits per second.
        Maybe add 'streamRate: 7.8125 Mbit/s' and write the links' bandwidths.
        """
            .formatted(topology),
        said(ExitCodes.BAD_INPUT, "--topology", topology.toString()));
  }

  @Test
  void call_topologyThatIsNoText_isBadInput() throws IOException {
    Path topology = directory.resolve("t.yaml");
    Files.writeString(topology, "version: 1 # \u00fc\n", StandardCharsets.ISO_8859_1);
    assertEquals(
        """
        PEACE-TOPO-005 %s:1: byte 0xFC is not UTF-8.
        Maybe save the file as plain text in UTF-8.
        """
            .formatted(topology),
        said(ExitCodes.BAD_INPUT, "--topology", topology.toString()));
    assertEquals(
        """
        PEACE-TOPO-001 %1$s: this is a directory, a file is expected.
        Maybe name the file in it: %1$s/topology.yaml.
        """
            .formatted(directory),
        said(ExitCodes.BAD_INPUT, "--topology", directory.toString()));
  }

  private static String said(int code, String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new FlinkCommand()).setErr(new PrintWriter(err));
    line.setCaseInsensitiveEnumValuesAllowed(true); // As the whole command line has it.
    assertEquals(code, line.execute(arguments));
    return err.toString();
  }
}
