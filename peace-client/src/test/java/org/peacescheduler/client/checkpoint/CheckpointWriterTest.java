package org.peacescheduler.client.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peacescheduler.client.PendingTurn;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.Turns;

@Timeout(60)
class CheckpointWriterTest {
  private static final Path ROOT = new Path("/checkpoints");
  private static final WriterOptions OPTIONS = WriterOptions.DEFAULTS.threads(3);

  private final MemoryHdfs hdfs = new MemoryHdfs();
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();

  private CheckpointWriter writer(Storage storage) throws IOException {
    return writer(storage, OPTIONS, Turns.atOnce());
  }

  private CheckpointWriter writer(Storage storage, WriterOptions options, Turns turns)
      throws IOException {
    return new CheckpointWriter(
        ROOT, options, storage, turns, nanos::get, () -> "a" + attempts.incrementAndGet());
  }

  private CheckpointReader reader() {
    return new CheckpointReader(ROOT, hdfs.client(), 4);
  }

  private static byte[] state(long seed, int length) {
    byte[] state = new byte[length];
    new Random(seed).nextBytes(state);
    return state;
  }

  private List<String> hidden() {
    return hdfs.leaves().stream().filter(path -> path.contains("/.")).toList();
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 3", "63, 3", "64, 3", "65, 3", "200, 1", "1000, 3", "1024, 16"})
  void write_anyLength_isReadBack(int length, int threads) throws Exception {
    byte[] state = state(length, length);
    try (CheckpointWriter writer =
        writer(hdfs.client(), OPTIONS.threads(threads), Turns.atOnce())) {
      WriteOutcome outcome = writer.write("u", 7, () -> Snapshot.of(state)).await();

      WriteOutcome.Published published =
          assertInstanceOf(WriteOutcome.Published.class, outcome, outcome.toString());
      assertEquals(length, published.bytes());
      assertEquals(new Path("/checkpoints/u/7"), published.directory());
    }
    StoredCheckpoint stored = reader().latest("u").orElseThrow();
    assertArrayEquals(state, stored.readBytes());
    assertEquals(7, stored.seq());
    assertEquals(List.of(), hidden());
  }

  /** A turn by the first block of a file, which has a header. */
  private Turns byFirstBlock(Storage storage) {
    return request ->
        new PendingTurn() {
          @Override
          public Turn await(Duration longest) throws IOException {
            OutputStream out = storage.create(request.file().orElseThrow(), 0, MemoryHdfs.CHUNK);
            out.write(new byte[Request.HEADER_BYTES]);
            return new FirstBlockTurn(new FSDataOutputStream(out, null));
          }

          @Override
          public void cancel() {
            throw new AssertionError("nothing waits");
          }
        };
  }

  private record FirstBlockTurn(FSDataOutputStream out) implements Turn {
    @Override
    public Way way() {
      return Way.FIRST_BLOCK;
    }

    @Override
    public boolean inTime() {
      return true;
    }

    @Override
    public Duration waited() {
      return Duration.ofSeconds(3);
    }

    @Override
    public void confirm(long bytes) {}

    @Override
    public Optional<FSDataOutputStream> takeStream() {
      return Optional.of(out);
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 48, 49, 1000})
  void write_turnByFirstBlock_goesOnInItsFileBehindTheHeader(int length) throws Exception {
    byte[] state = state(1, length);
    Storage storage = hdfs.client();
    try (CheckpointWriter writer = writer(storage, OPTIONS, byFirstBlock(storage))) {
      WriteOutcome outcome = writer.write("u", 1, () -> Snapshot.of(state)).await();

      WriteOutcome.Published published =
          assertInstanceOf(WriteOutcome.Published.class, outcome, outcome.toString());
      assertEquals(Turn.Way.FIRST_BLOCK, published.way());
      assertEquals(Duration.ofSeconds(3), published.waited());
    }
    assertArrayEquals(state, reader().latest("u").orElseThrow().readBytes());
    byte[] first = hdfs.bytes("/checkpoints/u/1/part-turn");
    assertEquals(0, first[15]);
    assertEquals(state[0], first[16]);
  }

  /** What a dead writer has left of a unit. */
  private void abandon(String unit) throws IOException {
    Storage dead = hdfs.client();
    Path staging = UnitFiles.of(ROOT, unit).staging(2, "dead");
    dead.own(UnitFiles.owner(staging));
    dead.mkdir(staging);
    hdfs.endLeases(dead);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_DONE, AT_ONCE",
    "ANSWER_LOST, AT_ONCE",
    "KILLED, AT_ONCE",
    "NOT_DONE, FIRST_BLOCK",
    "ANSWER_LOST, FIRST_BLOCK",
    "KILLED, FIRST_BLOCK"
  })
  void write_eachOperationFails_readersSeeOldOrNewAndTheNextAttemptWorks(
      FaultyStorage.Fault fault, Turn.Way way) throws Exception {
    WriterOptions options = OPTIONS.retain(2);
    Set<String> failed = new HashSet<>();
    int at = 0;
    while (true) {
      String unit = "u" + at;
      try (CheckpointWriter writer = writer(hdfs.client(), options, Turns.atOnce())) {
        write(writer, unit, 1, state(1, 500));
        write(writer, unit, 2, state(2, 600));
      }
      abandon(unit);
      Storage client = hdfs.client();
      FaultyStorage faulty = new FaultyStorage(client, fault, at);
      Turns turns = way == Turn.Way.FIRST_BLOCK ? byFirstBlock(faulty) : Turns.atOnce();
      CheckpointWriter writer = writer(faulty, options, turns);
      WriteOutcome outcome = write(writer, unit, 3, state(3, 700));
      if (!faulty.happened()) {
        writer.close();
        break;
      }
      long latest = check(unit, outcome, faulty);
      if (fault == FaultyStorage.Fault.KILLED) {
        hdfs.endLeases(client);
        writer = writer(hdfs.client(), options, Turns.atOnce());
      }
      WriteOutcome next = write(writer, unit, 4, state(4, 500));
      assertInstanceOf(WriteOutcome.Published.class, next, faulty.failed() + ": " + next);
      writer.close();
      assertEquals(List.of(), hidden(), faulty.failed());
      assertArrayEquals(state(4, 500), reader().latest(unit).orElseThrow().readBytes());
      assertEquals(List.of(4L, latest), reader().list(unit), faulty.failed());
      failed.add(faulty.failed());
      at++;
    }
    assertTrue(at >= 20, at + " operations");
    assertTrue(
        failed.containsAll(
            List.of("list", "isClosed", "delete .2.dead", "delete .2.dead.owner", "delete 1")),
        failed.toString());
    assertEquals(
        way == Turn.Way.FIRST_BLOCK,
        failed.containsAll(List.of("create part-turn", "write part-turn")),
        failed.toString());
  }

