package org.peacescheduler.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Targets for 3 replicas that the stock policy chooses per second, by one thread, in a NameNode
 * with the racks that {@link PlanningBenchmark} has. Load is no matter to it.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class StockPolicyBenchmark {
  private static final int REPLICAS = 3;
  private static final long BLOCK_SIZE = 128L << 20;

  /** A NameNode with its datanodes. */
  @State(Scope.Thread)
  public static class Hdfs {
    /** The cluster. */
    @Param public Cluster cluster;

    /** {@code REMOTE} is written with NO_LOCAL_WRITE. */
    @Param public Placement placement;

    private final SplittableRandom random = new SplittableRandom(1);
    private final BlockStoragePolicy storagePolicy =
        BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();
    private StockCluster stock;
    private BlockPlacementPolicy policy;
    private List<DatanodeDescriptor> writers;
    private EnumSet<AddBlockFlag> flags;

    /** Starts the NameNode. */
    @Setup(Level.Trial)
    public void start() throws IOException {
      stock = StockCluster.start(cluster);
      policy = stock.policy();
      writers = stock.datanodes();
      flags =
          placement == Placement.REMOTE
              ? EnumSet.of(AddBlockFlag.NO_LOCAL_WRITE)
              : EnumSet.noneOf(AddBlockFlag.class);
    }

    /** Stops the NameNode. */
    @TearDown(Level.Trial)
    public void stop() {
      stock.close();
    }
  }

  /** Chooses targets for one block. */
  @Benchmark
  public DatanodeStorageInfo[] chooseTarget(Hdfs hdfs, Measured measured) {
    return hdfs.policy.chooseTarget(
        "/benchmark",
        REPLICAS,
        hdfs.writers.get(hdfs.random.nextInt(hdfs.writers.size())),
        new ArrayList<>(REPLICAS),
        false,
        null,
        BLOCK_SIZE,
        hdfs.storagePolicy,
        hdfs.flags);
  }
}
