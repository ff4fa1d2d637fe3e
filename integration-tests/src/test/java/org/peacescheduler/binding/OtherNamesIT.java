package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What an operator says of a path holds for the file that is there, by whatever name its client
 * asks for it. An open file has all capacity: what is scheduled waits, and the rest does not.
 */
@ExtendWith(IdleAfterEach.class)
class OtherNamesIT {
  private static final String HOST = "10.22.0.1";

  @TempDir static Path directory;
  private static PeaceCluster cluster;
  private static int files;

  private FSDataOutputStream holder;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.startOneAtATime(
            directory,
            conf -> {
              conf.setInt("dfs.namenode.handler.count", 20);
              conf.set("dfs.namenode.peace.paths", "/yes");
              conf.set("dfs.namenode.peace.paths.excluded", "/yes/no");
            });
    PeaceCluster.client(HOST, "/rack1");
    for (String made : new String[] {"/yes/no", "/elsewhere"}) {
      assertTrue(cluster.fs().mkdirs(new org.apache.hadoop.fs.Path(made)));
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void holdAllCapacity() throws Exception {
    holder =
        cluster.holding(PeaceCluster.client("10.22.0.2", "/rack1"), "/yes/holder" + files++, 100);
  }

  @AfterEach
  void letGo() throws Exception {
    holder.close();
  }

  private static long id(String path) throws Exception {
    return cluster.fs().getClient().getFileInfo(path).getFileId();
  }

  /** How a client of HDFS opens a file that will be in a directory; its name is the last word. */
  private static FSDataOutputStream open(String how, String in, String name) throws Exception {
    return switch (how) {
      case "by its path" -> cluster.create(in + "/" + name, 3);
      case "below the directory's id" ->
          cluster.create("/.reserved/.inodes/" + id(in) + "/" + name, 3);
      case "raw" -> cluster.create("/.reserved/raw" + in + "/" + name, 3);
      case "before its directory was renamed" -> {
        org.apache.hadoop.fs.Path before = new org.apache.hadoop.fs.Path("/elsewhere/" + name);
        FSDataOutputStream out = cluster.create(before + "/" + name, 3);
        assertTrue(cluster.fs().rename(before, new org.apache.hadoop.fs.Path(in)));
        yield out;
      }
      default -> throw new IllegalArgumentException(how);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "by its path, /yes, true",
    "by its path, /yes/no, false",
    "below the directory's id, /yes, true",
    "below the directory's id, /yes/no, false",
    "raw, /yes, true",
    "raw, /yes/no, false",
    "before its directory was renamed, /yes, true",
    "before its directory was renamed, /yes/no, false",
    "before its directory was renamed, /elsewhere/.., false",
  })
  void file_openedByAnyName_isScheduledAsByItsPath(String how, String in, boolean isScheduled)
      throws Exception {
    String name = "opened" + files++;
    String directory = in.equals("/elsewhere/..") ? "/" : in;
    FSDataOutputStream out = PeaceCluster.as(HOST, () -> open(how, directory, name));
    out.write(PeaceCluster.bytes(100));
    Future<Void> closing =
        Caller.inBackground(
            () -> {
              out.close();
              return null;
            });
    assertIsScheduled(isScheduled, closing);
  }

  /** Whether a call waits until there is room. */
  private <T> T assertIsScheduled(boolean isScheduled, Future<T> call) throws Exception {
    if (isScheduled) {
      Caller.awaitParked(1);
      holder.close();
    }
    T done = call.get(20, TimeUnit.SECONDS);
    assertEquals(0, PeaceCluster.gauge("ParkedCalls"));
    return done;
  }

  /** What a client calls its file; some say no id. */
  private static LocatedBlock ask(Caller caller, String how) throws Exception {
    String byId = "/.reserved/.inodes/" + caller.file();
    String name = "caller of " + caller.path();
    return switch (how) {
      case "by its id" -> caller.ask(byId, name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null);
      case "by its id alone" -> caller.ask(byId, name, 0, DatanodeInfo.EMPTY_ARRAY, null);
      case "by its path alone" ->
          caller.ask(caller.path(), name, 0, DatanodeInfo.EMPTY_ARRAY, null);
      case "with more slashes" ->
          caller.ask(
              caller.path().replace("/", "///") + "/", name, 0, DatanodeInfo.EMPTY_ARRAY, null);
      case "as one that is scheduled" ->
          caller.ask("/yes/x", name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null);
      case "as one that is excluded" ->
          caller.ask("/yes/no/x", name, caller.file(), DatanodeInfo.EMPTY_ARRAY, null);
      default -> throw new IllegalArgumentException(how);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "by its id, /yes, true",
    "by its id, /yes/no, false",
    "by its id alone, /yes, true",
    "by its id alone, /yes/no, false",
    "by its path alone, /yes, true",
    "by its path alone, /yes/no, false",
    "with more slashes, /yes, true",
    "with more slashes, /yes/no, false",
    "as one that is scheduled, /yes/no, false",
    "as one that is excluded, /yes, true",
  })
  void call_withAnyName_isScheduledAsWithItsPath(String how, String in, boolean isScheduled)
      throws Exception {
    try (Caller caller = Caller.of(cluster, HOST, in + "/called" + files++)) {
      Future<LocatedBlock> call = Caller.inBackground(() -> ask(caller, how));
      assertEquals(3, assertIsScheduled(isScheduled, call).getLocations().length);
      caller.deleteFile();
    }
  }
}
