package org.peacescheduler.clients;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Lets clients that are not HDFS's own write to a cluster, ten rounds each, and prints how many of
 * their files were not written, and how long the others took. Ends with 1 if any was not.
 *
 * <p>Example: {@code hdfs-native 0 of 300 failed; median 1.20 s, longest 3.41 s}. Confined to the
 * main thread.
 */
public final class OtherClients {
  private static final int ROUNDS = 10;

  private OtherClients() {}

  /**
   * Runs them.
   *
   * @param args a directory for everything, the interpreter of Python, the script of hdfs-native's
   *     writers
   */
  public static void main(String[] args) throws Exception {
    Path directory = Files.createDirectories(Path.of(args[0]));
    Times natives = new Times();
    Times logs = new Times();
    try (TestCluster cluster = new TestCluster(directory)) {
      DistributedFileSystem fs = cluster.fs();
      for (int round = 0; round < ROUNDS; round++) {
        String folder = "/native" + round;
        fs.mkdirs(new org.apache.hadoop.fs.Path(folder));
        NativeWriters.round(args[1], args[2], cluster.url(), folder, natives);
      }
      System.out.println("hdfs-native    " + natives);
      for (int round = 0; round < ROUNDS; round++) {
        String folder = "/logs" + round;
        fs.mkdirs(new org.apache.hadoop.fs.Path(folder));
        AsyncLogs.round(fs, folder, logs);
      }
      System.out.println("hbase-asyncfs  " + logs);
      System.out.println("chunks that had to wait: " + cluster.deferrals());
    }
    System.exit(natives.failures() + logs.failures() == 0 ? 0 : 1);
  }
}
