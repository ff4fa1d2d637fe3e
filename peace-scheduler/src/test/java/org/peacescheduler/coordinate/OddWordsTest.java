package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.coordinate.order.Shares;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/**
 * Mallory's clients say what goes over a bound, so that the stock policy places their chunks. They
 * write no more than if they said nothing odd, and victor's files take no longer.
 */
class OddWordsTest {
  private static final int STREAMS = 3;
  private static final int CHUNK_TIMES = 400;
  private static final int FILES = 12;
  private static final int RUNS = 4;
  private static final int SERVERS = 48;
  private static final Share VICTOR = Share.ofUser("victor");
  private static final Share MALLORY = Share.ofUser("mallory");
  private static final double NO_MORE = 1.05;
  private static final double MOST_COST = 1.25;

  /** Beside what all would take with stock HDFS. */
  private static final double COST_AT_ONCE = 1.1;

  /** One for each word that a client can make go over a bound. */
  enum Odd {
    /** Nobody knows most of them. */
    MANY_EXCLUDED_NODES {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        int count = Bounds.MOST_EXCLUDED + 1 + random.nextInt(100);
        return chunk(path, 1)
            .excluded(
                IntStream.range(0, count).mapToObj(i -> "none" + i).collect(Collectors.toSet()));
      }
    },
    MANY_REPLICAS {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, Bounds.MOST_REPLICAS + 1 + random.nextInt(500));
      }
    },
    /** They are no targets anyway. */
    MANY_KINDS {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, 1)
            .excluded(
                IntStream.rangeClosed(1, 7)
                    .filter(i -> random.nextBoolean())
                    .mapToObj(i -> "svr1." + i)
                    .collect(Collectors.toSet()));
      }
    },
    /** It could never fit. */
    NO_NODE_LEFT {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, 1)
            .excluded(
                IntStream.rangeClosed(1, 7).mapToObj(i -> "svr2." + i).collect(Collectors.toSet()));
      }
    },
    /** It could never fit, either. */
    MORE_REPLICAS_THAN_NODES {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, 8 + random.nextInt(20));
      }
    },
    /** It is to go where its client says. */
    FAVORED_NODES {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, 1).favored(true);
      }
    },
    /** Each time, it says, its client could not write where it did. */
    FAILED_PIPELINES {
      @Override
      ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before) {
        return chunk(path, 1).excluded(new HashSet<>(before));
      }
    };

    abstract ChunkRequest.Builder say(String path, SplittableRandom random, List<String> before);

    private static ChunkRequest.Builder chunk(String path, int replication) {
      return ChunkRequest.of(
              path, replication, PlacementTemplate.strict(List.of(Constraint.OTHER_RACK)))
          .writer(path.substring(0, path.indexOf('/')))
          .fullBytes(1_000_000);
    }

    SharedLink.Words words(SplittableRandom random) {
      return (path, origin, before) -> say(path, random, before).origin(origin).build();
    }
  }

  /** What mallory wrote, and how long victor's files took, on average and the longest. */
  private record Run(double chunks, double chunkTimes, double longest) {
    /** The mean of runs that differ in how long each chunk takes: one alone is 2 % off. */
    static Run meanBeside(int clients, SharedLink.Words words, long seed) {
      List<Run> runs =
          IntStream.range(0, RUNS)
              .mapToObj(run -> beside(clients, words, SharedLink.Words.ORDINARY, false, seed + run))
              .toList();
      return new Run(
          mean(runs, Run::chunks), mean(runs, Run::chunkTimes), mean(runs, Run::longest));
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> of) {
      return StatUtils.mean(runs.stream().mapToDouble(of).toArray());
    }

    /** As on a NameNode, where waiting and overdue chunks are looked at all the time. */
    static Run withPasses(int clients, SharedLink.Words words, SharedLink.Words ofVictor) {
      return beside(clients, words, ofVictor, true, 1);
    }

    private static Run beside(
        int clients, SharedLink.Words words, SharedLink.Words ofVictor, boolean passes, long seed) {
      SharedLink link = new SharedLink(STREAMS, Shares.EQUAL, Duration.ofMinutes(10), seed);
      if (passes) {
        link.keepPassing();
      }
      Supplier<ChunkRequest.Origin> mallory = SharedLink.of(MALLORY);
      for (int i = 0; i < clients; i++) {
        link.keepWriting(4, mallory, words);
      }
      for (int i = 0; i < STREAMS; i++) {
        link.keepWriting(4, SharedLink.of(VICTOR), ofVictor);
      }
      link.run(CHUNK_TIMES / 5);
      link.takeWritten(MALLORY);
      link.run(CHUNK_TIMES);
      double chunks = link.takeWritten(MALLORY);
      double times = 0;
      double longest = 0;
      for (int i = 0; i < FILES; i++) {
        double time = link.timeOf(4, SharedLink.of(VICTOR), ofVictor);
        times += time;
        longest = Math.max(longest, time);
      }
      return new Run(chunks, times / FILES, longest);
    }
  }

  @Property(tries = 14)
  void mallory_goesOverABound_gainsNothingAndVictorIsAsBesideOrdinaryClients(
      @ForAll Odd odd, @ForAll @IntRange(min = 6, max = 100) int clients, @ForAll long seed) {
    Run ordinary = Run.meanBeside(clients, SharedLink.Words.ORDINARY, seed);
    Run attack = Run.meanBeside(clients, odd.words(new SplittableRandom(seed)), seed);
    assertTrue(attack.chunks() <= NO_MORE * ordinary.chunks(), () -> attack + " " + ordinary);
    assertTrue(
        attack.chunkTimes() <= MOST_COST * ordinary.chunkTimes(), () -> attack + " " + ordinary);
  }

  /** As the law above, with passes: what a client says must not end its turn's load early. */
  @ParameterizedTest
  @EnumSource
  void mallory_goesOverABoundWhileAllAreLookedAt_gainsNothing(Odd odd) {
    int clients = 75;
    Run ordinary = Run.withPasses(clients, SharedLink.Words.ORDINARY, SharedLink.Words.ORDINARY);
    Run attack =
        Run.withPasses(
            clients, odd.words(new SplittableRandom(clients)), SharedLink.Words.ORDINARY);
    assertTrue(attack.chunks() <= 1.1 * ordinary.chunks(), () -> attack + " " + ordinary);
    assertTrue(
        attack.chunkTimes() <= MOST_COST * ordinary.chunkTimes(), () -> attack + " " + ordinary);
  }

  /**
   * Her chunks make a link so full that those of one of victor's hosts are late, and the host is
   * taken to be slow. That says where replicas are to go; it makes none of his files larger, and so
   * puts none of them behind his others.
   */
  @Test
  void mallory_makesAHostOfVictorsLookSlow_itsFilesAreNotBehindHisOthers() {
    int clients = 88;
    SharedLink.Words odd = Odd.MANY_EXCLUDED_NODES.words(new SplittableRandom(clients));
    Run attack = Run.withPasses(clients, odd, SharedLink.Words.ORDINARY);
    assertTrue(attack.longest() <= 2 * attack.chunkTimes(), attack::toString);
  }

  /**
   * What goes at once still, being more than may wait, is not Peace's to order: it has as many
   * parts of a link as it has clients. So others do not wait for it, and have what they have with
   * stock HDFS.
   */
  @ParameterizedTest
  @ValueSource(ints = {6, 30, 100})
  void mallory_goesAtOnce_costsOthersNoMoreThanIsKnown(int clients) {
    SharedLink.Words atOnce = new SharedLink.AtOnce();
    Run ordinary = Run.withPasses(clients, SharedLink.Words.ORDINARY, SharedLink.Words.ORDINARY);
    Run attack = Run.withPasses(clients, atOnce, SharedLink.Words.ORDINARY);
    Run stock = Run.withPasses(clients, atOnce, atOnce);
    System.out.printf(
        "%d clients at once: chunks %.2f, victor's time %.2f of ordinary; with stock HDFS %.2f,"
            + " %.2f%n",
        clients,
        attack.chunks() / ordinary.chunks(),
        attack.chunkTimes() / ordinary.chunkTimes(),
        stock.chunks() / ordinary.chunks(),
        stock.chunkTimes() / ordinary.chunkTimes());
    assertTrue(attack.chunks() <= 2 * ordinary.chunks(), () -> attack + " " + ordinary);
    assertTrue(
        attack.chunkTimes() <= COST_AT_ONCE * stock.chunkTimes(), () -> attack + " " + stock);
  }

  private static ChunkRequest of(String user, String name, String path, Set<String> excluded) {
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(Optional.of(user), Optional.of(name), Optional.empty(), 0);
    return ChunkRequest.of(path, 1, Harness.ANY)
        .writer("svr1.1")
        .excluded(excluded)
        .origin(origin)
        .build();
  }

  /** Two of her names on one host say of each datanode that they could not write to it. */
  private static void accuseAll(Harness h) {
    for (int server = 0; server < 10 * SERVERS; server++) {
      for (String name : List.of("one", "two")) {
        String path = "svr1.1/" + name + server;
        h.submit(of("mallory", name, path, Set.of()));
        Set<String> had = new HashSet<>(h.nodes(path));
        Ticket ticket = h.submit(of("mallory", name, path, had));
        h.coordinator.release(ticket, "abandoned", true);
      }
    }
  }

  @Test
  void othersChunks_twoNamesOfAUserAccuseEveryDatanode_goToAllButOneIn16() {
    Harness h = new Harness(TestNetworks.star(1, SERVERS, 99, 999), 0);
    h.coordinator.setPresent(
        IntStream.rangeClosed(1, SERVERS).mapToObj(i -> "svr1." + i).collect(Collectors.toSet()));
    accuseAll(h);
    Set<String> used = new HashSet<>();
    for (int i = 0; i < 20 * SERVERS; i++) {
      String path = "svr1.1/bob" + i;
      Ticket ticket = h.submit(of("bob", "bob", path, Set.of()));
      used.addAll(h.nodes(path));
      h.coordinator.done(ticket, true);
    }
    assertTrue(used.size() >= SERVERS - SERVERS / 16 - 1, used::toString);
  }
}
