package org.peacescheduler.binding;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A KDC, with a NameNode's user who is logged in and one other user, for clusters with encrypted
 * connections.
 */
final class Kerberos implements AutoCloseable {
  private final MiniKdc kdc;
  private final File keytab;
  private final String user;

  private Kerberos(MiniKdc kdc, File keytab, String user) {
    this.kdc = kdc;
    this.keytab = keytab;
    this.user = user;
  }

  /** Starts it; from now on this process is hdfs. */
  static Kerberos start(Path directory, String user) throws Exception {
    MiniKdc kdc =
        new MiniKdc(MiniKdc.createConf(), Files.createDirectory(directory.resolve("kdc")).toFile());
    kdc.start();
    File keytab = directory.resolve("keytab").toFile();
    kdc.createPrincipal(keytab, "hdfs/localhost", "HTTP/localhost", user + "/localhost");
    Kerberos kerberos = new Kerberos(kdc, keytab, user);
    Configuration security = new Configuration();
    security.set("hadoop.security.authentication", "kerberos");
    UserGroupInformation.setConfiguration(security);
    UserGroupInformation.loginUserFromKeytab(kerberos.principal("hdfs"), keytab.toString());
    return kerberos;
  }

  private String principal(String name) {
    return name + "/localhost@" + kdc.getRealm();
  }

  /** The other user, with a ticket. */
  UserGroupInformation ticket() throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(user), keytab.toString());
  }

  /** A cluster's configuration, where the other user may claim to be on any host. */
  void secure(Configuration conf) {
    conf.set("hadoop.security.authentication", "kerberos");
    for (String daemon : List.of("namenode", "datanode")) {
      conf.set("dfs." + daemon + ".kerberos.principal", principal("hdfs"));
      conf.set("dfs." + daemon + ".keytab.file", keytab.toString());
    }
    conf.set("dfs.web.authentication.kerberos.principal", principal("HTTP"));
    conf.set("dfs.web.authentication.kerberos.keytab", keytab.toString());
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set("hadoop.http.authentication.kerberos.principal", principal("HTTP"));
    conf.set("hadoop.http.authentication.kerberos.keytab", keytab.toString());
    conf.setBoolean("dfs.block.access.token.enable", true);
    conf.setBoolean("dfs.namenode.delegation.token.always-use", true);
    conf.set("dfs.data.transfer.protection", "privacy");
    conf.set("hadoop.rpc.protection", "privacy");
    // Ports that only root may use.
    conf.setBoolean("ignore.secure.ports.for.testing", true);
    conf.set("dfs.namenode.ip-proxy-users", "hdfs," + user);
  }

  static DistributedFileSystem fileSystem(PeaceCluster cluster, UserGroupInformation who)
      throws Exception {
    return (DistributedFileSystem)
        who.doAs(
            (PrivilegedExceptionAction<FileSystem>)
                () ->
                    FileSystem.newInstance(
                        cluster.mini().getURI(), cluster.mini().getConfiguration(0)));
  }

  @Override
  public void close() {
    kdc.stop();
    UserGroupInformation.reset();
  }
}
