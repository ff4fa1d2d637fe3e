package org.peacescheduler.coordinate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class CoordinatorConcurrencyTest {
  private static final int WRITERS = 16;
  private static final int CHUNKS = 200;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.8})
  @Timeout(60)
  void submit_manyThreads_everyChunkIsGrantedAndNothingIsLost(double fraction) throws Exception {
    AtomicInteger events = new AtomicInteger();
    Coordinator coordinator =
        new Coordinator(
            TestNetworks.star(4, 4, 1, 2),
            new SchedulerSettings(fraction, Duration.ofDays(1), GroupOrder.FIRST_COME, 1),
            Ends.FOUND_OUT,
            new FakeClock(),
            event -> events.incrementAndGet());
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    try {
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(() -> write(coordinator, writer));
      }
      writers.add(
          () -> {
            for (int i = 0; i < CHUNKS; i++) {
              coordinator.tick();
              coordinator.residual();
              coordinator.status();
            }
            return 0;
          });
      int granted = 0;
      for (Future<Integer> writer : threads.invokeAll(writers, 50, TimeUnit.SECONDS)) {
        granted += writer.get();
      }
      assertEquals(WRITERS * CHUNKS, granted);
    } finally {
      threads.shutdownNow();
    }
    Coordinator.Status status = coordinator.status();
    assertEquals(new Coordinator.Status(0, 0, 0, 0, status.timestep(), true), status);
    assertTrue(events.get() >= 3 * WRITERS * CHUNKS);
  }

  private static int write(Coordinator coordinator, int writer) throws Exception {
    SplittableRandom random = new SplittableRandom(writer);
    String path = "svr" + (1 + writer / 4) + "." + (1 + writer % 4) + "/f";
    ChunkRequest request = Harness.chunk(path, 3, PlacementTemplate.likeStock(true));
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      CompletableFuture<Outcome> answer = new CompletableFuture<>();
      Ticket ticket = coordinator.submit(request, answer::complete);
      Outcome outcome = answer.get(40, TimeUnit.SECONDS);
      List<String> nodes = ((Outcome.Granted) outcome).nodes();
      coordinator.replicaDone(ticket, nodes.get(random.nextInt(nodes.size())));
      coordinator.done(ticket, chunk == CHUNKS - 1);
    }
    return CHUNKS;
  }
}
