package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peacescheduler.coordinate.Bounds;

/**
 * Mallory's clients ask for blocks, and say with it what makes work under the coordinator's lock,
 * or keeps datanodes from others. Victor, who asks for blocks too, has them as soon as beside as
 * many clients of hers who say what any client says.
 *
 * <p>The NameNode is a real one; its datanodes are many and not there, since nobody writes.
 */
@Tag("figures")
class AttacksIT {
  private static final int ROUNDS = Integer.getInteger("peace.attacks.rounds", 3);
  private static final int CLIENTS = Integer.getInteger("peace.attacks.clients", 300);

  /** Of which each has a block for a while: with room for three at a time, some two seconds. */
  private static final int VICTIMS_BLOCKS = 60;

  private static final String TOO_LARGE = "FallbacksTooLarge";
  private static final String TOO_DIVERSE = "FallbacksTooDiverse";
  private static final String FAVORED = "FallbacksFavoredNodes";

  /**
   * Three blocks at a time come over the link between clients and datanodes, each for as long as it
   * is held. Without a rate all would go at once, for nothing is written that could be measured.
   */
  private static final String NARROW =
      """
      version: 1
      streamRate: 64 KiB/s
      defaults:
        server: {up: 1000, down: 1000}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
      links:
        - {between: [tor1, tor2], capacity: 3}
      servers:
        - {hosts: "dn[1-300]", switch: tor1}
      placement: [any]
      """;

  /** Where victor's blocks were to be written. */
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  @TempDir Path directory;

