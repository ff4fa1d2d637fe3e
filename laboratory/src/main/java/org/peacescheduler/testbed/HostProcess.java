package org.peacescheduler.testbed;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What runs in a namespace: a NameNode, a DataNode or a client, each a process of its own.
 *
 * <p>{@code HostProcess namenode|datanode|client SITE-FILE}. It ends when its standard input does,
 * so that nothing is left running if whoever started it dies, however that happens. It says {@code
 * ready} on standard output when it is; a client then answers orders.
 */
public final class HostProcess {
  private static final Logger LOG = LoggerFactory.getLogger(HostProcess.class);

  /** What is printed when a process is ready. */
  static final String READY = "ready";

  /** Datanodes serve several NameNodes only of one cluster. */
  private static final String CLUSTER = "peace-testbed";

  private HostProcess() {}

  /** Runs one process until its standard input ends. */
  public static void main(String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err); // Some of Hadoop's classes print.
    int exit = 0;
    try {
      Configuration conf = new HdfsConfiguration();
      conf.addResource(new org.apache.hadoop.fs.Path(Path.of(args[1]).toUri()));
      switch (args[0]) {
        case "namenode" -> nameNode(conf, out);
        case "datanode" -> dataNode(conf, out);
        default -> client(conf, out);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("{} ends", args[0], e);
      exit = 1;
    }
    Runtime.getRuntime().halt(exit); // Nothing of a daemon is needed any more.
  }

  private static void nameNode(Configuration conf, PrintStream out) throws IOException {
    StartupOption.FORMAT.setClusterId(CLUSTER);
    DefaultMetricsSystem.setMiniClusterMode(true); // To format makes the same metrics once more.
    Configuration plain = new Configuration(conf);
    plain.unset("dfs.block.replicator.classname");
    NameNode.format(plain); // The cluster is as young as its processes.
    NameNode nameNode = NameNode.createNameNode(new String[0], conf);
    untilInputEnds(out);
    nameNode.stop();
    nameNode.join();
  }

  private static void dataNode(Configuration conf, PrintStream out) throws IOException {
    DataNode.createDataNode(new String[0], conf);
    untilInputEnds(out);
  }

  private static void untilInputEnds(PrintStream out) throws IOException {
    out.println(READY);
    out.flush();
    while (System.in.read() >= 0) {
      // Whatever comes means nothing.
    }
  }

  private static void client(Configuration conf, PrintStream out) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    out.println(READY);
    out.flush();
    HostClient client = new HostClient(conf);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      WriteReply reply = client.obey(mapper.readValue(line, WriteOrder.class));
      out.println(mapper.writeValueAsString(reply));
      out.flush();
    }
  }
}
