package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.ipc.Schedulable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Call queues can be anybody's: one that throws when a parked call is put back costs nobody. */
@ExtendWith(IdleAfterEach.class)
class ParkedThrowingQueueIT {
  private static final String HOST = "10.18.0.1";
  private static final String OTHER_HOST = "10.18.0.2";

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  /** What the queue does to the next parked call that is put back. */
  enum Fault {
    EXCEPTION(false, new IllegalStateException("on purpose")),
    EXCEPTION_THOUGH_IT_TAKES_THE_CALL(true, new IllegalStateException("on purpose")),
    ERROR(false, new NoClassDefFoundError("on purpose")),
    ERROR_THOUGH_IT_TAKES_THE_CALL(true, new StackOverflowError("on purpose"));

    private final boolean takesTheCall;
    private final Throwable thrown;

    Fault(boolean takesTheCall, Throwable thrown) {
      this.takesTheCall = takesTheCall;
      this.thrown = thrown;
    }
  }

  private static final AtomicReference<Fault> NEXT = new AtomicReference<>();

  /** The call queue of the cluster's daemons. Made by HDFS. */
  public static final class Queue extends LinkedBlockingQueue<Schedulable> {
    private static final long serialVersionUID = 1L;

    /** With room for so many calls. */
    public Queue(int capacity) {
      super(capacity);
    }

    @Override
    public void put(Schedulable call) throws InterruptedException {
      boolean isParked = call.getClass().getName().startsWith("org.apache.hadoop.ipc.PeaceCall");
      Fault fault = isParked ? NEXT.getAndSet(null) : null;
      if (fault == null || fault.takesTheCall) {
        super.put(call);
      }
      if (fault != null && fault.thrown instanceof Error error) {
        throw error;
      } else if (fault != null) {
        throw (RuntimeException) fault.thrown;
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
              conf.set("ipc.callqueue.impl", Queue.class.getName());
            },
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
  void parkedCall_queueThrows_isAnsweredAndTheFileWritten(Fault fault) throws Exception {
    String path = "/" + fault;
    Future<Void> write;
    try (FSDataOutputStream open = cluster.holding(HOST, "/holder", 1000)) {
      write = cluster.writing(OTHER_HOST, path, 1000, 3);
      PeaceCluster.await(() -> PeaceCluster.gauge("ParkedCalls") == 1, () -> "the call is parked");
      NEXT.set(fault);
    }
    write.get(30, TimeUnit.SECONDS);
    assertEquals(null, NEXT.get(), "the fault that is still to come");
    cluster.assertContent(path, 1000);
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
    assertEquals(0, cluster.trace(path, "fallback").size());
  }
}