  /** The newest checkpoint, which is whole and the one that the outcome says. */
  private long check(String unit, WriteOutcome outcome, FaultyStorage faulty) throws IOException {
    StoredCheckpoint latest = reader().latest(unit).orElseThrow();
    byte[] whole = latest.seq() == 3 ? state(3, 700) : state(2, 600);
    assertArrayEquals(whole, latest.readBytes(), faulty.failed());
    if (outcome instanceof WriteOutcome.Published) {
      assertEquals(3, latest.seq(), faulty.failed());
    } else {
      assertInstanceOf(WriteOutcome.Failed.class, outcome, faulty.failed());
      assertEquals(2, latest.seq(), faulty.failed());
    }
    return latest.seq();
  }

  @Test
  void write_renameIsDoneButItsAnswerLost_isPublished() throws Exception {
    for (int at = 0; ; at++) {
      FaultyStorage faulty = new FaultyStorage(hdfs.client(), FaultyStorage.Fault.ANSWER_LOST, at);
      try (CheckpointWriter writer = writer(faulty)) {
        WriteOutcome outcome = writer.write("u" + at, 1, () -> Snapshot.of(state(1, 9))).await();
        if (faulty.failed().equals("rename")) {
          assertInstanceOf(WriteOutcome.Published.class, outcome);
          return;
        }
      }
    }
  }

  @Test
  void write_clientStillAlive_itsStagingIsLeftAlone() throws Exception {
    Storage client = hdfs.client();
    UnitFiles files = UnitFiles.of(ROOT, "u");
    Path staging = files.staging(1, "other");
    client.own(UnitFiles.owner(staging));
    client.mkdir(staging);
    client.create(new Path(staging, "part-0"), 0, MemoryHdfs.CHUNK);
    try (CheckpointWriter writer = writer(hdfs.client())) {
      writer.write("u", 2, () -> Snapshot.of(new byte[9])).await();
      assertEquals(
          List.of("/checkpoints/u/.1.other.owner", "/checkpoints/u/.1.other/part-0"), hidden());

      hdfs.endLeases(client);
      writer.removeAbandoned();
      assertEquals(List.of(), hidden());
    }
  }

  @Test
  void write_anotherAttemptPublishedMeanwhile_saysSoAndCleansUp() throws Exception {
    try (CheckpointWriter first = writer(hdfs.client());
        CheckpointWriter second = writer(hdfs.client())) {
      WriteOutcome outcome =
          second
              .write(
                  "u",
                  1,
                  () -> {
                    assertInstanceOf(
                        WriteOutcome.Published.class, write(first, "u", 1, state(1, 100)));
                    return Snapshot.of(state(2, 100));
                  })
              .await();

      assertEquals(new WriteOutcome.Lost(new Path("/checkpoints/u/1"), "a2"), outcome);
    }
    assertArrayEquals(state(1, 100), reader().latest("u").orElseThrow().readBytes());
    assertEquals(List.of(), hidden());
  }

