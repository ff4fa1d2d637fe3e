package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;

/**
 * The ways in which the chunks of a file end that its client, or another one, brings about.
 *
 * <p>Every file is closed or gone in the end, so nothing is left to time.
 */
final class Endings {
  /** What becomes of a file that is being written. */
  enum Ending {
    COMPLETED,
    SYNCED,
    ABANDONED,
    CLIENT_KILLED,
    DELETED,
    DELETED_WITH_ITS_FOLDER,
    OVERWRITTEN,
    RENAMED,
    RENAMED_OVER,
    APPENDED,
    KILLED_WHILE_APPENDING,
    TRUNCATED,
    CONCATENATED,
    LEASE_TAKEN
  }

  static final int WRITERS = 8;
  private static final int FILES = 3;
  private static final long MINUTES = Long.getLong("peace.ends.minutes", 0);
  private static final long SEED = Long.getLong("peace.ends.seed", System.nanoTime());

  /**
   * Until its MiniDFSCluster ends, a stopped NameNode stays in memory: Hadoop's metrics have it.
   */
  private static final int ROUNDS_OF_A_CLUSTER = 60;

  private final DistributedFileSystem fs;
  private final int leastReplication;

  /**
   * Endings in a file system.
   *
   * @param leastReplication 2 where a datanode may be lost
   */
  Endings(DistributedFileSystem fs, int leastReplication) {
    this.fs = fs;
    this.leastReplication = leastReplication;
  }

  /** Starts a cluster in a directory. */
  interface Start {
    PeaceCluster in(java.nio.file.Path directory) throws Exception;
  }

  /** What happens in one round. */
  interface Round {
    void run(int number, SplittableRandom random) throws Exception;
  }

