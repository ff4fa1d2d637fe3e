package org.peacescheduler.quickstart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The files of a quick start's configuration. Immutable.
 *
 * @param datanodes {@code host1} to {@code hostN}
 * @param rate what each of them takes in, in bytes per second
 * @param blockBytes of each file
 * @param rpcPort of the NameNode
 * @param webPort of its web server
 * @param user who runs all of it, and may say for whom he writes
 * @param directory of all files, an absolute path
 */
record QuickFiles(
    int datanodes,
    long rate,
    long blockBytes,
    int rpcPort,
    int webPort,
    String user,
    String directory) {
  private static final String LOCAL = "127.0.0.1";

  /** What goes over a link for each byte of a block, as Peace reckons. */
  private static final double SENT = 1.13;

  static String host(int number) {
    return "host" + number;
  }

  String nameNode() {
    return "hdfs://%s:%d".formatted(LOCAL, rpcPort);
  }

  String web() {
    return "%s:%d".formatted(LOCAL, webPort);
  }

  String rpc() {
    return "%s:%d".formatted(LOCAL, rpcPort);
  }

  /** {@code core-site.xml}. */
  String core() {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("fs.defaultFS", nameNode());
    keys.put("hadoop.tmp.dir", directory + "/tmp");
    keys.put("hadoop.prometheus.endpoint.enabled", "true");
    keys.put("net.topology.node.switch.mapping.impl", RackTable.class.getName());
    return xml(keys);
  }

  /** {@code hdfs-site.xml}. */
  String hdfs(String mode) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put(
        "dfs.block.replicator.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace");
    keys.put("dfs.namenode.peace.topology.file", directory + "/topology.yaml");
    keys.put("dfs.namenode.peace.mode", mode);
    keys.put("dfs.namenode.peace.trace.file", directory + "/peace.jsonl");
    keys.put("dfs.namenode.name.dir", "file://" + directory + "/name");
    keys.put("dfs.namenode.rpc-address", rpc());
    keys.put("dfs.namenode.http-address", web());
    keys.put("dfs.namenode.ip-proxy-users", user);
    keys.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    keys.put("dfs.namenode.fs-limits.min-block-size", "1024");
    keys.put("dfs.namenode.safemode.extension", "0");
    keys.put("dfs.blocksize", String.valueOf(blockBytes));
    keys.put("dfs.replication", String.valueOf(Math.min(3, datanodes)));
    keys.put("dfs.datanode.address", LOCAL + ":0");
    keys.put("dfs.datanode.http.address", LOCAL + ":0");
    keys.put("dfs.datanode.ipc.address", LOCAL + ":0");
    keys.put("dfs.datanode.data.write.bandwidthPerSec", String.valueOf(rate));
    return xml(keys);
  }

  /** {@code topology.yaml}: what a datanode takes in is all that is limited. */
  String topology() {
    StringBuilder yaml =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                """
                version: 1
                streamRate: %1$.2f MB/s
                defaults:
                  server: {up: 10 Gbit/s, down: %1$.2f MB/s}
                switches:
                  - {name: tor1, rack: /rack1}
                  - {name: tor2, rack: /rack2}
                links:
                  - {between: [tor1, tor2], capacity: 100 Gbit/s}
                servers:
                """,
                SENT * rate / 1e6));
    for (int rack = 1; rack <= RackTable.RACKS; rack++) {
      int of = rack;
      List<String> hosts =
          IntStream.rangeClosed(1, datanodes)
              .filter(host -> RackTable.rackOf(host) == of)
              .mapToObj(QuickFiles::host)
              .toList();
      yaml.append("  - {hosts: %s, switch: tor%d}%n".formatted(hosts, rack));
    }
    return yaml.toString();
  }

  /** {@code log4j.properties}: each daemon logs into a file of its own. */
  static String log4j() {
    return """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c: %m%n
        """;
  }

  private static String xml(Map<String, String> keys) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    keys.forEach(
        (name, value) ->
            xml.append(
                "  <property><name>%s</name><value>%s</value></property>\n"
                    .formatted(name, escaped(value))));
    return xml.append("</configuration>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
