package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.measure.Statistics;

/**
 * Writes that are no burst on full links take as long under Peace as under the stock policy.
 *
 * <p>The same is written on three clusters in turns: one with the stock policy, one with Peace and
 * no other key, one with Peace and a topology file of bandwidths. The medians of the rounds are
 * compared. Each case also says how long the longest wait for a grant may be; nothing may be left
 * to the stock policy; and afterwards all capacity is back. More rounds with
 *
 * <pre>
 * mvn verify -pl integration-tests -am -Dit.test=HarmlessIT -Dpeace.harmless.rounds=15
 * </pre>
 *
 * <p>The machine is no cluster: its processors are what limits, and others may use them. So a
 * median that is over its bound counts after five times as many rounds, if it is over it still.
 */
@ExtendWith(IdleAfterEach.class)
@Tag("figures")
class HarmlessIT {
  private static final int ROUNDS = Integer.getInteger("peace.harmless.rounds", 3);

  private static final int BATCHES = 5;

  /** What a pause of the JVM takes, in writes of some tenths of a second. */
  private static final double NOISE_SECONDS = 0.05;

  /** Beyond that, it is no noise, and further rounds are a waste of time. */
  private static final double HOPELESS = 3;

  private static final double HOPELESS_SECONDS = 2;

  /** The JVM learns, and clients connect, before anything counts. */
  private static final int WARM_ROUNDS = 2;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final int BUFFER = 64 * KIB;

  /** Clients from here on have the logs, those before write. */
  private static final int FIRST_LOGGER = 8;

  private static final int LOGS_SECONDS = 120;
  private static final int SLOW_WRITERS = 36;
  private static final int SLOW_BLOCK = 256 * KIB;
  private static final int SLOW_BLOCK_MILLIS = 1500;

  /** Far less than a pause of a client, far more than a chunk's time: two cores do all of it. */
  private static final int LONGEST_WAIT_MILLIS = 1000;

  /**
   * Slow writers count their blocks' times, 4.5 s, and the calls between, which a processor that is
   * busy with all clusters at once can make later by some 0.1 s a block.
   */
  private static final double SLOW_NOISE_SECONDS = 0.3;

  private static final String BANDWIDTHS =
      """
      version: 1
      streamRate: 60 MB/s
      defaults:
        server: {up: 1 Gbit/s, down: 1 Gbit/s}
      switches:
        - {name: tor1, rack: /rack1}
        - {name: tor2, rack: /rack2}
        - {name: tor3, rack: /rack3}
        - {name: core}
      links:
        - {between: [tor1, core], capacity: 10 Gbit/s}
        - {between: [tor2, core], capacity: 10 Gbit/s}
        - {between: [tor3, core], capacity: 10 Gbit/s}
      servers:
        - {hosts: "dn[1-3]", switch: tor1}
        - {hosts: "dn[4-6]", switch: tor2}
        - {hosts: "dn[7-9]", switch: tor3}
      """;