  /**
   * Rounds until the time that was asked for is over, in one cluster after the other.
   *
   * @param least so many rounds, whatever the time
   */
  static void inRounds(int least, java.nio.file.Path directory, Start start, Round round)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    SplittableRandom random = new SplittableRandom(SEED);
    int number = 0;
    do {
      try (PeaceCluster cluster =
          start.in(Files.createDirectory(directory.resolve("from-round-" + number)))) {
        int last = number + ROUNDS_OF_A_CLUSTER;
        do {
          try {
            round.run(number, random);
          } catch (Exception | AssertionError e) {
            throw failed("round %d, seed %d".formatted(number, SEED), e);
          }
          number++;
        } while (number < last && (number < least || System.nanoTime() < end));
      }
    } while (number < least || System.nanoTime() < end);
    System.out.printf("seed %d: %d rounds%n", SEED, number);
  }

  /** So many of these in random order; each one comes up before any comes again. */
  static <T> Deque<T> shuffled(int count, T[] choices, SplittableRandom random) {
    Deque<T> deck = new ArrayDeque<>();
    while (deck.size() < count) {
      List<T> all = new ArrayList<>(List.of(choices));
      Collections.shuffle(all, new Random(random.nextLong()));
      deck.addAll(all.subList(0, Math.min(all.size(), count - deck.size())));
    }
    return deck;
  }

  /**
   * Writers on hosts of two racks, each with {@value #FILES} files one after the other; among them
   * is every ending.
   *
   * @param threads {@value #WRITERS} or more
   * @param folder for their files
   */
  Burst burst(ExecutorService threads, String folder, SplittableRandom random) {
    long deferrals = PeaceCluster.deferrals();
    Deque<Ending> endings = shuffled(WRITERS * FILES, Ending.values(), random);
    List<Future<?>> writes = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      String host = PeaceCluster.client("10.11.0." + w, w % 2 == 0 ? "/rack1" : "/rack2");
      String own = folder + "/" + w;
      SplittableRandom choices = random.split();
      List<Ending> mine = Stream.generate(endings::pop).limit(FILES).toList();
      writes.add(
          threads.submit(
              () ->
                  PeaceCluster.as(
                      host,
                      () -> {
                        for (int i = 0; i < FILES; i++) {
                          // An ending can come up twice for one writer.
                          Ending ending = mine.get(i);
                          String path = own + "/" + i + "-" + ending;
                          int replication =
                              leastReplication + choices.nextInt(4 - leastReplication);
                          try {
                            write(ending, path, replication, choices);
                          } catch (Exception | AssertionError e) {
                            throw new AssertionError(path + ", replication " + replication, e);
                          }
                        }
                        return null;
                      })));
    }
    return new Burst(writes, deferrals);
  }

  /**
   * Writers that are at it.
   *
   * @param deferrals before it
   */
  record Burst(List<Future<?>> writes, long deferrals) {
    /** Until a chunk had to wait. Counted: who only looks now and then can miss every wait. */
    void awaitFirstWait() throws Exception {
      PeaceCluster.await(
          () -> PeaceCluster.deferrals() > deferrals || writes.stream().allMatch(Future::isDone),
          () -> "somebody waits");
      if (PeaceCluster.deferrals() == deferrals) {
        awaitEnd();
        throw new AssertionError("nobody waited in a whole burst");
      }
    }

    /** Until all writes are done; the first failure is thrown. */
    void awaitEnd() throws Exception {
      for (Future<?> write : writes) {
        write.get(180, TimeUnit.SECONDS);
      }
    }
  }

  /** A failure whose one line says what was at its root, since a log's end is all that CI keeps. */
  static AssertionError failed(String when, Throwable e) {
    Stream<Throwable> chain = Stream.iterate(e, Objects::nonNull, Throwable::getCause);
    return new AssertionError(
        chain.map(Throwable::toString).collect(Collectors.joining(" <- ", when + ": ", "")), e);
  }

  /**
   * Writes a file and ends it.
   *
   * @param replication of the file
   */
  private void write(Ending ending, String path, int replication, SplittableRandom random)
      throws Exception {
    if (ending == Ending.ABANDONED) {
      abandon(path, replication);
      return;
    }
    int length = 1 + random.nextInt(3 * BLOCK);
    if (ending == Ending.RENAMED_OVER) {
      // Not while the other file is open: who holds a chunk and waits for a second one can wait for
      // somebody who does the same.
      PeaceCluster.write(fs, path + ".new", length / 2, 2);
    }
    FSDataOutputStream out = PeaceCluster.create(fs, path, replication);
    out.write(PeaceCluster.bytes(length));
    if (random.nextBoolean()) {
      out.hflush();
    }
    end(ending, out, path, length, random);
  }

  private void end(
      Ending ending, FSDataOutputStream out, String path, int length, SplittableRandom random)
      throws Exception {
    Path file = new Path(path);
    switch (ending) {
      case COMPLETED -> {
        out.close();
        PeaceCluster.assertContent(fs, path, length);
      }
      case SYNCED -> {
        for (int i = 0; i < 3; i++) {
          out.hsync();
          out.write(7);
        }
        out.close();
      }
      case ABANDONED -> throw new IllegalArgumentException("a call of its own");
      case CLIENT_KILLED -> {
        PeaceCluster.die(out);
        recover(path);
      }
      case DELETED -> {
        fs.delete(file, false);
        PeaceCluster.die(out);
      }
      case DELETED_WITH_ITS_FOLDER -> {
        fs.delete(file.getParent(), true);
        PeaceCluster.die(out);
      }
      case OVERWRITTEN -> {
        PeaceCluster.write(fs, path, length / 2, 2);
        PeaceCluster.die(out);
        PeaceCluster.assertContent(fs, path, length / 2);
      }
      case RENAMED -> {
        fs.rename(file, new Path(path + ".moved"));
        out.write(PeaceCluster.bytes(BLOCK));
        out.close();
      }
      case RENAMED_OVER -> {
        fs.rename(new Path(path + ".new"), file, Rename.OVERWRITE);
        PeaceCluster.die(out);
        PeaceCluster.assertContent(fs, path, length / 2);
      }
      case APPENDED -> {
        out.close();
        try (FSDataOutputStream more = append(path)) {
          more.write(PeaceCluster.bytes(1 + random.nextInt(BLOCK)));
        }
      }
      case KILLED_WHILE_APPENDING -> {
        out.close();
        FSDataOutputStream more = append(path);
        more.write(PeaceCluster.bytes(1 + random.nextInt(BLOCK)));
        more.hflush();
        PeaceCluster.die(more);
        recover(path);
      }
      case TRUNCATED -> {
        out.close();
        int left = random.nextInt(length);
        if (!truncate(file, left)) {
          recover(path);
        }
        assertEquals(left, fs.getFileStatus(file).getLen());
      }
      case CONCATENATED -> {
        out.close();
        PeaceCluster.write(fs, path + ".rest", 1000, fs.getFileStatus(file).getReplication());
        fs.concat(file, new Path[] {new Path(path + ".rest")});
        assertEquals(length + 1000, fs.getFileStatus(file).getLen());
      }
      case LEASE_TAKEN -> {
        out.hflush();
        recover(path);
        PeaceCluster.die(out);
      }
    }
  }

  /** Whether a file has its new length at once; if not, its last block is to be recovered. */
  private boolean truncate(Path file, int left) throws IOException {
    try {
      return fs.truncate(file, left);
    } catch (RemoteException e) {
      if (e.unwrapRemoteException() instanceof AlreadyBeingCreatedException) {
        return false; // A failover took the answer, and the client has asked again.
      }
      throw e;
    }
  }

  /** A pipeline is as long as there are replicas reported, and does not outlive their datanodes. */
  private FSDataOutputStream append(String path) throws Exception {
    PeaceCluster.await(
        () -> {
          try {
            return fs.getClient().getLocatedBlocks(path, 0).getLocatedBlocks().stream()
                .allMatch(block -> block.getLocations().length >= leastReplication);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        90_000,
        () -> path + " has its replicas");
    try {
      return fs.append(new Path(path));
    } catch (IOException e) {
      if (!e.getMessage().startsWith("Unable to retrieve blocks locations")) {
        throw e;
      }
      // The NameNode was started anew in between and no datanode has reported yet: HDFS's client
      // gives up, and leaves the file open.
      recover(path);
      return append(path);
    }
  }

  /** Has the file closed on behalf of a client that is gone, as its heirs would. */
  private void recover(String path) throws Exception {
    PeaceCluster.await(
        () -> {
          try {
            return fs.isFileClosed(new Path(path)) || fs.recoverLease(new Path(path));
          } catch (IOException e) {
            if (isLastBlockAheadOfTheOneBefore(e)) {
              return false;
            }
            throw new java.io.UncheckedIOException(e);
          }
        },
        90_000,
        () -> path + " is closed");
  }

  /**
   * With the last block reported and the one before not yet, as after a failover, HDFS answers "not
   * closed", or with Java's assertions on as here: by one.
   */
  private static boolean isLastBlockAheadOfTheOneBefore(IOException e) {
    return e instanceof RemoteException remote
        && remote.getClassName().equals(AssertionError.class.getName())
        && remote.getMessage().startsWith("Already checked that the last block is incomplete");
  }

  /** A client gives its first block up before it has written anything, and closes the file. */
  private void abandon(String path, int replication) throws Exception {
    ClientProtocol nameNode = fs.getClient().getNamenode();
    String client = fs.getClient().getClientName();
    long file =
        nameNode
            .create(
                path,
                FsPermission.getFileDefault(),
                client,
                new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                true,
                (short) replication,
                BLOCK,
                CryptoProtocolVersion.supported(),
                null,
                null)
            .getFileId();
    LocatedBlock[] block = new LocatedBlock[1];
    PeaceCluster.await(
        () -> {
          try {
            block[0] =
                nameNode.addBlock(path, client, null, DatanodeInfo.EMPTY_ARRAY, file, null, null);
            return true;
          } catch (RemoteException e) {
            if (e.unwrapRemoteException() instanceof NotReplicatedYetException) {
              return false; // The NameNode has changed meanwhile.
            }
            throw new java.io.UncheckedIOException(e);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        90_000,
        () -> path + " has a block");
    nameNode.abandonBlock(block[0].getBlock(), file, path, client);
    nameNode.complete(path, client, null, file);
  }
}
