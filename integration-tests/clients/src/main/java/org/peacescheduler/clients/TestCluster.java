package org.peacescheduler.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A NameNode with ten handlers and nine datanodes, each with room for one chunk at a time: most
 * chunks of thirty writers have to wait. Which policy places them says the class path.
 */
final class TestCluster implements AutoCloseable {
  static final int BLOCK = 1 << 20;

  private static final int DATANODES = 9;
  private static final String TOPOLOGY =
      """
      version: 1
      defaults:
        server: {up: 1, down: 1}
      switches:
        - {name: tor1, rack: /rack1}
      servers:
        - {hosts: "dn[1-%d]", switch: tor1}
      placement: [any]
      """
          .formatted(DATANODES);

  private final MiniDFSCluster mini;
  private final Path trace;

  TestCluster(Path directory) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.namenode.handler.count", 10);
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setLong("dfs.namenode.fs-limits.min-block-size", BLOCK);
    conf.setBoolean("dfs.permissions.enabled", false);
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    Path topology = Files.writeString(directory.resolve("topology.yaml"), TOPOLOGY);
    conf.set("dfs.namenode.peace.topology.file", topology.toString());
    trace = directory.resolve("trace.jsonl");
    conf.set("dfs.namenode.peace.trace.file", trace.toString());
    String[] hosts = new String[DATANODES];
    String[] racks = new String[DATANODES];
    for (int i = 0; i < DATANODES; i++) {
      hosts[i] = "dn" + (i + 1);
      racks[i] = "/rack1";
    }
    mini =
        new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
            .numDataNodes(DATANODES)
            .hosts(hosts)
            .racks(racks)
            .build();
    mini.waitActive();
  }

  DistributedFileSystem fs() throws IOException {
    return mini.getFileSystem();
  }

  /** How many chunks have had to wait, as far as that is written; without Peace none. */
  long deferrals() throws IOException {
    if (!Files.exists(trace)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(trace)) {
      return lines.filter(line -> line.contains("\"event\":\"deferred\"")).count();
    }
  }

  String url() {
    return mini.getURI().toString();
  }

  @Override
  public void close() {
    mini.shutdown(true);
  }
}