  private static WriteOutcome write(CheckpointWriter writer, String unit, long seq, byte[] state) {
    try {
      return writer.write(unit, seq, () -> Snapshot.of(state)).await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void write_publishedBefore_takesNoSnapshot() throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client())) {
      write(writer, "u", 1, state(1, 100));
      WriteOutcome outcome =
          writer
              .write(
                  "u",
                  1,
                  () -> {
                    throw new AssertionError("not needed");
                  })
              .await();

      assertEquals(new WriteOutcome.Lost(new Path("/checkpoints/u/1"), "a1"), outcome);
    }
  }

  /** A turn by the first block says of its file what the asking thread says. */
  @Test
  void write_another_asksForItsTurnWithTheCallersContextAlone() throws Exception {
    List<String> asked = new ArrayList<>();
    Turns turns =
        request -> {
          asked.add(CallerContext.getCurrent().getContext());
          return Turns.atOnce().ask(request);
        };
    CallerContext.setCurrent(new CallerContext.Builder("application_1").build());
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS.threads(1), turns)) {
      for (int seq = 1; seq <= 3; seq++) {
        byte[] state = state(seq, 200);
        WriteOutcome outcome = writer.write("u", seq, () -> Snapshot.of(state)).await();
        assertInstanceOf(WriteOutcome.Published.class, outcome, outcome.toString());
      }
    } finally {
      CallerContext.setCurrent(null);
    }
    assertEquals(Collections.nCopies(3, "application_1"), asked);
  }

  /** Turns that do not come, until they are cancelled. */
  private static final class Never implements Turns, PendingTurn {
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final List<Request> requests = new ArrayList<>();

    @Override
    public PendingTurn ask(Request request) {
      requests.add(request);
      return this;
    }

    @Override
    public Turn await(Duration longest) throws InterruptedException {
      waiting.countDown();
      cancelled.await();
      throw new CancellationException();
    }

    @Override
    public void cancel() {
      cancelled.countDown();
    }
  }

  @Test
  void cancel_beforeTheTurn_takesNoSnapshotAndLeavesNothing() throws Exception {
    Never never = new Never();
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS, never)) {
      CheckpointWrite write =
          writer.write(
              "u",
              1,
              () -> {
                throw new AssertionError("no turn");
              });
      never.waiting.await();
      assertEquals(new WriteProgress(WriteProgress.Phase.WAITING, 0, 0), write.progress());
      assertEquals(Optional.empty(), write.await(Duration.ofMillis(1)));

      assertTrue(write.cancel());
      assertEquals(new WriteOutcome.Cancelled(), write.await());
      assertEquals(WriteProgress.Phase.DONE, write.progress().phase());
    }
    assertEquals(List.of("/checkpoints/u"), hdfs.leaves());
  }

  @Test
  void close_whileOneWaits_cancelsIt() throws Exception {
    Never never = new Never();
    CheckpointWriter writer = writer(hdfs.client(), OPTIONS, never);
    CheckpointWrite write = writer.write("u", 1, () -> Snapshot.of(new byte[1]));
    never.waiting.await();
    writer.close();

    assertEquals(new WriteOutcome.Cancelled(), write.await());
    assertThrows(
        IllegalStateException.class, () -> writer.write("u", 2, () -> Snapshot.of(new byte[1])));
  }

  @Test
  void ask_unitWrittenBefore_hasTheBytesOfItsLastCheckpoint() throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client())) {
      write(writer, "u", 1, state(1, 200));
    }
    Never never = new Never();
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS.replication(2), never)) {
      writer.write("u", 2, () -> Snapshot.of(new byte[1]));
      never.waiting.await();
    }
    Request request = never.requests.get(0);
    assertEquals(List.of(new Request.Member(Optional.empty(), 200, 3)), request.members());
    assertEquals(2, request.replication());
    assertEquals(MemoryHdfs.CHUNK, request.blockSize());
    assertEquals(Optional.of("/checkpoints/u/2"), request.group());
  }

  /** A snapshot that waits in the middle of its bytes. */
  private static final class Slow implements Snapshot {
    private final CountDownLatch half = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    @Override
    public long bytes() {
      return 100;
    }

    @Override
    public void writeTo(long from, long to, OutputStream out) throws IOException {
      int length = (int) (to - from);
      out.write(new byte[length / 2]);
      half.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      out.write(new byte[length - length / 2]);
    }

    @Override
    public void close() {
      assertFalse(closed.getAndSet(true));
    }
  }

  @Test
  void cancel_whileWriting_closesTheSnapshotAndLeavesNothing() throws Exception {
    Slow slow = new Slow();
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS.threads(1), Turns.atOnce())) {
      CheckpointWrite write = writer.write("u", 1, () -> slow);
      slow.half.await();
      assertEquals(new WriteProgress(WriteProgress.Phase.WRITING, 50, 100), write.progress());
      assertThrows(
          IllegalStateException.class, () -> writer.write("u", 2, () -> Snapshot.of(new byte[1])));

      assertTrue(write.cancel());
      slow.go.countDown();
      assertEquals(new WriteOutcome.Cancelled(), write.await());
      assertTrue(slow.closed.get());
      assertEquals(List.of("/checkpoints/u"), hdfs.leaves());
    }
  }

  @Test
  void cancel_afterTheEnd_saysNo() throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client())) {
      CheckpointWrite write = writer.write("u", 1, () -> Snapshot.of(new byte[10]));
      write.await();

      assertFalse(write.cancel());
      assertEquals(new WriteProgress(WriteProgress.Phase.DONE, 10, 10), write.progress());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "99, The snapshot passed on 99 of the 100 bytes from 0 to 100.",
    "101, The snapshot passed on more than the 100 bytes from 0 to 100."
  })
  void write_snapshotOfAnotherLength_fails(int length, String message) throws Exception {
    Snapshot wrong =
        new Snapshot() {
          @Override
          public long bytes() {
            return 100;
          }

          @Override
          public void writeTo(long from, long to, OutputStream out) throws IOException {
            for (int i = 0; i < length; i++) {
              out.write(i);
            }
          }

          @Override
          public void close() {}
        };
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS.threads(1), Turns.atOnce())) {
      WriteOutcome outcome = writer.write("u", 1, () -> wrong).await();

      assertEquals(
          message, assertInstanceOf(WriteOutcome.Failed.class, outcome).cause().getMessage());
      assertEquals(List.of("/checkpoints/u"), hdfs.leaves());
    }
  }

  @Test
  void write_sourceFails_saysWhy() throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client())) {
      WriteOutcome outcome =
          writer
              .write(
                  "u",
                  1,
                  () -> {
                    throw new IOException("no memory for a copy");
                  })
              .await();

      assertEquals(
          "no memory for a copy",
          assertInstanceOf(WriteOutcome.Failed.class, outcome).cause().getMessage());
    }
    assertEquals(List.of("/checkpoints/u"), hdfs.leaves());
  }

  @Test
  void write_frozenFromTurnToLastByte_isTold() throws Exception {
    Snapshot snapshot =
        new Snapshot() {
          @Override
          public long bytes() {
            return 1;
          }

          @Override
          public void writeTo(long from, long to, OutputStream out) throws IOException {
            nanos.addAndGet(5);
            out.write(1);
          }

          @Override
          public void close() {}
        };
    try (CheckpointWriter writer = writer(hdfs.client())) {
      WriteOutcome outcome = writer.write("u", 1, () -> snapshot).await();

      assertEquals(
          Duration.ofNanos(5), assertInstanceOf(WriteOutcome.Published.class, outcome).frozen());
    }
  }

  @Test
  void write_moreThanRetained_removesTheOldest() throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client(), OPTIONS.retain(2), Turns.atOnce())) {
      for (int seq : new int[] {8, 9, 10, 11, 3}) {
        write(writer, "u", seq, state(seq, 100));
      }
    }
    // The one just written stays, though its number is low.
    assertEquals(List.of(11L, 10L, 3L), reader().list("u"));
    assertEquals(Optional.empty(), reader().get("u", 9));
    assertArrayEquals(state(10, 100), reader().get("u", 10).orElseThrow().readBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".u", "a/b", "-x", "a b"})
  void write_unitThatIsNoName_isRefused(String unit) throws Exception {
    try (CheckpointWriter writer = writer(hdfs.client())) {
      assertThrows(
          IllegalArgumentException.class,
          () -> writer.write(unit, 1, () -> Snapshot.of(new byte[1])));
      assertThrows(
          IllegalArgumentException.class,
          () -> writer.write("u", -1, () -> Snapshot.of(new byte[1])));
    }
  }

  @Test
  void options_wrong_areRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> OPTIONS.longestWait(Duration.ZERO).retain(1));

    assertEquals(
        "threads 3, retain 1, longestWait PT0S, replication 0, chunk 0."
            + " Maybe 1 thread or more, 2 retained or more, and the others 0 or more.",
        e.getMessage());
  }
}
