package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.ipc.DefaultRpcScheduler;
import org.apache.hadoop.ipc.ProcessingDetails;
import org.apache.hadoop.ipc.Schedulable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Call queues and RPC schedulers can be anybody's: one that throws on a parked call that runs again
 * costs nobody an answer.
 */
@ExtendWith(IdleAfterEach.class)
class ParkedThrowingIT {
  private static final String HOST = "10.18.0.1";
  private static final String OTHER_HOST = "10.18.0.2";
  private static final AtomicReference<Fault> NEXT = new AtomicReference<>();

  @TempDir static Path directory;

  /** Which part of the NameNode's RPC server is ours, and throws. */
  enum Part {
    QUEUE,
    SCHEDULER
  }

  /** Where the next parked call that runs again meets what. */
  enum Fault {
    PUT_EXCEPTION(new IllegalStateException("on purpose")),
    PUT_EXCEPTION_THOUGH_IT_TAKES_THE_CALL(new IllegalStateException("on purpose")),
    PUT_ERROR(new NoClassDefFoundError("on purpose")),
    PUT_ERROR_THOUGH_IT_TAKES_THE_CALL(new StackOverflowError("on purpose")),
    BACK_OFF_EXCEPTION(new IllegalArgumentException("on purpose")),
    BACK_OFF_ERROR(new NoClassDefFoundError("on purpose")),
    RESPONSE_TIME_EXCEPTION(new IllegalArgumentException("on purpose")),
    RESPONSE_TIME_ERROR(new StackOverflowError("on purpose"));

    private final Throwable thrown;

    Fault(Throwable thrown) {
      this.thrown = thrown;
    }

    private boolean isAt(String place) {
      return name().startsWith(place);
    }

    private boolean takesTheCall() {
      return name().endsWith("TAKES_THE_CALL");
    }

    private void happen() {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    }
  }

  private static boolean isParked(Schedulable call) {
    return call.getClass().getName().startsWith("org.apache.hadoop.ipc.PeaceCall");
  }

  /** The call queue of the cluster's daemons. Made by HDFS. */
  public static final class Queue extends LinkedBlockingQueue<Schedulable> {
    private static final long serialVersionUID = 1L;

    /** With room for so many calls. */
    public Queue(int capacity) {
      super(capacity);
    }

    @Override
    public void put(Schedulable call) throws InterruptedException {
      Fault fault = isParked(call) ? NEXT.getAndSet(null) : null;
      if (fault == null || fault.takesTheCall()) {
        super.put(call);
      }
      if (fault != null) {
        fault.happen();
      }
    }
  }

  /** The scheduler of the NameNode's calls. Made by Hadoop. */
  public static final class Scheduler extends DefaultRpcScheduler {
    /** As Hadoop makes it. */
    public Scheduler(int levels, String namespace, Configuration conf) {
      super(levels, namespace, conf);
    }

    @Override
    public boolean shouldBackOff(Schedulable call) {
      throwIfNext(call, "BACK_OFF");
      return super.shouldBackOff(call);
    }

    @Override
    public void addResponseTime(String name, Schedulable call, ProcessingDetails details) {
      throwIfNext(call, "RESPONSE_TIME");
      super.addResponseTime(name, call, details);
    }

    private static void throwIfNext(Schedulable call, String place) {
      Fault fault = NEXT.get();
      if (isParked(call) && fault != null && fault.isAt(place)) {
        NEXT.set(null);
        fault.happen();
      }
    }
  }

  private static Part part;
  private static PeaceCluster cluster;

  /** One cluster after the other: a part's faults follow each other. */
  private static void start(Part wanted) throws Exception {
    if (wanted == part) {
      return;
    }
    stop();
    part = wanted;
    int port = ClusterProcess.freePort();
    cluster =
        PeaceCluster.startOneAtATime(
            Files.createDirectories(directory.resolve(part.name())),
            conf -> {
              if (wanted == Part.QUEUE) {
                conf.set("ipc.callqueue.impl", Queue.class.getName());
              } else {
                conf.set("ipc." + port + ".scheduler.impl", Scheduler.class.getName());
                conf.setBoolean("ipc." + port + ".backoff.enable", true);
              }
            },
            builder -> builder.nameNodePort(port));
    PeaceCluster.client(HOST, "/rack1");
    PeaceCluster.client(OTHER_HOST, "/rack1");
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void parkedCall_partThrows_isAnsweredAndTheFileWritten(Fault fault) throws Exception {
    start(fault.isAt("PUT") ? Part.QUEUE : Part.SCHEDULER);
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
