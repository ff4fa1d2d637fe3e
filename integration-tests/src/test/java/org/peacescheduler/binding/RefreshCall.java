package org.peacescheduler.binding;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.util.ToolRunner;

/**
 * {@code dfsadmin -refresh HOST:PORT peace}, as an operator runs it. Immutable.
 *
 * @param output both of its streams
 */
record RefreshCall(int exitCode, String output) {

  static RefreshCall run(PeaceCluster cluster) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(stream);
    System.setErr(stream);
    try {
      String address = "localhost:" + cluster.mini().getNameNodePort();
      int exitCode =
          ToolRunner.run(
              new DFSAdmin(cluster.mini().getConfiguration(0)),
              new String[] {"-refresh", address, "peace"});
      return new RefreshCall(exitCode, output.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
