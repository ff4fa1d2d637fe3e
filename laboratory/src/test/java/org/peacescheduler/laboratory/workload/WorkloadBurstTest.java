package org.peacescheduler.laboratory.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.laboratory.TraceEvent;
import org.peacescheduler.simulate.Figures;
import org.peacescheduler.simulate.Limits;
import org.peacescheduler.simulate.ScenarioException;

class WorkloadBurstTest {
  private static final Limits NO_LIMITS = new Limits("", Map.of(), n -> Optional.empty());

  @TempDir private Path folder;

  private WorkloadBurst burst(String writers) throws ScenarioException {
    return new WorkloadBurst(
        SampleWorkload.read(folder, NO_LIMITS, writers).burst(3, 1, new SplittableRandom(1)),
        "/burst-3");
  }

  @Test
  void order_path_isBelowTheBurstsDirectory() throws ScenarioException {
    WorkloadBurst burst =
        burst(
            """
            writers:
            - {count: 1, hosts: [b1], files: 2, chunks: 1, job: j, path: "/data/{job}/{n}/{host}"}
            """);
    assertEquals(
        List.of("/burst-3/data/j/3/b1/1-1-1.3", "/burst-3/data/j/3/b1/1-1-2.3"),
        burst.order(0, 0).files().stream().map(WriterOrder.File::path).toList());
  }

  @Test
  void order_everyKey_reachesTheClient() throws ScenarioException {
    WorkloadBurst burst =
        burst(
            """
            writers:
            - count: 2
              hosts: [b1]
              files: 2
              chunks: [3, 1]
              chunk: 1 MiB
              rate: 1 MB/s
              writerRate: 2 MB/s
              replication: 2
              ownDisk: true
              startAt: 5
              startWithin: 0
              pause: 0.25
              job: j
              tellSize: true
              user: ann
            """);
    assertEquals(
        new WriterOrder(
            "1-1",
            List.of(
                new WriterOrder.File("/burst-3/b1/3/1-1/1", 3 << 20, 15_000),
                new WriterOrder.File("/burst-3/b1/3/1-1/2", 3 << 20, 15_000)),
            2,
            0,
            1 << 20,
            new Replicas(2, true),
            new WriterOrder.Pace(1e6, 2e6, 250),
            new WriterOrder.Says("ann", "peaceGroup:j/chk-3,peaceBytes:" + (6 << 20))),
        burst.order(0, 10_000));
    assertEquals(1 << 20, burst.order(1, 0).files().get(0).bytes());
  }

  @Test
  void order_nothingSaid_saysNothing() throws ScenarioException {
    WriterOrder order = burst("writers: [{job: j, tellJob: false}]").order(0, 0);
    assertEquals(WriterOrder.Says.NOTHING, order.says());
    assertEquals(WriterOrder.Pace.FREE, order.pace());
    assertEquals(new Replicas(3, false), order.replicas());
  }

  @Test
  void order_byTurns_isOneThread() throws ScenarioException {
    WriterOrder order =
        burst("writers: [{files: 5, byTurns: true, turn: 128 KiB, startWithin: 0}]").order(0, 7);
    assertEquals(1, order.threads());
    assertEquals(128 << 10, order.turnBytes());
    assertEquals(5, order.files().size());
    assertEquals(7, order.files().get(4).startAt());
  }

  @Test
  void figures_ofTwoWritersOfAJob_areThoseOfTheSimulator() throws ScenarioException {
    WorkloadBurst burst = burst("writers: [{count: 2, files: 2, chunk: 512 KiB, job: j}]");
    Figures figures =
        burst
            .figures(
                List.of(
                    List.of(times(1000, 3000), times(1500, 4000)),
                    List.of(times(2000, 9000), times(2000, 8000))),
                List.of(),
                List.of(
                    new TraceEvent(1000, "submitted", "/burst-3/x", 0, null),
                    new TraceEvent(1500, "deferred", "/burst-3/x", 0, null),
                    new TraceEvent(3500, "granted", "/burst-3/x", 0, 1L),
                    new TraceEvent(4000, "submitted", "/burst-3/x", 1, null),
                    new TraceEvent(5000, "fallback", "/burst-3/x", 1, null)))
            .orElseThrow();
    assertEquals(List.of(3.0, 7.0), figures.writers());
    assertEquals(5, figures.response());
    assertEquals(8, figures.completion());
    assertEquals(List.of(8.0), figures.jobs());
    assertEquals(1, figures.fallbacks());
    assertEquals(2.5, figures.longestWait());
    // 1 MiB over 8 Mbit/s takes 1.05 s, and headers 8.5 % of it.
    assertEquals(5 / (1.048576 * 1.085), figures.slowdown(), 1e-6);
  }

  @Test
  void figures_ofAWriteThatFailedAtOnce_areNone() throws ScenarioException {
    FileTimes failed = new FileTimes("/f", 1000, 1000, 1001, "refused");
    assertEquals(
        Optional.empty(),
        burst("writers: [{chunk: 512 KiB}]")
            .figures(List.of(List.of(failed)), List.of("/f: refused"), List.of()));
  }

  private static FileTimes times(double submitted, double done) {
    return new FileTimes("/f", submitted, submitted, done, "");
  }
}
