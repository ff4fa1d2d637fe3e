package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.measure.Statistics;

/**
 * What a block costs a NameNode with Peace, beside one with stock HDFS: the call {@code addBlock},
 * and the reports of the block's three datanodes. Each NameNode has a JVM of its own and is called
 * in it, without RPC; after a warm-up they add blocks by turns. Counted is the processor time of
 * the threads that do it, Peace's own among them; what the JVM compiles meanwhile is stated beside.
 *
 * <p>Run by name; with the defaults eleven minutes:
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test=AddBlockRateIT
 * </pre>
 */
@Tag("figures")
class AddBlockRateIT {
  private static final long WARM_UP_SECONDS = Long.getLong("peace.rate.warmUpSeconds", 300);
  private static final long WINDOW_SECONDS = Long.getLong("peace.rate.windowSeconds", 15);
  private static final int WINDOWS = Integer.getInteger("peace.rate.windows", 10);

  /** Noise of a shared machine below what is aimed at, 0.97. */
  private static final double LEAST = 0.85;

  private static final int BLOCKS_A_FILE = 10;

  /**
   * What was done in a window.
   *
   * @param granted how many blocks Peace placed
   * @param micros processor time of a block
   * @param compiled milliseconds
   * @param collected milliseconds
   */
  private record Window(
      long blocks, long granted, double seconds, double micros, long compiled, long collected) {
    static Window parse(String line) {
      String[] parts = line.split(" ");
      return new Window(
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Double.parseDouble(parts[3]),
          Double.parseDouble(parts[4]),
          Long.parseLong(parts[5]),
          Long.parseLong(parts[6]));
    }
  }

