package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/**
 * How long capacity is held does not depend on what clients say: a user's idle files of any block
 * size keep others waiting no longer than as many ordinary writers of that user do.
 */
class ClaimsPropertyTest {
  private static final long MEGABYTE = 1_000_000;
  private static final double MEGABYTE_A_SECOND = 8; // in Mbit/s

  /** What a megabyte takes at that rate, with what links carry besides. */
  private static final long CHUNK_MILLIS = 1130;

  private static final long PASS_MILLIS = 5;
  private static final long LONGEST = 200 * CHUNK_MILLIS;
  private static final int VICTIMS_FILES = 4;

  /** So many are added up: one chunk time more or less is a quarter of a single victim's time. */
  private static final int RUNS = 24;

  /** How one of the attacker's files is written. */
  private enum Kind {
    /** Chunks of the operator's size, one after the other, as quick as a stream is. */
    ORDINARY,

    /** A chunk of any size that nothing is written to. */
    IDLE,

    /** Chunks of any size, to which a byte is written in some chunk times. */
    SLOW
  }

  /** Two racks of datanodes of one stream each; chunks that are written end after their time. */
  private static final class World {
    final FakeClock clock = new FakeClock();
    final Coordinator coordinator;
    final NetworkModel model =
        TestNetworks.shaped(2, 5, MEGABYTE_A_SECOND, 3 * MEGABYTE_A_SECOND, MEGABYTE_A_SECOND);
    final SplittableRandom random;
    final PriorityQueue<Event> events = new PriorityQueue<>();
    private long numbers;
    private long nextTick;

    private record Event(long at, long number, Runnable what) implements Comparable<Event> {
      @Override
      public int compareTo(Event other) {
        int order = Long.compare(at, other.at);
        return order == 0 ? Long.compare(number, other.number) : order;
      }
    }

    World(long seed) {
      random = new SplittableRandom(seed);
      coordinator =
          new Coordinator(
              model,
              new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FAIR_SOJOURN, seed)
                  .withOrdinaryBytes(MEGABYTE),
              Ends.TOLD,
              clock,
              event -> {});
    }

    void after(long millis, Runnable what) {
      events.add(new Event(clock.millis() + millis, numbers++, what));
    }

    void passUntil(long millis) {
      while (clock.millis() < millis) {
        clock.advance(PASS_MILLIS);
        while (!events.isEmpty() && events.peek().at() <= clock.millis()) {
          events.poll().what().run();
        }
        if (clock.millis() >= nextTick) {
          nextTick += 1000;
          coordinator.tick();
        }
        coordinator.pass();
      }
    }

    String anyHost() {
      return model.serverName(random.nextInt(model.servers()));
    }

    /** A user's chunk that ends, with so many bytes, some time after its grant; or never does. */
    void write(
        String user, String path, long full, int replicas, LongSupplier ends, Runnable then) {
      write(user, path, full, replicas, ends, full, then);
    }

    void write(
        String user,
        String path,
        long full,
        int replicas,
        LongSupplier ends,
        long bytes,
        Runnable then) {
      ChunkRequest.Origin origin =
          new ChunkRequest.Origin(Optional.of(user), Optional.of(path), Optional.empty(), 0);
      PlacementTemplate template = PlacementTemplate.likeStock(false);
      ChunkRequest request = Harness.chunk(path, replicas, template, full, origin);
      Ticket[] ticket = new Ticket[1];
      ticket[0] =
          coordinator.submit(
              request,
              outcome -> {
                long in = ends.getAsLong();
                if (in < Lease.NEVER) {
                  after(
                      in,
                      () -> {
                        coordinator.done(ticket[0], true, bytes);
                        then.run();
                      });
                }
              });
    }

    void attack(int file, Kind kind, String host, int replicas, SplittableRandom sizes) {
      String path = host + "/" + kind + file + "." + numbers++;
      long anySize = (long) Math.pow(2, 40 * sizes.nextDouble());
      switch (kind) {
        case ORDINARY ->
            write(
                "mallory",
                path,
                MEGABYTE,
                replicas,
                () -> CHUNK_MILLIS,
                () -> attack(file, kind, host, replicas, sizes));
        case IDLE -> write("mallory", path, anySize, replicas, () -> Lease.NEVER, () -> {});
        case SLOW -> {
          long takes = (3 + sizes.nextInt(20)) * CHUNK_MILLIS;
          write(
              "mallory",
              path,
              anySize,
              replicas,
              () -> takes,
              1,
              () -> attack(file, kind, host, replicas, sizes));
        }
      }
    }

