package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NameNode with a broken topology or wrong keys does not start, and says all that is wrong. */
class StartIT {
  private static final String TOPOLOGY_KEY = "dfs.namenode.peace.topology.file";

  @TempDir Path directory;

  /** The message with which a NameNode does not start that, without these keys, does. */
  private String refusal(Map<String, String> keys) throws IOException {
    Configuration good = PeaceCluster.configuration(directory);
    good.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    good.set("dfs.namenode.http-address", "127.0.0.1:0");
    good.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
    NameNode.format(good);
    Configuration bad = new Configuration(good);
    keys.forEach(bad::set);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> NameNode.createNameNode(new String[0], bad));
    NameNode.createNameNode(new String[0], good).stop();
    return refusal.getMessage();
  }

  @Test
  void nameNode_brokenTopology_doesNotStartAndNamesEveryProblem() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("broken.yaml"),
            """
            version: 1
            switches:
              - {name: tor1, rack: /rack1}
            links:
              - {between: [tor1, tor9], capacity: 8}
            servers:
              - {hosts: "dn[1-3]", switch: tor7}
            """);
    assertEquals(
        """
        Peace does not start:
        PEACE-TOPO-003 %1$s:5 links[0].between[1]: switch 'tor9' is not declared.
        Maybe add it under 'switches', or use 'tor1'.
        PEACE-TOPO-003 %1$s:7 servers[0].switch: switch 'tor7' is not declared.
        Maybe add it under 'switches', or use 'tor1'."""
            .formatted(file),
        refusal(Map.of(TOPOLOGY_KEY, file.toString())));
  }

  @Test
  void nameNode_severalWrongKeys_doesNotStartAndNamesThemAll() throws Exception {
    Path missing = directory.resolve("missing.yaml");
    assertEquals(
        """
        3 problems in the configuration of Peace:
        dfs.namenode.peace.mode = 'enforced'
        Maybe use 'enforce', 'shadow' or 'off'.
        dfs.namenode.peace.topology.file = '%s'
        Maybe create the file, or let the NameNode's user read it; 'peace topology check' checks it.
        dfs.namenode.peace.deferral.max = 'soon'
        Maybe give a duration such as 60s."""
            .formatted(missing),
        refusal(
            Map.of(
                "dfs.namenode.peace.mode",
                "enforced",
                TOPOLOGY_KEY,
                missing.toString(),
                "dfs.namenode.peace.deferral.max",
                "soon")));
  }

  @Test
  void secondaryNameNode_hasNoFilesOfPeace_makesCheckpoints() throws Exception {
    try (PeaceCluster cluster = PeaceCluster.start(directory, conf -> {}, "/rack1")) {
      Configuration conf = new Configuration(cluster.mini().getConfiguration(0));
      conf.set(TOPOLOGY_KEY, directory.resolve("missing.yaml").toString());
      conf.set("dfs.namenode.peace.trace.file", directory.resolve("nowhere/trace").toString());
      conf.set("dfs.namenode.secondary.http-address", "127.0.0.1:0");
      conf.set("dfs.namenode.secondary.https-address", "127.0.0.1:0");
      conf.set("dfs.namenode.checkpoint.dir", directory.resolve("checkpoint").toUri().toString());
      cluster.write("/file", 1, 1);
      SecondaryNameNode secondary = new SecondaryNameNode(conf);
      try {
        assertTrue(secondary.doCheckpoint(), "the image is loaded");
      } finally {
        secondary.shutdown();
      }
    }
  }

  @Test
  void nameNode_journalInNoDirectory_doesNotStartAndSaysSo() throws Exception {
    Path file = directory.resolve("nowhere/journal");
    assertEquals(
        """
        dfs.namenode.peace.journal.file = '%1$s' cannot be written: \
        java.nio.file.NoSuchFileException: %1$s
        Maybe create its directory for the NameNode's user."""
            .formatted(file),
        refusal(Map.of("dfs.namenode.peace.journal.file", file.toString())));
  }

  @Test
  void nameNode_traceFileInNoDirectory_doesNotStartAndSaysSo() throws Exception {
    Path file = directory.resolve("nowhere/trace.jsonl");
    assertEquals(
        """
        dfs.namenode.peace.trace.file = '%1$s' cannot be written: \
        java.nio.file.NoSuchFileException: %1$s
        Maybe create its directory for the NameNode's user."""
            .formatted(file),
        refusal(Map.of("dfs.namenode.peace.trace.file", file.toString())));
  }
}
