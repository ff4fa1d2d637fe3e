package org.peacescheduler.binding;

import java.io.IOException;
import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.CallerContext;

/**
 * Calls of one user, in which everything is at random: which call, of which of his files or of
 * somebody else's, and what he says with it. Sizes are log-uniform: as many between 1 and 10 as
 * between 1,000 and 10,000. Example: addBlock of his third file, with a path of 20,000 characters
 * and 300 excluded nodes. What he is answered does not matter. One thread has each.
 */
final class HostileCalls {
  private static final int FILES = 64;
  private static final String[] NAMES = {"a", "b", "DFSClient_NONMAPREDUCE_1_1", ""};

  private final RawUser user;
  private final String home;
  private final DatanodeInfo[] datanodes;
  private final SplittableRandom random;

  /** His files, shared by his threads. */
  private final AtomicReferenceArray<Victim> files;

  /** A file, and the latest block of it. */
  private record Victim(String path, String name, long id, LocatedBlock block) {}

  private HostileCalls(
      RawUser user,
      String home,
      DatanodeInfo[] datanodes,
      SplittableRandom random,
      AtomicReferenceArray<Victim> files) {
    this.user = user;
    this.home = home;
    this.datanodes = datanodes;
    this.random = random;
    this.files = files;
  }

  static HostileCalls of(
      RawUser user, String home, DatanodeInfo[] datanodes, SplittableRandom random) {
    return new HostileCalls(user, home, datanodes, random, new AtomicReferenceArray<>(FILES));
  }

  /** Another thread with the same files, perhaps by another NameNode. */
  HostileCalls with(RawUser other) {
    return new HostileCalls(other, home, datanodes, random.split(), files);
  }

  /** From 1 to a maximum. */
  private int size(int most) {
    return (int) Math.exp(random.nextDouble() * Math.log(most + 1.0));
  }

  private long size(long most) {
    return (long) Math.exp(random.nextDouble() * Math.log(most));
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String word(int most) {
    return Character.toString('a' + random.nextInt(26)).repeat(size(most));
  }

  private String path() {
    return switch (random.nextInt(6)) {
      case 0 -> home + "/" + word(8_000);
      case 1 -> home + ("/" + word(8)).repeat(size(400));
      case 2 -> "/honest/" + random.nextInt(40);
      case 3 -> "/.reserved/.inodes/" + size(20_000L);
      case 4 -> "/" + word(1 << 20);
      default -> home + "/job" + random.nextInt(20) + "/" + random.nextInt(1_000);
    };
  }

  private String name() {
    return oneIn(3) ? word(1 << 20) : NAMES[random.nextInt(NAMES.length)];
  }

  private DatanodeInfo[] nodes(int most) {
    if (oneIn(2)) {
      return DatanodeInfo.EMPTY_ARRAY;
    }
    return IntStream.range(0, size(most)).mapToObj(i -> node()).toArray(DatanodeInfo[]::new);
  }

  private DatanodeInfo node() {
    if (!oneIn(3)) {
      return datanodes[random.nextInt(datanodes.length)];
    }
    return new DatanodeInfoBuilder()
        .setIpAddr("10.0." + random.nextInt(256) + "." + random.nextInt(256))
        .setHostName(word(1_000))
        .setDatanodeUuid(word(1_000))
        .setXferPort(random.nextInt(65_536))
        .setNetworkLocation("/" + word(100))
        .build();
  }

  private String[] favored() {
    return oneIn(4)
        ? IntStream.range(0, size(1_000)).mapToObj(i -> node().getXferAddr()).toArray(String[]::new)
        : null;
  }

  private ExtendedBlock block(Victim file) {
    if (file.block() == null || oneIn(3)) {
      return oneIn(2)
          ? null
          : new ExtendedBlock(
              word(100), random.nextLong(), size(Long.MAX_VALUE), random.nextLong());
    }
    ExtendedBlock block = new ExtendedBlock(file.block().getBlock());
    if (oneIn(3)) {
      block.setNumBytes(size(Long.MAX_VALUE));
    }
    return block;
  }

  private Victim file() {
    Victim file = files.get(random.nextInt(FILES));
    return file == null ? new Victim(path(), name(), size(100_000L), null) : file;
  }

  /** One call, after a pause from 1 to 100 ms; there is nobody who calls endlessly fast. */
  void callOnce(String host) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(size(100));
    String context =
        oneIn(2) ? "x" : "peaceGroup:" + word(5_000) + ",peaceBytes:" + random.nextLong();
    CallerContext.setCurrent(
        new CallerContext.Builder(context).append(CallerContext.CLIENT_IP_STR, host).build());
    try {
      any(user.nameNode());
    } catch (IOException | RuntimeException e) {
      // He is refused, or what he says is no message at all; that is not what is asked here.
    } finally {
      CallerContext.setCurrent(null);
    }
  }