  /** A NameNode in a JVM of its own. */
  private record NameNodeProcess(Process process, BufferedReader says) implements AutoCloseable {
    static NameNodeProcess start(String kind, Path directory) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xms3g",
                  "-Xmx3g",
                  "-XX:+UseParallelGC",
                  "--add-opens=java.base/java.lang=ALL-UNNAMED",
                  "-cp",
                  classPath(kind),
                  AddBlocks.class.getName(),
                  kind,
                  Files.createDirectories(directory.resolve(kind)).toString())
              .redirectError(directory.resolve(kind + ".log").toFile())
              .start();
      return new NameNodeProcess(
          process,
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** Stock HDFS has no overlay before it. */
    private static String classPath(String kind) {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .filter(entry -> !kind.equals(AddBlocks.STOCK) || !entry.contains("overlay"))
          .collect(Collectors.joining(File.pathSeparator));
    }

    void begin(long seconds) throws IOException {
      process.getOutputStream().write((seconds + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    Window end() throws IOException {
      String line = says.readLine();
      while (line != null && !line.startsWith("window ")) {
        line = says.readLine();
      }
      if (line == null) {
        throw new IOException("the NameNode is gone, with " + process.exitValue());
      }
      return Window.parse(line);
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.HOURS)
  void block_networkIsIdle_costsAboutAsMuchAsWithStockHdfs(@TempDir Path directory)
      throws Exception {
    double[] processor = new double[WINDOWS];
    double[] rate = new double[WINDOWS];
    try (NameNodeProcess stock = NameNodeProcess.start(AddBlocks.STOCK, directory);
        NameNodeProcess peace = NameNodeProcess.start(AddBlocks.PEACE, directory)) {
      for (NameNodeProcess each : List.of(stock, peace)) {
        each.begin(WARM_UP_SECONDS);
      }
      System.out.printf("warm-up: stock %s%n         Peace %s%n", stock.end(), peace.end());
      for (int i = 0; i < WINDOWS; i++) {
        boolean isStockFirst = i % 2 == 0;
        Window first = window(isStockFirst ? stock : peace);
        Window second = window(isStockFirst ? peace : stock);
        Window ofStock = isStockFirst ? first : second;
        Window ofPeace = isStockFirst ? second : first;
        assertEquals(ofPeace.blocks(), ofPeace.granted(), "Peace places them all");
        processor[i] = ofStock.micros() / ofPeace.micros();
        rate[i] = ofPeace.blocks() / ofPeace.seconds() / (ofStock.blocks() / ofStock.seconds());
        System.out.printf(
            "window %d: stock %s%n          Peace %s%n          %.3f by processor time, %.3f by rate%n",
            i + 1, ofStock, ofPeace, processor[i], rate[i]);
      }
    }
    double median = Statistics.median(processor);
    System.out.printf(
        "a block, Peace's rate over stock HDFS's, median of %d: %s by processor time, %s by rate%n",
        WINDOWS, withRange(processor), withRange(rate));
    assertTrue(median >= LEAST, "ratio " + median);
  }

  private static String withRange(double[] ratios) {
    double least = Arrays.stream(ratios).min().orElseThrow();
    return "%.3f (%.3f to %.3f)"
        .formatted(Statistics.median(ratios), least, Statistics.max(ratios));
  }

  private static Window window(NameNodeProcess of) throws IOException {
    of.begin(WINDOW_SECONDS);
    return of.end();
  }

  /** Adds blocks for as many seconds as each line of its input says. */
  static final class AddBlocks {
    static final String STOCK = "stock";
    static final String PEACE = "peace";

    private static final String CLIENT = "adds-blocks";
    private static final int DATANODES = 6;
    private static final short REPLICAS = 3;
    private static final long BYTES = 1024;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final NamenodeProtocols nameNode;
    private final String pool;
    private final boolean isPeace;
    private final Map<String, DatanodeRegistration> datanodes = new HashMap<>();
    private long files;

    private AddBlocks(MiniDFSCluster mini, boolean isPeace) throws IOException {
      this.isPeace = isPeace;
      nameNode = mini.getNameNodeRpc();
      pool = mini.getNamesystem().getBlockPoolId();
      for (DataNode datanode : mini.getDataNodes()) {
        datanodes.put(datanode.getDatanodeUuid(), datanode.getDNRegistrationForBP(pool));
      }
    }

    public static void main(String[] args) throws Exception {
      Path directory = Path.of(args[1]);
      Configuration conf = new HdfsConfiguration();
      conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
      conf.setLong("dfs.blocksize", BYTES);
      conf.setLong("dfs.namenode.fs-limits.min-block-size", BYTES);
      // The reports are taken in by another thread, and no client waits here.
      conf.setInt("dfs.namenode.file.close.num-committed-allowed", BLOCKS_A_FILE);
      boolean isPeace = args[0].equals(PEACE);
      if (isPeace) {
        conf.set("dfs.block.replicator.classname", PeaceCluster.POLICY);
      }
      PrintStream out = System.out;
      System.setOut(System.err); // Hadoop's logs.
      try (MiniDFSCluster mini =
          new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile())
              .numDataNodes(DATANODES)
              .simulatedCapacities(capacities())
              .build()) {
        mini.waitActive();
        AddBlocks adds = new AddBlocks(mini, isPeace);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          out.println(adds.window(Long.parseLong(line)));
          out.flush();
        }
      }
    }

    private static long[] capacities() {
      long[] each = new long[DATANODES];
      Arrays.fill(each, 1L << 50);
      return each;
    }

    private String window(long seconds) throws IOException {
      long begin = System.nanoTime();
      long processor = processorNanos();
      long compiled = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
      long collected = collectedMillis();
      long granted = granted();
      long blocks = 0;
      while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(seconds)) {
        blocks += file();
      }
      return "window %d %d %.3f %.3f %d %d"
          .formatted(
              blocks,
              granted() - granted,
              (System.nanoTime() - begin) / 1e9,
              (processorNanos() - processor) / 1e3 / blocks,
              ManagementFactory.getCompilationMXBean().getTotalCompilationTime() - compiled,
              collectedMillis() - collected);
    }

    private long granted() {
      return isPeace ? PeaceCluster.counter("Grants") : 0;
    }

    /** Of this thread, of the one that takes reports in, and of Peace's. */
    private long processorNanos() {
      return Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
          .filter(
              info ->
                  info != null
                      && (info.getThreadId() == Thread.currentThread().getId()
                          || info.getThreadName().startsWith("Block report processor")
                          || info.getThreadName().startsWith("peace")))
          .mapToLong(info -> Math.max(0, threads.getThreadCpuTime(info.getThreadId())))
          .sum();
    }

    private static long collectedMillis() {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .mapToLong(GarbageCollectorMXBean::getCollectionTime)
          .sum();
    }

    private int file() throws IOException {
      String path = "/adds/" + files / 1000 + "/" + files++;
      long id =
          nameNode
              .create(
                  path,
                  FsPermission.getFileDefault(),
                  CLIENT,
                  new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                  true,
                  REPLICAS,
                  BYTES,
                  CryptoProtocolVersion.supported(),
                  null,
                  null)
              .getFileId();
      ExtendedBlock last = null;
      for (int i = 0; i < BLOCKS_A_FILE; i++) {
        LocatedBlock located = nameNode.addBlock(path, CLIENT, last, null, id, null, null);
        last = new ExtendedBlock(located.getBlock());
        last.setNumBytes(BYTES);
        report(located, last.getLocalBlock());
      }
      nameNode.complete(path, CLIENT, last, id);
      return BLOCKS_A_FILE;
    }

    private void report(LocatedBlock located, Block written) throws IOException {
      for (int i = 0; i < located.getLocations().length; i++) {
        ReceivedDeletedBlockInfo[] received = {
          new ReceivedDeletedBlockInfo(written, BlockStatus.RECEIVED_BLOCK, null)
        };
        StorageReceivedDeletedBlocks[] report = {
          new StorageReceivedDeletedBlocks(
              new DatanodeStorage(located.getStorageIDs()[i]), received)
        };
        nameNode.blockReceivedAndDeleted(
            datanodes.get(located.getLocations()[i].getDatanodeUuid()), pool, report);
      }
    }
  }
}