  private PeaceCluster start(String topology, int datanodes) throws Exception {
    PeaceCluster cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, topology);
              conf.set("dfs.namenode.peace.completion-fraction", "0");
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.setBoolean("dfs.permissions.enabled", false);
              conf.set("dfs.namenode.peace.groups", "/mallory/{job}/**");
              conf.setLong("dfs.namenode.stale.datanode.interval", 600_000);
              conf.set(
                  "dfs.namenode.ip-proxy-users",
                  conf.get("dfs.namenode.ip-proxy-users") + ",victor,mallory");
            });
    FakeDatanodes.join(cluster.mini().getNameNode(), datanodes, "/rack1");
    return cluster;
  }

  /** Until Peace knows the datanodes, and how long chunks take. */
  private void warmUp(RawUser victor) throws Exception {
    long before;
    do {
      before = PeaceCluster.counter("PlacedByStock");
      victimsSeconds(victor, 30);
    } while (PeaceCluster.counter("PlacedByStock") > before);
  }

  /** How long a burst of clients takes of which each has a block for a while. */
  private double victimsSeconds(RawUser victor, int clients) throws Exception {
    long start = System.nanoTime();
    List<Future<Void>> writes = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      String path = "/victor/" + start + "/" + i;
      String host = PeaceCluster.client("10.41.0." + (1 + i), "/rack2");
      writes.add(Caller.inBackground(() -> PeaceCluster.as(host, () -> haveBlock(victor, path))));
    }
    for (Future<Void> write : writes) {
      write.get(120, TimeUnit.SECONDS);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private Void haveBlock(RawUser victor, String path) throws Exception {
    long file = victor.create(path, path, 3, PeaceCluster.BLOCK);
    while (true) {
      try {
        LocatedBlock block =
            victor
                .nameNode()
                .addBlock(path, path, null, DatanodeInfo.EMPTY_ARRAY, file, null, null);
        used.addAll(PeaceCluster.hosts(block));
        break;
      } catch (IOException e) {
        // HDFS has it ask again.
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
    TimeUnit.MILLISECONDS.sleep(AskingCrowd.HELD_MILLIS);
    victor.nameNode().delete(path, false);
    return null;
  }

  /** What her clients say. */
  enum Attack implements AskingCrowd.Tongue {
    /** Row 3: each call excludes other datanodes, and two of her names accuse some. */
    DISTINCT_EXCLUDED_NODES(true, TOO_DIVERSE) {
      @Override
      public DatanodeInfo[] excluded(Random random) {
        return some(random, 20);
      }
    },
    /** Row 3, too. */
    HIGH_REPLICATION(true, TOO_LARGE) {
      @Override
      public int replication(Random random) {
        return 300;
      }
    },
    /** As much as is scheduled yet. */
    REPLICATION_AND_EXCLUDED_NODES_AT_THEIR_BOUNDS(true, TOO_DIVERSE) {
      @Override
      public int replication(Random random) {
        return 25 + random.nextInt(8);
      }

      @Override
      public DatanodeInfo[] excluded(Random random) {
        return some(random, 64);
      }
    },
    /** A plan for many replicas would find no room for the last ones. */
    MORE_REPLICAS_THAN_NODES_LEFT(true, TOO_LARGE) {
      @Override
      public int replication(Random random) {
        return 32;
      }

      @Override
      public DatanodeInfo[] excluded(Random random) {
        return some(random, 270 + random.nextInt(10));
      }
    },
    /** Its blocks are to go where it says. */
    FAVORED_NODES(false, FAVORED) {
      @Override
      public String[] favored(Random random) {
        return Arrays.stream(some(random, 3)).map(DatanodeInfo::getXferAddr).toArray(String[]::new);
      }
    },
    /** Row 11: so many groups, and all are ranked again when one's first file ends. */
    GROUPS_OF_ONE(false, "") {
      @Override
      public String folder(Random random) {
        return "job" + random.nextInt();
      }
    },
    /** Groups that have been there before, whose files say other sizes each time. */
    GROUPS_OF_OTHER_SIZES(false, "") {
      @Override
      public String folder(Random random) {
        return "job" + random.nextInt(100) + "/chk-" + random.nextInt(1_000_000);
      }

      @Override
      public long blockSize(Random random) {
        return 512L * (2 + random.nextInt(1 << 30));
      }
    },
    /** Each chunk is of another kind for the scheduler, but for its excluded nodes. */
    OTHER_SIZES_AND_REPLICATIONS(true, "") {
      @Override
      public int replication(Random random) {
        return 1 + random.nextInt(32);
      }

      @Override
      public long blockSize(Random random) {
        return 1024L << random.nextInt(30);
      }
    };

    private final boolean accuses;

    /** What counts blocks that go over a bound; empty if none does. */
    private final String counter;

    Attack(boolean accuses, String counter) {
      this.accuses = accuses;
      this.counter = counter;
    }

    /** How many of her blocks have gone over its bound. */
    private long counted() {
      return counter.isEmpty() ? 0 : PeaceCluster.counter(counter);
    }

    private static DatanodeInfo[] some(Random random, int count) {
      return random
          .ints(1, 301)
          .distinct()
          .limit(count)
          .mapToObj(FakeDatanodes::info)
          .toArray(DatanodeInfo[]::new);
    }
  }

  /** Two of her names on one host say, over and over, that they could not write to any datanode. */
  private static AutoCloseable accusing(RawUser mallory, int replication) {
    AtomicBoolean over = new AtomicBoolean();
    List<Future<Void>> accusers = new ArrayList<>();
    for (String name : List.of("accuser 1", "accuser 2")) {
      String host = PeaceCluster.client("10.43.0.1", "/rack1");
      accusers.add(
          Caller.inBackground(
              () -> {
                for (int i = 0; !over.get(); i++) {
                  String path = "/mallory/" + name + "/" + i;
                  PeaceCluster.as(host, () -> accuse(mallory, name, path, replication));
                }
                return null;
              }));
    }
    return () -> {
      over.set(true);
      for (Future<Void> accuser : accusers) {
        accuser.get(120, TimeUnit.SECONDS);
      }
    };
  }

  private static Void accuse(RawUser mallory, String name, String path, int replication)
      throws Exception {
    long file = mallory.create(path, name, replication, PeaceCluster.BLOCK);
    DatanodeInfo[] accused = {};
    for (int i = 0; i < 4; i++) {
      try {
        LocatedBlock block =
            mallory.nameNode().addBlock(path, name, null, accused, file, null, null);
        mallory.nameNode().abandonBlock(block.getBlock(), file, path, name);
        accused =
            Stream.concat(Arrays.stream(accused), Arrays.stream(block.getLocations()))
                .toArray(DatanodeInfo[]::new);
      } catch (IOException e) {
        break; // There is no datanode left, or it is to ask again.
      }
    }
    mallory.nameNode().delete(path, false);
    TimeUnit.MILLISECONDS.sleep(50);
    return null;
  }

  private static double beside(
      PeaceCluster cluster, AskingCrowd.Tongue tongue, boolean accuses, Callable<Double> victim)
      throws Exception {
    try (RawUser mallory = RawUser.of(cluster, "mallory");
        AskingCrowd crowd = AskingCrowd.of(mallory, CLIENTS, "10.42", "/rack2", tongue);
        AutoCloseable accusers = accuses ? accusing(mallory, 20) : () -> {}) {
      PeaceCluster.await(() -> crowd.blocks() >= 30, () -> "her clients are at work");
      return victim.call();
    }
  }

  @ParameterizedTest
  @EnumSource
  void victim_besideACrowd_isAsBesideAsManyWriters(Attack attack) throws Exception {
    try (PeaceCluster cluster = start(NARROW, 300);
        RawUser victor = RawUser.of(cluster, "victor")) {
      warmUp(victor);
      long before = attack.counted();
      Side side =
          Side.by(
              ROUNDS,
              () ->
                  beside(
                      cluster,
                      AskingCrowd.Tongue.ORDINARY,
                      false,
                      () -> victimsSeconds(victor, VICTIMS_BLOCKS)),
              () ->
                  beside(
                      cluster,
                      attack,
                      attack.accuses,
                      () -> victimsSeconds(victor, VICTIMS_BLOCKS)));
      long counted = attack.counted() - before;
      System.out.printf("%s: %s; over a bound: %d%n", attack, side, counted);
      assertTrue(side.isHarmless(), side::toString);
      assertTrue(attack.counter.isEmpty() || counted > 0, "her words have come to Peace");
      cluster.awaitIdle();
    }
  }

  /**
   * Row 8: two of one user's names accuse every datanode; there is room for 16 blocks at a time.
   */
  @Test
  void victim_besideTwoNamesThatAccuseAll_isAsBesideTwoWriters() throws Exception {
    int datanodes = 48;
    int inQuarantine = datanodes / Bounds.QUARANTINED_ONE_IN;
    String topology =
        PeaceCluster.oneRack(datanodes, 1)
            .replace("version: 1\n", "version: 1\nstreamRate: 64 KiB/s\n");
    try (PeaceCluster cluster = start(topology, datanodes);
        RawUser victor = RawUser.of(cluster, "victor")) {
      warmUp(victor);
      List<Integer> counts = new ArrayList<>();
      Side side =
          Side.by(
              ROUNDS,
              () -> victimsSeconds(victor, 90),
              () -> {
                try (RawUser mallory = RawUser.of(cluster, "mallory");
                    AutoCloseable accusers = accusing(mallory, 3)) {
                  victimsSeconds(victor, 90); // She has had her say then.
                  used.clear();
                  double seconds = victimsSeconds(victor, 90);
                  counts.add(used.size());
                  return seconds;
                }
              });
      System.out.printf("two names that accuse all: %s; datanodes %s%n", side, counts);
      assertTrue(side.isHarmless(), side::toString);
      assertTrue(Collections.min(counts) >= datanodes - inQuarantine, counts::toString);
      cluster.awaitIdle();
    }
  }
}
