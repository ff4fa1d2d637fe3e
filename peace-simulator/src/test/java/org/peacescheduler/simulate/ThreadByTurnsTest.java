package org.peacescheduler.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadByTurnsTest {
  private static final WriterGroup GROUP =
      Scenarios.threeServers(
              "", "{files: 2, byTurns: true, turn: 1 MB, chunk: 2 MB, size: 3 MB, replication: 1}")
          .writers()
          .get(0);

  /** Writes down what the thread does, and does what the test says. */
  private static final class FakeCluster implements Cluster {
    private final List<String> log = new ArrayList<>();
    private final Map<String, Progress> asked = new LinkedHashMap<>();
    private final Map<Transfer, String> files = new LinkedHashMap<>();
    private final Map<String, Double> chunks = new LinkedHashMap<>();

    @Override
    public void in(double seconds, Runnable what) {
      what.run();
    }

    @Override
    public void next(OpenFile file, Runnable what) {
      what.run();
    }

    @Override
    public void ask(OpenFile file, Progress progress) {
      log.add(file.path + " asks");
      asked.put(file.path, progress);
      chunks.put(file.path, file.takeChunk());
    }

    @Override
    public void flush(OpenFile file) {
      log.add(file.path + " is flushed");
    }

    @Override
    public void give(Transfer transfer, double bytes) {
      transfer.give(bytes);
      log.add(files.get(transfer) + " gets " + Math.round(bytes / 1e6));
    }

    void grant(String file) {
      Transfer.Listener nobody = transfer -> {};
      Transfer chunk = new Transfer(List.of(new int[0]), chunks.get(file), 1e9, nobody);
      files.put(chunk, file);
      asked.get(file).ready(chunk);
    }

    void sent(String file) {
      asked.get(file).sent();
    }

    void written(String file) {
      asked.get(file).written();
    }

    List<String> takeLog() {
      List<String> said = List.copyOf(log);
      log.clear();
      return said;
    }
  }

  private final FakeCluster cluster = new FakeCluster();

  private void start() {
    List<OpenFile> files =
        List.of(
            new OpenFile("a", Scenarios.client("s1", GROUP), new int[0], 3e6, waited -> {}),
            new OpenFile("b", Scenarios.client("s1", GROUP), new int[0], 3e6, waited -> {}));
    new ThreadByTurns(cluster, files, () -> cluster.log.add("ends")).goOn();
  }

  @Test
  void thread_fileWaitsForAChunk_othersGetNothing() {
    start();
    assertEquals(List.of("a asks"), cluster.takeLog());
    cluster.grant("a");
    assertEquals(List.of("a gets 1"), cluster.takeLog());
    cluster.sent("a");
    assertEquals(List.of("b asks"), cluster.takeLog());
    // File a has room for another buffer, but the thread stands still.
    cluster.grant("b");
    assertEquals(List.of("b gets 1"), cluster.takeLog());
    cluster.sent("b");
    assertEquals(List.of("a gets 1"), cluster.takeLog());
  }

  @Test
  void thread_chunkIsFull_nextOneIsAskedForWhenItIsWritten() {
    start();
    cluster.grant("a");
    cluster.sent("a");
    cluster.grant("b");
    cluster.sent("b");
    cluster.sent("a");
    cluster.sent("b");
    cluster.takeLog();

    // It is a's turn, whose first chunk is sent but not written.
    cluster.written("b");
    assertEquals(List.of(), cluster.takeLog());
    cluster.written("a");
    assertEquals(List.of("a asks"), cluster.takeLog());
    cluster.grant("a");
    cluster.sent("a");
    assertEquals(List.of("a gets 1", "b asks"), cluster.takeLog());
    cluster.grant("b");
    cluster.written("a");
    cluster.sent("b");
    assertEquals(List.of("b gets 1"), cluster.takeLog());
    cluster.written("b");
    assertEquals(List.of("ends"), cluster.takeLog());
  }
}
