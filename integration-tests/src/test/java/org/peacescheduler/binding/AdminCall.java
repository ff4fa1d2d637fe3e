package org.peacescheduler.binding;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;

/**
 * A call of {@code dfsadmin}, as an operator makes it. Immutable.
 *
 * @param output both of its streams
 */
record AdminCall(int exitCode, String output) {

  /** {@code dfsadmin -refresh HOST:PORT peace}. */
  static AdminCall refresh(PeaceCluster cluster) throws Exception {
    return run(cluster, "-refresh", address(cluster), "peace");
  }

  /** {@code dfsadmin -refresh HOST:PORT peace WORD}. */
  static AdminCall refresh(PeaceCluster cluster, String word) throws Exception {
    return run(cluster, "-refresh", address(cluster), "peace", word);
  }

  /** As {@link #refresh}, by a user of that name who is in no group that matters. */
  static AdminCall refreshAs(String user, PeaceCluster cluster) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"nobodies"})
        .doAs((PrivilegedExceptionAction<AdminCall>) () -> refresh(cluster));
  }

  /** {@code dfsadmin -reconfig namenode HOST:PORT start}, until it has finished. */
  static AdminCall reconfigure(PeaceCluster cluster) throws Exception {
    AdminCall start = run(cluster, "-reconfig", "namenode", address(cluster), "start");
    if (start.exitCode() != 0) {
      return start;
    }
    AdminCall[] status = new AdminCall[1];
    PeaceCluster.await(
        () -> {
          try {
            status[0] = run(cluster, "-reconfig", "namenode", address(cluster), "status");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return status[0].output().contains("finished");
        },
        () -> "reconfiguration ends: " + status[0]);
    return status[0];
  }

  private static String address(PeaceCluster cluster) {
    return "localhost:" + cluster.mini().getNameNodePort();
  }

  private static AdminCall run(PeaceCluster cluster, String... arguments) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(stream);
    System.setErr(stream);
    try {
      int exitCode = ToolRunner.run(new DFSAdmin(cluster.mini().getConfiguration(0)), arguments);
      return new AdminCall(exitCode, output.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
