package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.schedule.Packing;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

/**
 * What a burst gains by Peace, in a model where bytes flow as water does ({@link Burst}): the mean
 * of some bursts, beside all chunks at once on datanodes chosen as stock HDFS chooses them.
 */
class BurstTest {
  private static final int BURSTS = 5;
  private static final int KIB = 1024;

  /** As the coordinator ships. */
  private static final class Peace implements Burst.Placement {
    private final FakeClock clock = new FakeClock();
    private final Map<String, Ticket> tickets = new HashMap<>();
    private final long chunkBytes;
    private final PlacementTemplate template;
    private final Coordinator coordinator;

    Peace(NetworkModel model, long chunkBytes, boolean ownDisk, long seed) {
      this.chunkBytes = chunkBytes;
      this.template = PlacementTemplate.likeStock(ownDisk);
      SchedulerSettings settings =
          new SchedulerSettings(
              0, Duration.ofMinutes(10), RequestOrder.firstComeFirstServed(), seed);
      coordinator = new Coordinator(model, settings, Ends.TOLD, clock, event -> {});
      coordinator.setPresent(
          IntStream.range(0, model.servers())
              .mapToObj(model::serverName)
              .collect(Collectors.toSet()));
    }

    @Override
    public void ask(String writer, String file, Consumer<List<String>> granted) {
      ChunkRequest request = Harness.chunk(file, 3, template, chunkBytes);
      tickets.put(
          file,
          coordinator.submit(
              request, outcome -> granted.accept(((Outcome.Granted) outcome).nodes())));
    }

    @Override
    public void written(String file, boolean fileEnded) {
      coordinator.done(tickets.get(file), fileEnded, chunkBytes);
    }

    @Override
    public void passed(long millis) {
      clock.set(millis);
      coordinator.pass();
    }
  }

  /** All at once: the writer's own disk or its rack, another rack, there again. */
  private record AllAtOnce(NetworkModel model, boolean ownDisk, SplittableRandom random)
      implements Burst.Placement {
    @Override
    public void ask(String writer, String file, Consumer<List<String>> granted) {
      int from = model.server(writer).orElseThrow();
      int first = any(s -> (s == from) == ownDisk && model.rackOf(s) == model.rackOf(from));
      int second = any(s -> model.rackOf(s) != model.rackOf(from));
      int third = any(s -> s != second && model.rackOf(s) == model.rackOf(second));
      granted.accept(IntStream.of(first, second, third).mapToObj(model::serverName).toList());
    }

    private int any(IntPredicate fits) {
      int[] servers = IntStream.range(0, model.servers()).filter(fits).toArray();
      return servers[random.nextInt(servers.length)];
    }

    @Override
    public void written(String file, boolean fileEnded) {}
  }

