package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peacescheduler.client.Request;
import org.peacescheduler.client.Turn;
import org.peacescheduler.client.TurnRequests;
import org.peacescheduler.client.Turns;

/**
 * Requests for turns where clients prove who they are, connections are encrypted, access lists are
 * on, and HDFS has read its own lists anew.
 */
class ProtocolTurnKerberosIT {
  private static final String USER = "alice";
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final org.apache.hadoop.fs.Path HOME = new org.apache.hadoop.fs.Path("/" + USER);

  @Test
  void ask_clientHasATicketOrOnlyAToken_writesInItsTurnAndNobodyElseDoes(@TempDir Path directory)
      throws Exception {
    try (Kerberos kerberos = Kerberos.start(directory, USER)) {
      UserGroupInformation ticket = kerberos.ticket();
      UserGroupInformation token = UserGroupInformation.createRemoteUser(USER, AuthMethod.TOKEN);
      String address = "localhost:" + NetUtils.getFreeSocketPort();
      try (PeaceCluster cluster =
              PeaceCluster.startOneAtATime(
                  directory,
                  conf -> {
                    kerberos.secure(conf);
                    conf.setBoolean("hadoop.security.authorization", true);
                    conf.set("dfs.namenode.peace.rpc-address", address);
                  });
          DistributedFileSystem withTicket = Kerberos.fileSystem(cluster, ticket)) {
        token.addToken(withTicket.getDelegationToken(USER));
        cluster.fs().mkdirs(HOME);
        cluster.fs().setPermission(HOME, new FsPermission("700"));
        cluster.fs().setOwner(HOME, USER, USER);
        assertEquals(0, new DFSAdmin(conf(cluster)).run(new String[] {"-refreshServiceAcl"}));
        try (DistributedFileSystem withToken = Kerberos.fileSystem(cluster, token)) {
          writeInTurn(cluster, ticket, withTicket, "ticket");
          writeInTurn(cluster, token, withToken, "token");
        }
        UserGroupInformation nobody = UserGroupInformation.createRemoteUser("mallory");
        assertThrows(IOException.class, () -> ask(cluster, nobody, "nobody"));
        PeaceCluster.await(() -> cluster.peace().turns() == 0, () -> "no request is left");
        cluster.awaitIdle();
      }
    }
  }

  private static Configuration conf(PeaceCluster cluster) {
    return cluster.mini().getConfiguration(0);
  }

  private static Turn ask(PeaceCluster cluster, UserGroupInformation who, String name)
      throws Exception {
    Request request =
        Request.of(new org.apache.hadoop.fs.Path(cluster.mini().getURI() + "/" + USER, name));
    return who.doAs(
        (PrivilegedExceptionAction<Turn>) () -> Turns.of(conf(cluster)).ask(request).await(LONG));
  }

  private static void writeInTurn(
      PeaceCluster cluster, UserGroupInformation who, DistributedFileSystem fs, String name)
      throws Exception {
    try (Turn turn = ask(cluster, who, name)) {
      assertEquals(Turn.Way.PROTOCOL, turn.way());
      assertTrue(turn.inTime());
      PeaceCluster.write(fs, HOME + "/" + name + "/part", 1000, 3);
      List<TurnRequests.Known> known =
          who.doAs((PrivilegedExceptionAction<List<TurnRequests.Known>>) () -> list(cluster));
      assertEquals(List.of("WRITING"), known.stream().map(TurnRequests.Known::state).toList());
      // Not even HDFS's superuser, who runs this test.
      assertEquals(List.of(), list(cluster));
      try (TurnRequests requests = TurnRequests.of(cluster.mini().getURI(), conf(cluster))) {
        assertThrows(FileNotFoundException.class, () -> requests.cancel(known.get(0).id()));
      }
    }
  }

  private static List<TurnRequests.Known> list(PeaceCluster cluster) throws IOException {
    try (TurnRequests requests = TurnRequests.of(cluster.mini().getURI(), conf(cluster))) {
      return requests.list();
    }
  }
}
