package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.ipc.DefaultRpcScheduler;
import org.apache.hadoop.ipc.ProcessingDetails;
import org.apache.hadoop.ipc.Schedulable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** RPC schedulers can be anybody's: one that throws on a parked call costs nobody an answer. */
@ExtendWith(IdleAfterEach.class)
class ParkedThrowingSchedulerIT {
  private static final String HOST = "10.19.0.1";
  private static final String OTHER_HOST = "10.19.0.2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  /**
   * What the scheduler throws when it is next asked about a parked call that runs again, and where.
   */
  enum Fault {
    BACK_OFF_EXCEPTION(true, new IllegalArgumentException("on purpose")),
    BACK_OFF_ERROR(true, new NoClassDefFoundError("on purpose")),
    RESPONSE_TIME_EXCEPTION(false, new IllegalArgumentException("on purpose")),
    RESPONSE_TIME_ERROR(false, new StackOverflowError("on purpose"));

    private final boolean atBackOff;
    private final Throwable thrown;

    Fault(boolean atBackOff, Throwable thrown) {
      this.atBackOff = atBackOff;
      this.thrown = thrown;
    }
  }

  private static final AtomicReference<Fault> NEXT = new AtomicReference<>();

  /** The scheduler of the NameNode's calls. Made by Hadoop. */
  public static final class Scheduler extends DefaultRpcScheduler {
    /** As Hadoop makes it. */
    public Scheduler(int levels, String namespace, Configuration conf) {
      super(levels, namespace, conf);
    }

    @Override
    public boolean shouldBackOff(Schedulable call) {
      throwIfNext(call, true);
      return super.shouldBackOff(call);
    }

    @Override
    public void addResponseTime(String name, Schedulable call, ProcessingDetails details) {
      throwIfNext(call, false);
      super.addResponseTime(name, call, details);
    }

    private static void throwIfNext(Schedulable call, boolean atBackOff) {
      Fault fault = NEXT.get();
      boolean isParked = call.getClass().getName().startsWith("org.apache.hadoop.ipc.PeaceCall");
      if (!isParked || fault == null || fault.atBackOff != atBackOff) {
        return;
      }
      NEXT.set(null);
      if (fault.thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) fault.thrown;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    int port = ClusterProcess.freePort();
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
              conf.set("ipc." + port + ".scheduler.impl", Scheduler.class.getName());
              conf.setBoolean("ipc." + port + ".backoff.enable", true);
            },
            builder -> builder.nameNodePort(port),
            "/rack1",
            "/rack1",
            "/rack1");
    PeaceCluster.client(HOST, "/rack1");
    PeaceCluster.client(OTHER_HOST, "/rack1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource
  void parkedCall_schedulerThrows_isAnsweredAndTheFileWritten(Fault fault) throws Exception {
    String path = "/" + fault;
    Future<Void> write;
    try (FSDataOutputStream open = cluster.holding(HOST, "/holder", 1000)) {
      write = cluster.writing(OTHER_HOST, path, 1000, 3);
      PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 1, () -> "the call is parked");
      NEXT.set(fault);
    }
    write.get(30, TimeUnit.SECONDS);
    PeaceCluster.await(() -> NEXT.get() == null, () -> "the fault came");
    cluster.assertContent(path, 1000);
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
    assertEquals(0, cluster.trace(path, "fallback").size());
  }
}
