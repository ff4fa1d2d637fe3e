package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that prove who they are, by Kerberos or by a delegation token, over encrypted
 * connections: calls that are parked run again as the caller's, and datanodes take the blocks.
 */
class ParkedKerberosIT {
  private static final String USER = "alice";
  private static final int WRITERS = 6;
  private static final int CHUNKS = 2;

  /** Nobody else may write there. */
  private static final org.apache.hadoop.fs.Path HOME = new org.apache.hadoop.fs.Path("/" + USER);

  @TempDir Path directory;
  private Kerberos kerberos;

  @BeforeEach
  void startKdc() throws Exception {
    kerberos = Kerberos.start(directory, USER);
  }

  @AfterEach
  void stopKdc() {
    kerberos.close();
  }

  private void secure(Configuration conf) {
    kerberos.secure(conf);
    PeaceCluster.topology(conf, directory, PeaceCluster.ONE_AT_A_TIME);
  }

  @Test
  void parkedCalls_ofKerberosAndTokenClients_runAgainAsTheirCallers() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2 * WRITERS);
    UserGroupInformation ticket = kerberos.ticket();
    UserGroupInformation token = UserGroupInformation.createRemoteUser(USER, AuthMethod.TOKEN);
    try (PeaceCluster cluster =
            PeaceCluster.start(directory, this::secure, "/rack1", "/rack1", "/rack1");
        DistributedFileSystem withTicket = Kerberos.fileSystem(cluster, ticket)) {
      assertNobodyIsShownWithoutATicket(cluster);
      token.addToken(withTicket.getDelegationToken(USER));
      cluster.fs().mkdirs(HOME);
      cluster.fs().setPermission(HOME, new FsPermission("700"));
      cluster.fs().setOwner(HOME, USER, USER);
      try (DistributedFileSystem withToken = Kerberos.fileSystem(cluster, token)) {
        List<Future<?>> writes = new ArrayList<>();
        FSDataOutputStream holder = hold(cluster);
        for (int w = 0; w < WRITERS; w++) {
          writes.add(threads.submit(writing(withTicket, "10.21.0." + w)));
          writes.add(threads.submit(writing(withToken, "10.21.1." + w)));
        }
        PeaceCluster.await(
            () -> PeaceCluster.gauge("ParkedCalls") == 2 * WRITERS, () -> "all calls are parked");
        holder.close();
        for (Future<?> write : writes) {
          write.get(60, TimeUnit.SECONDS);
        }
        FileStatus[] files = withToken.listStatus(HOME);
        assertEquals(2 * WRITERS, files.length);
        for (FileStatus file : files) {
          assertEquals(USER, file.getOwner(), file::toString);
        }
      }
      cluster.awaitIdle();
      cluster.assertNothingEndedByTime();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertNobodyIsShownWithoutATicket(PeaceCluster cluster) throws Exception {
    StatusPages pages = new StatusPages(cluster.mini().getNameNode(0).getHttpAddress());
    for (String path : List.of("/jmx", "/peace", "/peace/status", "/peace/explain?what=/a")) {
      assertEquals(401, pages.code(path), path);
      assertEquals(
          401, pages.code(path + (path.contains("?") ? "&" : "?") + "user.name=hdfs"), path);
    }
  }

  /** Takes all capacity until it is closed. */
  private static FSDataOutputStream hold(PeaceCluster cluster) throws Exception {
    String host = PeaceCluster.client("10.21.9.1", "/rack1");
    FSDataOutputStream holder = PeaceCluster.as(host, () -> cluster.create("/holder", 3));
    holder.write(1);
    holder.hflush();
    return holder;
  }

  private static Callable<Void> writing(DistributedFileSystem fs, String host) {
    PeaceCluster.client(host, "/rack1");
    return () ->
        PeaceCluster.as(
            host,
            () -> {
              PeaceCluster.write(fs, HOME + "/" + host, CHUNKS * BLOCK, 3);
              PeaceCluster.assertContent(fs, HOME + "/" + host, CHUNKS * BLOCK);
              return null;
            });
  }
}