  private static Burst.Result mean(Supplier<Burst.Result> burst) {
    List<Burst.Result> results = new ArrayList<>();
    for (int i = 0; i < BURSTS; i++) {
      results.add(burst.get());
    }
    return new Burst.Result(
        results.stream().mapToDouble(Burst.Result::response).average().orElseThrow(),
        results.stream().mapToDouble(Burst.Result::completion).average().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    // racks, servers of each, Mbit/s of a server and of a rack, chunks at a time, KiB of a chunk,
    // chunks of a file, whether the first replica is on the writer's own disk; at most so much of
    // the mean response and of COMP of all at once
    "2, 8, 15.625, 15.625, 1, 1024, 2, false, 0.60, 1.05", // a rack's link is the bottleneck
    "2, 8, 15.625, 15.625, 1, 1024, 1, false, 0.60, 1.05",
    "2, 8, 15.625, 15.625, 1, 1024, 2, true, 0.60, 1.05",
    "2, 8, 7.8125, 78.125, 1, 512, 2, false, 0.63, 0.93", // the servers' links are
    "2, 8, 7.8125, 78.125, 1, 512, 2, true, 0.64, 0.85",
    "2, 8, 31.25, 312.5, 1, 4096, 2, false, 0.57, 0.87",
    "2, 8, 31.25, 312.5, 1, 4096, 2, true, 0.64, 0.87",
    "3, 6, 15.625, 156.25, 1, 1024, 2, false, 0.62, 0.91",
    "3, 6, 15.625, 156.25, 1, 1024, 2, true, 0.67, 0.89",
    "4, 5, 15.625, 31.25, 1, 1024, 2, false, 0.65, 0.98",
    "4, 5, 15.625, 31.25, 1, 1024, 2, true, 0.70, 0.88",
    "4, 10, 15.625, 156.25, 1, 1024, 2, false, 0.66, 0.82",
    "4, 10, 15.625, 156.25, 1, 1024, 2, true, 0.69, 0.68",
    "2, 3, 15.625, 156.25, 1, 1024, 2, false, 0.80, 1.00", // few servers: divided
    "2, 3, 15.625, 156.25, 1, 1024, 2, true, 0.87, 0.95",
    "2, 4, 15.625, 156.25, 1, 1024, 2, false, 0.71, 1.00",
    "2, 4, 15.625, 156.25, 1, 1024, 2, true, 0.75, 0.96",
    "2, 5, 15.625, 156.25, 1, 1024, 2, false, 0.68, 0.95",
    "2, 5, 15.625, 156.25, 1, 1024, 2, true, 0.76, 0.94",
    "3, 4, 15.625, 156.25, 1, 1024, 2, false, 0.66, 0.92",
    "3, 4, 15.625, 156.25, 1, 1024, 2, true, 0.71, 0.87",
    "3, 5, 15.625, 156.25, 1, 1024, 2, false, 0.69, 0.97",
    "3, 5, 15.625, 156.25, 1, 1024, 2, true, 0.72, 0.87",
    "4, 4, 15.625, 156.25, 1, 1024, 2, false, 0.68, 0.94",
    "4, 4, 15.625, 156.25, 1, 1024, 2, true, 0.75, 0.89",
    "5, 2, 15.625, 156.25, 1, 1024, 2, false, 0.88, 0.96",
    "5, 2, 15.625, 156.25, 1, 1024, 2, true, 0.86, 0.86",
    "3, 4, 15.625, 156.25, 2, 1024, 2, false, 0.66, 0.92", // the same, as the file says
    "3, 4, 15.625, 156.25, 2, 1024, 2, true, 0.71, 0.87"
  })
  void peace_contendedBurst_writersAreDoneEarlierAndAllTogetherNotMuchLater(
      int racks,
      int servers,
      double server,
      double rack,
      int together,
      int chunkKib,
      int chunks,
      boolean ownDisk,
      double response,
      double completion) {
    NetworkModel model = TestNetworks.shaped(racks, servers, server, rack, server / together);
    Burst.Load load =
        new Burst.Load(Math.min(16, model.servers()), 4, chunks, (long) chunkKib * KIB);

    assertGains(model, load, ownDisk, response, completion);
  }

  @ParameterizedTest
  @CsvSource({
    // servers of each rack, whether the first replica is on the writer's own disk; as above
    "3 4, false, 0.80, 1.03",
    "3 4, true, 0.90, 0.97",
    "3 6, false, 0.64, 1.03",
    "3 6, true, 0.70, 1.01",
    "4 6, false, 0.67, 0.99",
    "4 6, true, 0.76, 0.99",
    "3 9, false, 0.62, 1.04",
    "3 9, true, 0.65, 1.02",
    "5 10, false, 0.65, 1.01",
    "5 10, true, 0.69, 0.92",
    "5 4 2, false, 0.73, 0.96",
    "5 4 2, true, 0.75, 0.83"
  })
  void peace_unequalRacks_writersAreDoneEarlierAndAllTogetherNotMuchLater(
      String servers, boolean ownDisk, double response, double completion) {
    NetworkModel model = TestNetworks.shaped(servers, 15.625, 156.25, 15.625);

    assertGains(
        model, new Burst.Load(model.servers(), 4, 2, 1024 * KIB), ownDisk, response, completion);
  }

  private static void assertGains(
      NetworkModel model, Burst.Load load, boolean ownDisk, double response, double completion) {
    NetworkModel divided =
        NetworkModel.of(model.topology().finer(Packing.parts(model.topology(), 3)));
    SplittableRandom random = new SplittableRandom(5);

    Burst.Result stock =
        mean(
            () ->
                new Burst(model, load, random.split()).run(new AllAtOnce(model, ownDisk, random)));
    Burst.Result peace =
        mean(
            () ->
                new Burst(model, load, random.split())
                    .run(new Peace(divided, load.chunkBytes(), ownDisk, random.nextLong())));

    String all = "all at once " + stock + ", with Peace " + peace;
    assertTrue(peace.response() <= response * stock.response(), all);
    assertTrue(peace.completion() <= completion * stock.completion(), all);
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "4, 2", "4, 16"})
  void peace_oneWriter_waitsForNobody(int files, int chunks) {
    NetworkModel model = TestNetworks.shaped(2, 8, 15.625, 156.25, 15.625);
    Burst.Load load = new Burst.Load(1, files, chunks, 1024L * KIB);

    Burst.Result stock =
        mean(
            () ->
                new Burst(model, load, new SplittableRandom(1))
                    .run(new AllAtOnce(model, false, new SplittableRandom(1))));
    Burst.Result peace =
        mean(
            () ->
                new Burst(model, load, new SplittableRandom(1))
                    .run(new Peace(model, load.chunkBytes(), false, 1)));

    assertEquals(1, peace.response() / stock.response(), 0.01);
  }
}