  @TempDir static Path directory;
  private static final Map<Integer, List<Contender>> CONTENDERS = new HashMap<>();
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "writer");
            thread.setDaemon(true);
            return thread;
          });

  @AfterAll
  static void stop() throws Exception {
    THREADS.shutdownNow();
    for (List<Contender> contenders : CONTENDERS.values()) {
      for (Contender contender : contenders) {
        contender.close();
      }
    }
  }

  /** The stock policy first; started when they are first needed. */
  private static List<Contender> contenders(int datanodes) throws Exception {
    if (!CONTENDERS.containsKey(datanodes)) {
      List<Contender> started = new ArrayList<>();
      CONTENDERS.put(datanodes, started);
      started.add(
          start(
              "stock",
              datanodes,
              conf -> conf.set("dfs.block.replicator.classname", PeaceCluster.STOCK)));
      started.add(start("Peace", datanodes, conf -> {}));
      Path own = directory.resolve("topology" + datanodes);
      Files.createDirectories(own);
      started.add(
          start(
              "Peace with bandwidths",
              datanodes,
              conf -> PeaceCluster.topology(conf, own, BANDWIDTHS)));
      for (Contender contender : started) {
        for (int i = 0; i < WARM_ROUNDS; i++) {
          oneByOne(contender, "/warm" + i, 8, 2, MIB);
          atOnce(contender, "/warm" + i, 8, 2, MIB);
          contender.delete("/warm" + i);
        }
      }
    }
    return CONTENDERS.get(datanodes);
  }

  private static Contender start(String name, int datanodes, Consumer<Configuration> change)
      throws Exception {
    return Contender.start(
        name,
        directory.resolve(name.replace(' ', '-') + datanodes),
        datanodes,
        conf -> {
          // A wait of a second is a failure here; a test that fails does so sooner.
          conf.set("dfs.namenode.peace.deferral.max", "5s");
          change.accept(conf);
        });
  }

  @Test
  void files_nineByTurnsOnThreeDatanodes_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case(
            "nine files by turns, 3 datanodes",
            3,
            0,
            1.15,
            NOISE_SECONDS,
            LONGEST_WAIT_MILLIS,
            false),
        (on, folder) -> byTurns(on, folder, 9, 3, MIB));
  }

  @Test
  void files_oneAfterTheOtherBesideTwelveIdleLogs_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case(
            "eight files one by one beside 12 idle logs",
            9,
            12,
            1.15,
            NOISE_SECONDS,
            LONGEST_WAIT_MILLIS,
            false),
        (on, folder) -> oneByOne(on, folder, 8, 2, MIB));
  }

  @Test
  void files_atOnceBesideTwelveIdleLogs_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case(
            "eight files at once beside 12 idle logs",
            9,
            12,
            1.15,
            NOISE_SECONDS,
            LONGEST_WAIT_MILLIS,
            false),
        (on, folder) -> atOnce(on, folder, 8, 2, MIB));
  }

  @Test
  void files_of36WritersSlowerThanAnyLink_takeNoLongerThanUnderStock() throws Exception {
    // Before anything is known of links and writers, a few chunk times are what it takes to know.
    int longestWait = 4 * SLOW_BLOCK_MILLIS;
    compare(
        new Case("36 slow writers", 9, 0, 1.05, SLOW_NOISE_SECONDS, longestWait, true),
        (on, folder) -> slowly(on, folder));
  }

  @Test
  void files_24ByTurns_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case("24 files by turns", 9, 0, 1.15, NOISE_SECONDS, LONGEST_WAIT_MILLIS, false),
        (on, folder) -> byTurns(on, folder, 24, 3, MIB / 2));
  }

  @Test
  void files_atOnceBeside200OpenLogs_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case(
            "eight files at once beside 200 logs",
            9,
            200,
            1.15,
            NOISE_SECONDS,
            LONGEST_WAIT_MILLIS,
            false),
        (on, folder) -> atOnce(on, folder, 8, 2, MIB));
  }

  @Test
  void files_besideWriterOfOneKilobyteASecond_takeNoLongerThanUnderStock() throws Exception {
    compare(
        new Case(
            "files one by one and at once beside a trickle",
            9,
            0,
            1.15,
            NOISE_SECONDS,
            LONGEST_WAIT_MILLIS,
            false),
        (on, folder) ->
            besideTrickle(
                on, folder, () -> oneByOne(on, folder, 8, 2, MIB) + atOnce(on, folder, 8, 2, MIB)));
  }

  /** Writes into a folder and closes all files; returns the seconds that count. */
  private interface Writes {
    double seconds(Contender on, String folder) throws Exception;
  }

  /**
   * What is compared.
   *
   * @param logs files of others that are open and idle meanwhile
   * @param most times as long as under the stock policy
   * @param noise seconds to allow besides
   * @param longestWait of a chunk for its grant, in milliseconds
   * @param together whether the clusters are written to at the same time: for writers that sleep
   *     nearly all the time, so that they are no load for each other
   */
  private record Case(
      String name,
      int datanodes,
      int logs,
      double most,
      double noise,
      long longestWait,
      boolean together) {
    private String folder() {
      return "/" + name.replaceAll("\\W+", "-");
    }

    private double limit(double stock) {
      return most * stock + noise;
    }
  }

  private static void compare(Case what, Writes writes) throws Exception {
    List<Contender> contenders = contenders(what.datanodes);
    long placedByStock = Contender.placedByStock();
    List<List<Double>> seconds = new ArrayList<>();
    contenders.forEach(contender -> seconds.add(new ArrayList<>()));
    List<Logs> logs = new ArrayList<>();
    for (Contender contender : contenders) {
      logs.add(new Logs(contender, what.folder() + "/logs", what.logs));
    }
    try {
      for (Logs some : logs) {
        some.awaitOpen();
      }
      measure(what, contenders, writes, seconds);
    } finally {
      for (Logs some : logs) {
        some.close();
      }
    }
    check(what, contenders, seconds, Contender.placedByStock() - placedByStock);
  }

  /** Until the medians are within their bounds, or will not be. */
  private static void measure(
      Case what, List<Contender> contenders, Writes writes, List<List<Double>> seconds)
      throws Exception {
    for (int round = 0; round < BATCHES * ROUNDS; round++) {
      String folder = what.folder() + "/" + round;
      List<Double> times =
          what.together
              ? together(contenders, folder, writes)
              : inTurns(contenders, round % 2 == 1, folder, writes);
      for (int i = 0; i < contenders.size(); i++) {
        seconds.get(i).add(times.get(i));
        contenders.get(i).delete(folder);
      }
      double stock = median(seconds.get(0));
      double worst = worst(seconds.subList(1, seconds.size()));
      boolean batchEnds = (round + 1) % ROUNDS == 0;
      if (worst > HOPELESS * stock + HOPELESS_SECONDS
          || (batchEnds && worst <= what.limit(stock))) {
        break;
      }
    }
  }

  private static void check(
      Case what, List<Contender> contenders, List<List<Double>> seconds, long fallbacks)
      throws Exception {
    List<Executable> checks = new ArrayList<>();
    double stock = median(seconds.get(0));
    for (int i = 1; i < contenders.size(); i++) {
      double peace = median(seconds.get(i));
      long longest = contenders.get(i).longestWait(what.folder());
      String line =
          "%s: stock %.3f s, %s %.3f s, ratio %.2f (at most %.2f), longest wait %d ms (%d ms), %d rounds"
              .formatted(
                  what.name,
                  stock,
                  contenders.get(i).name(),
                  peace,
                  peace / stock,
                  what.limit(stock) / stock,
                  longest,
                  what.longestWait,
                  seconds.get(0).size());
      System.out.println(line);
      checks.add(() -> assertTrue(peace <= what.limit(stock), line));
      checks.add(() -> assertTrue(longest <= what.longestWait, line));
    }
    System.out.println(what.name + ": " + fallbacks + " placed by the stock policy");
    checks.add(() -> assertEquals(0, fallbacks, what.name + ": placed by the stock policy"));
    assertAll(checks);
  }

  /** Backwards every other time, so that none is always the first. */
  private static List<Double> inTurns(
      List<Contender> contenders, boolean backwards, String folder, Writes writes)
      throws Exception {
    Double[] times = new Double[contenders.size()];
    for (int i = 0; i < times.length; i++) {
      int turn = backwards ? times.length - 1 - i : i;
      times[turn] = writes.seconds(contenders.get(turn), folder);
    }
    return List.of(times);
  }

  private static List<Double> together(List<Contender> contenders, String folder, Writes writes)
      throws Exception {
    List<Future<Double>> futures = new ArrayList<>();
    for (Contender contender : contenders) {
      futures.add(THREADS.submit(() -> writes.seconds(contender, folder)));
    }
    List<Double> times = new ArrayList<>();
    for (Future<Double> future : futures) {
      times.add(future.get(180, TimeUnit.SECONDS));
    }
    return times;
  }

  private static double worst(List<List<Double>> peace) {
    return peace.stream().mapToDouble(HarmlessIT::median).max().orElseThrow();
  }

  private static double median(List<Double> values) {
    return Statistics.median(values.stream().mapToDouble(s -> s).toArray());
  }

  /** One thread writes so many open files, a buffer to each in turn. */
  private static double byTurns(Contender on, String folder, int files, int blocks, int block)
      throws Exception {
    Contender.Client client = on.client(0);
    byte[] buffer = PeaceCluster.bytes(BUFFER);
    long start = System.nanoTime();
    PeaceCluster.as(
        client.host(),
        () -> {
          List<FSDataOutputStream> open = new ArrayList<>();
          for (int f = 0; f < files; f++) {
            open.add(client.create(folder + "/turn" + f, block));
          }
          for (long written = 0; written < (long) blocks * block; written += BUFFER) {
            for (FSDataOutputStream out : open) {
              out.write(buffer);
            }
          }
          for (FSDataOutputStream out : open) {
            out.close();
          }
          return null;
        });
    return since(start);
  }

  /** One thread writes so many files, one after the other. */
  private static double oneByOne(Contender on, String folder, int files, int blocks, int block)
      throws Exception {
    long start = System.nanoTime();
    for (int f = 0; f < files; f++) {
      write(on.client(0), folder + "/one" + f, blocks, block);
    }
    return since(start);
  }

  /** So many clients write a file each, at the same time. */
  private static double atOnce(Contender on, String folder, int clients, int blocks, int block)
      throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Callable<Void>> works = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      int number = c;
      works.add(
          () -> {
            go.await();
            write(on.client(number), folder + "/once" + number, blocks, block);
            return null;
          });
    }
    List<Future<Void>> futures = new ArrayList<>();
    works.forEach(work -> futures.add(THREADS.submit(work)));
    long start = System.nanoTime();
    go.countDown();
    await(futures);
    return since(start);
  }

  private static void write(Contender.Client client, String path, int blocks, int block)
      throws Exception {
    byte[] buffer = PeaceCluster.bytes(BUFFER);
    PeaceCluster.as(
        client.host(),
        () -> {
          try (FSDataOutputStream out = client.create(path, block)) {
            for (long written = 0; written < (long) blocks * block; written += BUFFER) {
              out.write(buffer);
            }
          }
          return null;
        });
  }

  /**
   * Each of many writers needs a second and a half for a block. What a block has to wait for is
   * seen in full: its writer begins to count when the first bytes of it are with the datanodes.
   */
  private static double slowly(Contender on, String folder) throws Exception {
    byte[] piece = PeaceCluster.bytes(SLOW_BLOCK / 16);
    List<Future<Void>> futures = new ArrayList<>();
    long start = System.nanoTime();
    for (int w = 0; w < SLOW_WRITERS; w++) {
      Contender.Client client = on.client(w);
      String path = folder + "/slow" + w;
      futures.add(
          THREADS.submit(
              () ->
                  PeaceCluster.as(
                      client.host(),
                      () -> {
                        try (FSDataOutputStream out = client.create(path, SLOW_BLOCK)) {
                          for (int b = 0; b < 3; b++) {
                            out.write(piece);
                            out.hflush();
                            long begun = System.nanoTime();
                            for (int p = 1; p < 16; p++) {
                              sleepUntil(begun + p * (SLOW_BLOCK_MILLIS * 1_000_000L) / 16);
                              out.write(piece);
                              out.hflush();
                            }
                            sleepUntil(begun + SLOW_BLOCK_MILLIS * 1_000_000L);
                          }
                        }
                        return null;
                      })));
    }
    await(futures);
    return since(start);
  }

  /** Files of other clients, with a few bytes each, to which nothing more is written. */
  private static final class Logs {
    private final CountDownLatch opened;
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<Future<Void>> loggers = new ArrayList<>();

    Logs(Contender on, String folder, int logs) {
      opened = new CountDownLatch(logs);
      int count = Math.min(logs, SLOW_WRITERS - FIRST_LOGGER);
      for (int l = 0; l < count; l++) {
        int first = l;
        loggers.add(
            THREADS.submit(
                () -> {
                  List<FSDataOutputStream> open = new ArrayList<>();
                  for (int log = first; log < logs; log += count) {
                    open.add(open(on.client(FIRST_LOGGER + first), folder + "/log" + log));
                    opened.countDown();
                  }
                  over.await();
                  for (FSDataOutputStream out : open) {
                    out.close();
                  }
                  return null;
                }));
      }
    }

    private static FSDataOutputStream open(Contender.Client client, String path) throws Exception {
      FSDataOutputStream out = client.create(path, MIB);
      PeaceCluster.as(
          client.host(),
          () -> {
            out.write(PeaceCluster.bytes(100));
            out.hflush();
            return null;
          });
      return out;
    }

    void awaitOpen() throws Exception {
      assertTrue(opened.await(LOGS_SECONDS, TimeUnit.SECONDS), "the logs are open");
    }

    void close() throws Exception {
      over.countDown();
      await(loggers);
    }
  }

  /** A writer of one kilobyte a second has its block open all the time. */
  private static double besideTrickle(Contender on, String folder, Callable<Double> writes)
      throws Exception {
    Contender.Client client = on.client(FIRST_LOGGER);
    FSDataOutputStream out = client.create(folder + "/trickle", MIB);
    byte[] drop = PeaceCluster.bytes(100);
    out.write(drop);
    out.hflush();
    CountDownLatch over = new CountDownLatch(1);
    Future<Void> trickle =
        THREADS.submit(
            () -> {
              while (!over.await(100, TimeUnit.MILLISECONDS)) {
                out.write(drop);
                out.hflush();
              }
              out.close();
              return null;
            });
    double seconds = writes.call();
    over.countDown();
    await(List.of(trickle));
    return seconds;
  }

  private static void await(List<Future<Void>> futures) throws Exception {
    for (Future<Void> future : futures) {
      future.get(180, TimeUnit.SECONDS);
    }
  }

  private static void sleepUntil(long nanoTime) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.max(0, nanoTime - System.nanoTime()));
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
