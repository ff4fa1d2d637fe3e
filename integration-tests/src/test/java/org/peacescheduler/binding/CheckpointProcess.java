package org.peacescheduler.binding;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.peacescheduler.client.checkpoint.CheckpointWriter;
import org.peacescheduler.client.checkpoint.Snapshot;
import org.peacescheduler.client.checkpoint.WriteOutcome;
import org.peacescheduler.client.checkpoint.WriterOptions;

/**
 * A process that writes one checkpoint after the other, from 1 on, until it is killed: {@code
 * CheckpointProcess ROOT UNIT}. It says the number of each that is published.
 */
final class CheckpointProcess {
  static final WriterOptions OPTIONS =
      WriterOptions.DEFAULTS.threads(2).replication(3).chunk(PeaceCluster.BLOCK);

  private CheckpointProcess() {}

  /** What a checkpoint of that number has. */
  static byte[] state(long seq) {
    byte[] state = new byte[(int) (5 * PeaceCluster.BLOCK + seq)];
    new Random(seq).nextBytes(state);
    return state;
  }

  /** Writes until it is killed. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err); // Some of Hadoop's classes print.
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.bytes-per-checksum", 512);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
    try (CheckpointWriter writer = CheckpointWriter.open(conf, new Path(args[0]), OPTIONS)) {
      for (long seq = 1; ; seq++) {
        byte[] state = state(seq);
        WriteOutcome outcome = writer.write(args[1], seq, () -> Snapshot.of(state)).await();
        if (!(outcome instanceof WriteOutcome.Published)) {
          throw new IOException(outcome.toString());
        }
        out.println(seq);
        out.flush();
      }
    }
  }
}
