package org.peacescheduler.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir java.nio.file.Path directory;
  private final Slow files = new Slow();
  private Path prefix;

  @BeforeEach
  void start() throws IOException {
    files.initialize(java.net.URI.create("file:///"), new Configuration(false));
    prefix = new Path(directory.toUri());
  }

  /** A local file system whose flushes wait until they may, or until the file is deleted. */
  private static final class Slow extends FilterFileSystem {
    final CountDownLatch flushing = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);

    Slow() {
      super(new RawLocalFileSystem());
    }

    @Override
    public FSDataOutputStream create(
        Path path,
        FsPermission permission,
        boolean overwrite,
        int buffer,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      OutputStream out =
          super.create(path, permission, overwrite, buffer, replication, blockSize, progress);
      return new FSDataOutputStream(out, null) {
        @Override
        public void hflush() throws IOException {
          flushing.countDown();
          try {
            while (!go.await(1, TimeUnit.MILLISECONDS)) {
              if (!exists(path)) {
                throw new FileNotFoundException(path.toString());
              }
            }
          } catch (InterruptedException e) {
            throw new java.io.InterruptedIOException();
          }
          super.hflush();
        }
      };
    }
  }

  private PendingTurn ask(Request request) {
    return FirstBlock.ask(files, request, System::nanoTime);
  }

  private List<String> left() throws IOException {
    return List.of(files.listStatus(prefix)).stream()
        .map(FileStatus::getPath)
        .map(Path::getName)
        .toList();
  }

  @Test
  void ask_notHdfs_isTheTurnAtOnce() throws Exception {
    try (Turn turn = Turns.of(new Configuration(false)).ask(Request.of(prefix)).await(LONG)) {
      assertEquals(Turn.Way.AT_ONCE, turn.way());
      assertTrue(turn.inTime());
    }
    assertEquals(List.of(), left());
  }

  @Test
  void ask_fileSystemUnknown_awaitTells() {
    PendingTurn pending = Turns.of(new Configuration(false)).ask(Request.of(new Path("nofs://x/")));
    IOException e = assertThrows(IOException.class, () -> pending.await(LONG));
    assertTrue(e.getMessage().contains("nofs"), e.getMessage());
  }

  @Test
  void ask_clientGiven_noOtherIsLookedFor() throws Exception {
    PendingTurn pending = Turns.of(files).ask(Request.of(new Path("nofs://x/")));
    assertEquals(Turn.Way.AT_ONCE, pending.await(LONG).way());
  }

  @Test
  void askNow_atOnce_isATurn() throws Exception {
    assertTrue(Turns.atOnce().askNow(Request.of(prefix)).isPresent());
  }

  @Test
  void await_blockPlaced_hiddenFileThereUntilClose() throws Exception {
    PendingTurn pending = ask(Request.of(prefix).bytes(5));
    files.flushing.await();
    files.go.countDown();
    try (Turn turn = pending.await(LONG)) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
      assertTrue(turn.inTime());
      assertEquals(Optional.empty(), turn.takeStream());
      turn.confirm(7);
      assertEquals(1, left().size());
      assertTrue(left().get(0).startsWith(FirstBlock.HIDDEN), left().toString());
    }
    assertEquals(List.of(), left());
  }

  @Test
  void takeStream_fileOfTheAsker_goesOnBehindTheHeader() throws Exception {
    Path part = new Path(prefix, "chk/part");
    PendingTurn pending = ask(Request.of(prefix).file(part));
    files.go.countDown();
    try (Turn turn = pending.await(LONG)) {
      try (FSDataOutputStream out = turn.takeStream().orElseThrow()) {
        out.write(1);
      }
      assertEquals(Optional.empty(), turn.takeStream());
    }
    byte[] read = java.nio.file.Files.readAllBytes(directory.resolve("chk/part"));
    byte[] expected = new byte[Request.HEADER_BYTES + 1];
    expected[Request.HEADER_BYTES] = 1;
    assertArrayEquals(expected, read);
  }

  @Test
  void await_timeOver_turnThatNobodyGaveAndNothingLeft() throws Exception {
    PendingTurn pending = ask(Request.of(new Path(prefix, "a/b")));
    files.flushing.await();
    Turn turn = pending.await(Duration.ofMillis(1));
    assertFalse(turn.inTime());
    assertEquals(Turn.Way.AT_ONCE, turn.way());
    assertEquals(List.of(), left());
  }

  @Test
  void cancel_whileItWaits_awaitEndsAndNothingLeft() throws Exception {
    PendingTurn pending = ask(Request.of(prefix));
    files.flushing.await();
    pending.cancel();
    assertThrows(CancellationException.class, () -> pending.await(LONG));
    assertEquals(List.of(), left());
  }

  @Test
  void cancel_directoryUsedByOthers_directoryStays() throws Exception {
    PendingTurn pending = ask(Request.of(new Path(prefix, "a/b")));
    files.flushing.await();
    files.mkdirs(new Path(prefix, "a/other"));
    pending.cancel();
    assertEquals(List.of("a"), left());
    assertFalse(files.exists(new Path(prefix, "a/b")));
  }

  @Test
  void await_interrupted_nothingLeft() throws Exception {
    PendingTurn pending = ask(Request.of(prefix));
    files.flushing.await();
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> pending.await(LONG));
    assertEquals(List.of(), left());
  }

  @Test
  void ask_directoryDeletedByARequestThatEnds_isTheTurnAllTheSame() throws Exception {
    Path directoryOfBoth = new Path(prefix, "a/b");
    FilterFileSystem racing =
        new FilterFileSystem(files) {
          @Override
          public FileStatus getFileStatus(Path path) throws IOException {
            FileStatus status = super.getFileStatus(path);
            if (path.equals(directoryOfBoth)) {
              files.delete(path, false);
            }
            return status;
          }
        };
    files.mkdirs(directoryOfBoth);
    files.go.countDown();
    PendingTurn pending =
        FirstBlock.ask(racing, Request.of(directoryOfBoth).blockSize(1024), System::nanoTime);
    try (Turn turn = pending.await(LONG)) {
      assertEquals(Turn.Way.FIRST_BLOCK, turn.way());
    }
  }

  @Test
  void await_prefixIsAFile_isTold() throws Exception {
    Path file = new Path(prefix, "file");
    files.create(file).close();
    IOException e =
        assertThrows(FileAlreadyExistsException.class, () -> ask(Request.of(file)).await(LONG));
    assertEquals(file + " is a file. Maybe ask with the directory that it is in.", e.getMessage());
    assertEquals(List.of("file"), left());
  }

  @Test
  void await_prefixBelowAFile_isTold() throws Exception {
    Path file = new Path(prefix, "file");
    files.create(file).close();
    Request below = Request.of(new Path(file, "chk-1"));
    assertThrows(IOException.class, () -> ask(below).await(LONG));
    assertEquals(List.of("file"), left());
  }

  @Test
  void await_fileOfTheAskerIsThereAlready_isToldAndStays() throws Exception {
    Path file = new Path(prefix, "file");
    files.create(file).close();
    assertThrows(IOException.class, () -> ask(Request.of(prefix).file(file)).await(LONG));
    assertEquals(List.of("file"), left());
  }

  @Test
  void askNow_mustWait_isLaterAndNothingLeft() throws Exception {
    Turns turns = this::ask;
    assertEquals(Optional.empty(), turns.askNow(Request.of(prefix)));
    assertEquals(List.of(), left());
  }

  @Test
  void request_numbersThatMakeNoSense_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> Request.of(prefix).bytes(-1));
    assertThrows(IllegalArgumentException.class, () -> Request.of(prefix).replication(-1));
    assertThrows(IllegalArgumentException.class, () -> Request.of(prefix).members(List.of()));
  }

  @Test
  void bytes_moreThanALongTogether_isTheLargestLong() {
    Request.Member member = new Request.Member(Optional.empty(), Long.MAX_VALUE, 1);
    assertEquals(Long.MAX_VALUE, Request.of(prefix).members(List.of(member, member)).bytes());
  }
}
