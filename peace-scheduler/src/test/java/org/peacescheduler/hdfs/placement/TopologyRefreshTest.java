package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ipc.RefreshRegistry;
import org.apache.hadoop.ipc.RefreshResponse;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

@Timeout(30)
class TopologyRefreshTest {
  private static final String KEY = "peace-test";

  private final CountDownLatch loading = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private volatile Throwable failure;
  private volatile boolean slow;
  private volatile Optional<Path> file = Optional.empty();

  private final TopologyRefresh.Topologies topologies =
      new TopologyRefresh.Topologies() {
        @Override
        public String reload() throws TopologyException {
          if (file.isPresent()) {
            return TopologyReader.read(file.get()).source();
          }
          loading.countDown();
          await(slow ? mayEnd : loading);
          if (failure instanceof Error error) {
            throw error;
          } else if (failure != null) {
            throw (RuntimeException) failure;
          }
          return "loaded";
        }

        @Override
        public String loadedAt() {
          return "10:02:11";
        }

        @Override
        public String nextStart() {
          return "No start with it.";
        }
      };

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private TopologyRefresh superusers() {
    return registered(new TopologyRefresh(() -> {}, topologies, TopologyRefreshTest::say));
  }

  private static TopologyRefresh registered(TopologyRefresh refresh) {
    RefreshRegistry.defaultRegistry().register(KEY, refresh);
    return refresh;
  }

  @AfterEach
  void unregister() {
    RefreshRegistry.defaultRegistry().unregisterAll(KEY);
  }

  /** As the NameNode's RPC server does. */
  private static RefreshResponse call(String... words) {
    return RefreshRegistry.defaultRegistry().dispatch(KEY, words).iterator().next();
  }

  private static String say(String word) {
    if (word.equals("off")) {
      return "mode off";
    }
    throw new IllegalArgumentException("'" + word + "' is nothing");
  }

  @Test
  void refresh_withAWord_doesWhatItSaysAndLoadsNothing() {
    superusers();
    assertAnswer(0, "mode off", call("off"));
    assertAnswer(1, "'of course' is nothing", call("of", "course"));
    assertEquals(1, loading.getCount());
    assertAnswer(0, "loaded", call());
  }

  private static void assertAnswer(int code, String message, RefreshResponse answer) {
    assertEquals(message, answer.getMessage());
    assertEquals(code, answer.getReturnCode());
    assertEquals("Peace", answer.getSenderName());
  }

  @Test
  void refresh_superuser_learnsWhatWasLoaded() {
    superusers();
    assertAnswer(0, "loaded", call());
    assertAnswer(0, "loaded", call());
  }

  @Test
  void refresh_anybodyElse_isRefusedAndNothingIsLoaded() {
    registered(
        new TopologyRefresh(
            () -> {
              throw new AccessControlException("Access denied for user eve");
            },
            topologies,
            TopologyRefreshTest::say));
    assertAnswer(1, "Access denied for user eve", call());
    assertEquals(1, loading.getCount());
  }

  @Test
  void refresh_whileOneIsUnderWay_isAnsweredAtOnce() throws Exception {
    superusers();
    slow = true;
    CompletableFuture<RefreshResponse> first =
        CompletableFuture.supplyAsync(TopologyRefreshTest::call);
    await(loading);
    assertAnswer(
        1, "The topology is being loaded already. Maybe try again when that has ended.", call());
    assertTrue(!first.isDone());
    mayEnd.countDown();
    assertAnswer(0, "loaded", first.get());
    assertAnswer(0, "loaded", call());
  }

  @Test
  void refresh_fileIsBad_saysWhatThatMeansForTheNextStart() {
    superusers();
    file = Optional.of(Path.of("/nowhere/topology.yaml"));
    assertAnswer(
        1,
        """
        PEACE-TOPO-001 /nowhere/topology.yaml: the file does not exist.
        Maybe correct the name, or create the file; see conf/topology-two-rack.yaml.
        1 problem found; the topology loaded at 10:02:11 stays active.
        No start with it.\
        """,
        call());
  }

  @Test
  void refresh_loadingFails_isAnsweredAndTheNextOneGoes() {
    superusers();
    for (Throwable thrown :
        new Throwable[] {new IllegalStateException("x"), new AssertionError()}) {
      failure = thrown;
      assertAnswer(
          1,
          thrown
              + "\nThat is no problem of the file but of Peace; the topology loaded at 10:02:11"
              + " stays active.",
          call());
    }
    failure = null;
    assertAnswer(0, "loaded", call());
  }
}