  private void any(ClientProtocol nameNode) throws IOException {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> create();
      case 4, 5, 6, 7, 8, 9, 10 -> addBlock(nameNode);
      case 11 -> {
        Victim file = file();
        nameNode.abandonBlock(block(file), file.id(), file.path(), file.name());
      }
      case 12 -> {
        Victim file = file();
        nameNode.complete(file.path(), file.name(), block(file), file.id());
      }
      case 13 -> nameNode.setReplication(file().path(), (short) size(512));
      case 14 -> {
        Victim file = file();
        nameNode.append(
            file.path(), file.name(), new EnumSetWritable<>(EnumSet.of(CreateFlag.APPEND)));
      }
      case 15 -> {
        Victim file = file();
        nameNode.fsync(file.path(), file.id(), file.name(), size(Long.MAX_VALUE));
      }
      case 16 -> pipeline(nameNode);
      case 17 -> {
        Victim file = file();
        nameNode.getAdditionalDatanode(
            file.path(),
            file.id(),
            block(file),
            nodes(10),
            new String[] {word(100)},
            nodes(1_000),
            size(100),
            file.name());
      }
      case 18 -> nameNode.rename2(file().path(), path());
      default -> {
        Victim file = file();
        if (oneIn(2)) {
          nameNode.recoverLease(file.path(), file.name());
        } else {
          nameNode.delete(file.path(), true);
        }
      }
    }
  }

  private void create() throws IOException {
    String path = path();
    String name = name();
    long id = user.create(path, name, size(512), 1024 * size(1L << 40));
    files.set(random.nextInt(FILES), new Victim(path, name, id, null));
  }

  private void addBlock(ClientProtocol nameNode) throws IOException {
    int index = random.nextInt(FILES);
    Victim file = files.get(index);
    if (file == null || oneIn(10)) {
      file = file();
    }
    LocatedBlock block =
        nameNode.addBlock(
            oneIn(5) ? path() : file.path(),
            oneIn(10) ? name() : file.name(),
            file.block() == null ? null : block(file),
            nodes(10_000),
            oneIn(10) ? size(100_000L) : file.id(),
            favored(),
            oneIn(4)
                ? EnumSet.of(AddBlockFlag.values()[random.nextInt(AddBlockFlag.values().length)])
                : EnumSet.noneOf(AddBlockFlag.class));
    files.set(index, new Victim(file.path(), file.name(), file.id(), block));
  }

  private void pipeline(ClientProtocol nameNode) throws IOException {
    Victim file = file();
    ExtendedBlock block = block(file);
    if (oneIn(2)) {
      nameNode.updateBlockForPipeline(block, file.name());
    } else {
      DatanodeID[] nodes = nodes(100);
      String[] storages =
          IntStream.range(0, nodes.length).mapToObj(i -> word(50)).toArray(String[]::new);
      nameNode.updatePipeline(file.name(), block, block, nodes, storages);
    }
  }
}
