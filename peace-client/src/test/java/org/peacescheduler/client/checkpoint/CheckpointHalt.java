package org.peacescheduler.client.checkpoint;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.peacescheduler.client.Turns;

/**
 * A process that dies while it writes checkpoints: {@code CheckpointHalt ROOT FROM TO}.
 *
 * <p>For each N from FROM to TO - 1 it writes two checkpoints of the unit {@code halted-N}, and the
 * third one as far as operation N, each N with a client of its own. Then it halts: nothing is
 * closed or deleted, no hook runs, and the kernel closes the sockets. It says a line for each N,
 * such as {@code 17 2 hflush part-turn}: the checkpoint that readers shall see, and the operation
 * that was not done any more. With {@code 51 3 end} there was no operation 51, and it writes no
 * more.
 */
final class CheckpointHalt {
  static final int EXIT = 128 + 9;
  static final int BLOCK = 64 * 1024;
  static final String END = "end";

  private static final WriterOptions OPTIONS = WriterOptions.DEFAULTS.threads(2).retain(2);

  private CheckpointHalt() {}

  static Configuration conf() {
    Configuration conf = new HdfsConfiguration();
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setInt("dfs.bytes-per-checksum", 512);
    conf.setInt("dfs.replication", 2);
    // A client that closes a file asks again after so long whether its last block is there.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
    return conf;
  }

  /** What a checkpoint of that number has. */
  static byte[] state(long seq) {
    byte[] state = new byte[(int) (2 * BLOCK + seq)];
    new Random(seq).nextBytes(state);
    return state;
  }

  /** A writer that keeps two checkpoints. */
  static CheckpointWriter writer(Path root, Storage storage, Turns turns) throws IOException {
    return new CheckpointWriter(
        root, OPTIONS, storage, turns, System::nanoTime, () -> UUID.randomUUID().toString());
  }

  /** One with turns by the first block, whose operations are counted with the others. */
  static CheckpointWriter writer(Path root, HdfsStorage client, FaultyStorage faulty)
      throws IOException {
    return writer(root, faulty, Turns.of(new FaultyFiles(client.files(), faulty)));
  }

  private static WriteOutcome write(CheckpointWriter writer, String unit, long seq)
      throws InterruptedException {
    return writer.write(unit, seq, () -> Snapshot.of(state(seq))).await();
  }

  private static void stopHere(CountDownLatch stopped) {
    stopped.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes up to operation {@code at}, and returns what to say of it. */
  private static String stop(Path root, Configuration conf, String unit, int at)
      throws IOException, InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    HdfsStorage client = HdfsStorage.of(root, conf);
    FaultyStorage faulty = new FaultyStorage(client, at, () -> stopHere(stopped));
    CheckpointWrite write =
        writer(root, client, faulty).write(unit, 3, () -> Snapshot.of(state(3)));
    write.outcome().thenRun(stopped::countDown);
    stopped.await();
    return "%d %d %s"
        .formatted(at, faulty.isDone("rename") ? 3 : 2, faulty.happened() ? faulty.failed() : END);
  }

  /** Writes until it dies. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err); // Some of Hadoop's classes print.
    Path root = new Path(args[0]);
    Configuration conf = conf();
    CheckpointWriter before = writer(root, HdfsStorage.of(root, conf), Turns.atOnce());
    String said = "";
    for (int at = Integer.parseInt(args[1]);
        at < Integer.parseInt(args[2]) && !said.endsWith(END);
        at++) {
      String unit = "halted-" + at;
      write(before, unit, 1);
      write(before, unit, 2);
      said = stop(root, conf, unit, at);
      out.println(said);
    }
    out.flush();
    Runtime.getRuntime().halt(EXIT);
  }
}