    /** How long another user's few files of a chunk each take, in milliseconds. */
    long timeOfVictim(String host) {
      long began = clock.millis();
      int[] left = {VICTIMS_FILES};
      for (int file = 0; file < VICTIMS_FILES; file++) {
        String path = host + "/victim" + file;
        write("ann", path, MEGABYTE, 3, () -> CHUNK_MILLIS, () -> left[0]--);
      }
      while (left[0] > 0 && clock.millis() < began + LONGEST) {
        passUntil(clock.millis() + PASS_MILLIS);
      }
      return clock.millis() - began;
    }
  }

  private static long time(int files, boolean isOrdinary, double slow, long seed, long after) {
    World world = new World(seed);
    SplittableRandom files2 = new SplittableRandom(seed);
    SplittableRandom sizes = new SplittableRandom(seed + 1);
    for (int file = 0; file < files; file++) {
      String host = world.model.serverName(files2.nextInt(world.model.servers()));
      int replicas = 1 + files2.nextInt(8);
      Kind kind = files2.nextDouble() < slow ? Kind.SLOW : Kind.IDLE;
      world.attack(file, isOrdinary ? Kind.ORDINARY : kind, host, replicas, sizes);
    }
    world.passUntil(after);
    return world.timeOfVictim("svr1.1");
  }

  @Property(tries = 8)
  void victim_besideIdleAndSlowFilesOfAnySize_waitsNoLongerThanBesideOrdinaryWriters(
      @ForAll @IntRange(min = 1, max = 24) int files,
      @ForAll @IntRange(min = 0, max = 2) int halvesSlow,
      @ForAll @IntRange(min = 1, max = 3000) int after,
      @ForAll int seed) {
    long idle = 0;
    long ordinary = 0;
    for (int run = 0; run < RUNS; run++) {
      idle += time(files, false, halvesSlow / 2.0, seed + run, after);
      ordinary += time(files, true, 0, seed + run, after);
    }
    assertTrue(idle <= 1.25 * ordinary, idle + " ms beside them, beside ordinary ones " + ordinary);
  }

  /** Blocks of 100 GB; tiny files end meanwhile on every datanode, as with favored nodes. */
  @Property(tries = 10)
  void victim_besideHugeIdleBlocksAndTinyFilesEverywhere_waitsAFewChunkTimes(
      @ForAll @IntRange(min = 2, max = 12) int idle,
      @ForAll @IntRange(min = 1, max = 10) int replicas,
      @ForAll boolean paid,
      @ForAll int seed) {
    World world = new World(seed);
    long huge = (paid ? 50 : 100_000) * MEGABYTE;
    if (paid) { // As many such blocks have really been written before.
      for (int file = 0; file < idle; file++) {
        world.write("mallory", "svr1.1/w" + file, huge, 1, () -> 50 * CHUNK_MILLIS, () -> {});
      }
      world.passUntil(50 * (idle + 1) * CHUNK_MILLIS);
    }
    for (int file = 0; file < idle; file++) {
      String host = world.anyHost();
      world.write("mallory", host + "/" + file, huge, replicas, () -> Lease.NEVER, () -> {});
    }
    tinyFiles(world, 0);
    world.passUntil(world.clock.millis() + 100);
    long time = world.timeOfVictim("svr1.1");
    long most = (8 + idle) * CHUNK_MILLIS;
    assertTrue(time <= most, time + " ms for four chunks, " + most + " at most");
  }

  private static void tinyFiles(World world, int number) {
    int server = number % world.model.servers();
    String host = world.model.serverName(server);
    String target = world.model.serverName((server + 1) % world.model.servers());
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(Optional.of("mallory"), Optional.of("t"), Optional.empty(), 0);
    ChunkRequest request =
        Harness.chunk(host + "/t" + number, 1, Harness.ANY, 100_000 * MEGABYTE, origin);
    Ticket ticket = world.coordinator.observe(request, List.of(target));
    world.after(20, () -> world.coordinator.done(ticket, true, 100));
    world.after(100, () -> tinyFiles(world, number + 1));
  }
}
