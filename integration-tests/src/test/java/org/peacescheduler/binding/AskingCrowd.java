package org.peacescheduler.binding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Many clients of one user, each of which asks for a block of a new file, has it for a while and
 * deletes the file, over and over. What they say with it is a {@link Tongue}'s matter; how often
 * they ask is not.
 */
final class AskingCrowd implements AutoCloseable {
  /** How long a block is in use. */
  static final long HELD_MILLIS = 100;

  /** A client's files begin no faster. */
  private static final long PERIOD_MILLIS = 4_000;

  private static final AtomicInteger FILES = new AtomicInteger();

  private final RawUser user;
  private final Tongue tongue;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong blocks = new AtomicLong();
  private final List<Future<Void>> clients = new ArrayList<>();

  /** What a client says of its file. */
  interface Tongue {
    /** As any client of HDFS. */
    Tongue ORDINARY = new Tongue() {};

    default int replication(Random random) {
      return 3;
    }

    default long blockSize(Random random) {
      return PeaceCluster.BLOCK;
    }

    default DatanodeInfo[] excluded(Random random) {
      return DatanodeInfo.EMPTY_ARRAY;
    }

    /** Where it wants its block; null if it leaves that to HDFS. */
    default String[] favored(Random random) {
      return null;
    }

    /** Below the user's directory. */
    default String folder(Random random) {
      return "plain";
    }

    /** A client has its block, and may say more before its file is deleted. */
    default void has(LocatedBlock block, String path, long file, String name, RawUser user)
        throws IOException {}
  }

  private AskingCrowd(RawUser user, Tongue tongue) {
    this.user = user;
    this.tongue = tongue;
  }

  /** So many clients on hosts of a rack. */
  static AskingCrowd of(RawUser user, int clients, String network, String rack, Tongue tongue) {
    AskingCrowd crowd = new AskingCrowd(user, tongue);
    for (int i = 0; i < clients; i++) {
      String host = PeaceCluster.client(network + "." + i / 200 + "." + (1 + i % 200), rack);
      String name = "client " + i + " of " + user.user();
      Random random = new Random(i);
      crowd.clients.add(
          Caller.inBackground(
              () -> {
                crowd.go(host, name, random);
                return null;
              }));
    }
    return crowd;
  }

  private void go(String host, String name, Random random) throws Exception {
    if (over.await(random.nextLong(PERIOD_MILLIS), TimeUnit.MILLISECONDS)) {
      return;
    }
    while (over.getCount() > 0) {
      long start = System.nanoTime();
      String folder = tongue.folder(random);
      String path = "/" + user.user() + "/" + folder + "/" + FILES.incrementAndGet();
      PeaceCluster.as(host, () -> one(path, name, random));
      long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      over.await(PERIOD_MILLIS - spent, TimeUnit.MILLISECONDS);
    }
  }

  private Void one(String path, String name, Random random) throws Exception {
    long file = user.create(path, name, tongue.replication(random), tongue.blockSize(random));
    try {
      LocatedBlock block = ask(path, name, file, random);
      if (block != null) {
        blocks.incrementAndGet();
        tongue.has(block, path, file, name, user);
        over.await(HELD_MILLIS, TimeUnit.MILLISECONDS);
      }
    } finally {
      user.nameNode().delete(path, false);
    }
    return null;
  }

  /** Until it has a block, or all is over. */
  private LocatedBlock ask(String path, String name, long file, Random random) throws Exception {
    DatanodeInfo[] excluded = tongue.excluded(random);
    String[] favored = tongue.favored(random);
    while (over.getCount() > 0) {
      try {
        return user.nameNode().addBlock(path, name, null, excluded, file, favored, null);
      } catch (IOException e) {
        // HDFS has it ask again.
        over.await(HELD_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
    return null;
  }

  /** How many blocks they have had. */
  long blocks() {
    return blocks.get();
  }

  /** Those that wait are answered that their file is gone. */
  @Override
  public void close() throws Exception {
    over.countDown();
    user.nameNode().delete("/" + user.user(), true);
    for (Future<Void> client : clients) {
      client.get(120, TimeUnit.SECONDS);
    }
  }
}
