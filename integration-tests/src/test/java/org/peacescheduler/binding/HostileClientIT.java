package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mallory is on victor's host, and says in her calls that her file is his, or that she is he. There
 * is room for one chunk at a time.
 */
@ExtendWith(IdleAfterEach.class)
class HostileClientIT {
  private static final String HOST = "10.21.0.1";
  private static final String OTHER_HOST = "10.21.0.2";
  private static final String PROXIES = "dfs.namenode.ip-proxy-users";
  private static final int CALLS = 5;

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  private OriginLog log;
  private DistributedFileSystem victor;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.set("dfs.namenode.peace.groups", "/victor/{job}/**");
              conf.set(
                  "dfs.namenode.peace.shares",
                  "/victor/**=4 guaranteed 0.3, /vip/**=2 guaranteed 0.3");
              conf.set(PROXIES, conf.get(PROXIES) + ",victor,mallory");
            });
    PeaceCluster.client(HOST, "/rack1");
    PeaceCluster.client(OTHER_HOST, "/rack1");
    for (String user : List.of("victor", "mallory")) {
      org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path("/" + user);
      cluster.fs().mkdirs(home);
      cluster.fs().setOwner(home, user, user);
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void comeIn() throws Exception {
    log = new OriginLog();
    victor = cluster.newFileSystem("victor");
  }

  @AfterEach
  void leave() throws Exception {
    victor.close();
    log.close();
  }

  private static Caller caller(String user, String path) throws Exception {
    return Caller.of(
        cluster, UserGroupInformation.createRemoteUser(user), HOST, path, "of " + user);
  }

  private static Caller mallory() throws Exception {
    return caller("mallory", "/mallory/" + files++);
  }

  private static FSDataOutputStream holdAllCapacity() throws Exception {
    FSDataOutputStream holder = cluster.holding(OTHER_HOST, "/holder" + files++, 100);
    return holder;
  }

  private Future<Void> victorWrites(String path) {
    return Caller.inBackground(
        () ->
            PeaceCluster.as(
                HOST,
                () -> {
                  PeaceCluster.write(victor, path, 2 * BLOCK, 3);
                  return null;
                }));
  }

  /** She calls again and again, each time before she is answered; the last of her calls waits. */
  private static Future<LocatedBlock> call(Caller mallory, String path) throws Exception {
    Future<LocatedBlock> last = callOnce(mallory, path);
    Caller.awaitParked(2);
    for (int i = 1; i < CALLS; i++) {
      Future<LocatedBlock> next = callOnce(mallory, path);
      assertInstanceOf(NotReplicatedYetException.class, Caller.error(last));
      last = next;
    }
    Caller.awaitParked(2);
    return last;
  }

  private static Future<LocatedBlock> callOnce(Caller mallory, String path) {
    return Caller.inBackground(
        () -> mallory.ask(path, "of mallory", mallory.file(), DatanodeInfo.EMPTY_ARRAY, null));
  }

  private void assertSheIsHerself(Caller mallory) {
    assertTrue(log.origins(mallory.path()).size() >= CALLS, log.origins(mallory.path())::toString);
    log.origins(mallory.path())
        .forEach(
            origin -> {
              assertTrue(origin.contains("user=Optional[mallory]"), origin);
              assertTrue(origin.contains("group=Optional.empty"), origin);
              assertTrue(origin.contains("share=mallory"), origin);
            });
  }

  private void assertNobodyElseAskedFor(String path) {
    log.origins(path)
        .forEach(origin -> assertTrue(origin.contains("user=Optional[victor]"), origin));
  }

  /** All of his chunks were waited for and written. */
  private static void assertWritten(String path, int chunks) throws Exception {
    assertEquals(2 * BLOCK, cluster.fs().getClient().getFileInfo(path).getLen());
    cluster.awaitTrace(path, "done", chunks);
    assertEquals(chunks, cluster.trace(path, "submitted").size());
    assertEquals(
        List.of(),
        Stream.of("released", "fallback").flatMap(event -> of(path, event).stream()).toList());
  }

  private static List<?> of(String path, String event) {
    try {
      return cluster.trace(path, event);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void calls_withHisPathWhileHeWaits_hisWriteIsAsWithoutThem() throws Exception {
    String path = "/victor/job/waits";
    try (FSDataOutputStream holder = holdAllCapacity();
        Caller mallory = mallory()) {
      Future<Void> write = victorWrites(path);
      Caller.awaitParked(1);
      Future<LocatedBlock> hers = call(mallory, path);
      assertEquals(2, cluster.peace().status().waiting());
      holder.close();
      // It is hers by turns; her block is for nobody.
      hers.get(30, TimeUnit.SECONDS);
      mallory.deleteFile();
      write.get(30, TimeUnit.SECONDS);
      assertSheIsHerself(mallory);
    }
    assertWritten(path, 2);
    assertNobodyElseAskedFor(path);
  }

  @Test
  void calls_withHisPathWhileHeWrites_hisChunkIsHisStill() throws Exception {
    String path = "/victor/job/writes";
    try (Caller mallory = mallory()) {
      Future<Void> other;
      Future<LocatedBlock> hers;
      try (FSDataOutputStream out =
          PeaceCluster.as(HOST, () -> PeaceCluster.create(victor, path, 3))) {
        out.write(PeaceCluster.bytes(100));
        out.hflush();
        other = cluster.writing(OTHER_HOST, "/other", 100, 3);
        Caller.awaitParked(1);
        hers = call(mallory, path);
        // Nobody was let in.
        assertEquals(2, cluster.peace().status().waiting());
        assertEquals(List.of(), cluster.trace(path, "done"));
        out.write(PeaceCluster.bytes(2 * BLOCK - 100));
      }
      hers.get(30, TimeUnit.SECONDS);
      mallory.deleteFile();
      other.get(30, TimeUnit.SECONDS);
      assertSheIsHerself(mallory);
    }
    assertWritten(path, 2);
    assertNobodyElseAskedFor(path);
  }

  @Test
  void call_withAPathOfAGuaranteedShare_isInItsUsersShare() throws Exception {
    try (FSDataOutputStream holder = holdAllCapacity();
        Caller mallory = mallory()) {
      Future<Void> other = cluster.writing(OTHER_HOST, "/elsewhere", 100, 3);
      Caller.awaitParked(1);
      Future<LocatedBlock> hers = call(mallory, "/vip/none");
      holder.close();
      hers.get(30, TimeUnit.SECONDS);
      mallory.deleteFile();
      other.get(30, TimeUnit.SECONDS);
      assertSheIsHerself(mallory);
    }
  }

  @Test
  void call_forHisFileUnderHerName_isRefusedAndHisWaitGoesOn() throws Exception {
    String path = "/victor/job/refused";
    try (FSDataOutputStream holder = holdAllCapacity();
        Caller mallory = mallory()) {
      Future<Void> write = victorWrites(path);
      Caller.awaitParked(1);
      long his = cluster.fs().getClient().getFileInfo(path).getFileId();
      for (String under : List.of(path, mallory.path())) {
        assertInstanceOf(
            LeaseExpiredException.class,
            Caller.error(
                Caller.inBackground(
                    () -> mallory.ask(under, "of mallory", his, DatanodeInfo.EMPTY_ARRAY, null))));
      }
      Caller.awaitParked(1);
      holder.close();
      write.get(30, TimeUnit.SECONDS);
    }
    assertWritten(path, 2);
    assertNobodyElseAskedFor(path);
  }

  /** HDFS lets anybody who knows the client's name have a block of the file; it is his, too. */
  @Test
  void call_forHisFileUnderHisNameWhileHeWaits_bothHaveTheOneBlock() throws Exception {
    try (FSDataOutputStream holder = holdAllCapacity();
        Caller his = caller("victor", "/victor/job/shared");
        Caller mallory = mallory()) {
      Future<LocatedBlock> call = his.addBlock();
      Caller.awaitParked(1);
      LocatedBlock hers =
          mallory.ask(his.path(), "of victor", his.file(), DatanodeInfo.EMPTY_ARRAY, null);
      Caller.awaitParked(1);
      holder.close();
      assertEquals(hers.getBlock(), call.get(30, TimeUnit.SECONDS).getBlock());
      his.deleteFile();
      assertNobodyElseAskedFor(his.path());
    }
  }

  @Test
  void call_forHisFileUnderHisNameBeforeHe_heIsScheduledAsHimself() throws Exception {
    String path = "/victor/job/after";
    try (FSDataOutputStream holder = holdAllCapacity();
        Caller his = caller("victor", path);
        Caller mallory = mallory()) {
      Future<LocatedBlock> hers =
          Caller.inBackground(
              () -> mallory.ask(path, "of victor", his.file(), DatanodeInfo.EMPTY_ARRAY, null));
      Caller.awaitParked(1);
      Future<LocatedBlock> call = his.addBlock();
      // Her call is Peace's no more, and HDFS gives her a block; his waits on.
      LocatedBlock block = hers.get(30, TimeUnit.SECONDS);
      Caller.awaitParked(1);
      holder.close();
      assertEquals(block.getBlock(), call.get(30, TimeUnit.SECONDS).getBlock());
      his.deleteFile();
      String last = log.origins(path).get(1);
      assertTrue(last.contains("user=Optional[victor]"), last);
      assertTrue(last.contains("group=Optional[victor:/victor/job]"), last);
      assertEquals(2, log.origins(path).size());
      assertEquals(List.of(), cluster.trace(path, "fallback"));
    }
  }
}
