package org.peacescheduler.calibrate;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.cli.CalibrateFolder;
import org.peacescheduler.cli.ExitCodes;

/**
 * The cluster as an ordinary client sees it, except that pipelines are in the order that the client
 * wants.
 *
 * <p>Thread-safe, as Hadoop's client is.
 */
final class Hdfs implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  /** The least that a NameNode accepts as it ships. */
  private static final long SMALLEST_BLOCK = 1L << 20;

  /** HDFS refuses datanodes that have more than this many times the connections of the average. */
  private static final int BUSY = 2;

  private static final long QUIET_WITHIN_NANOS = 10_000_000_000L;
  private static final long POLL_MILLIS = 200;

  private final URI uri;
  private final DFSClient client;

  private Hdfs(URI uri, DFSClient client) {
    this.uri = uri;
    this.client = client;
  }

  /** Connects, and makes sure that the NameNode is there and can be written to. */
  static Hdfs connect(URI uri, Configuration conf) throws CalibrationException {
    Configuration impatient = new Configuration(conf);
    // A name that is wrong is more likely here than a NameNode that will be up in some minutes.
    impatient.setInt("ipc.client.connect.max.retries", 2);
    impatient.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
    Hdfs hdfs = null;
    try {
      ClientProtocol nameNode =
          NameNodeProxiesClient.createProxyWithClientProtocol(impatient, uri, null).getProxy();
      hdfs = new Hdfs(uri, new DFSClient(null, FavoredOrder.of(nameNode), impatient, null));
      if (hdfs.client.setSafeMode(SafeModeAction.SAFEMODE_GET)) {
        throw safeMode(uri);
      }
      return hdfs;
    } catch (IOException e) {
      if (hdfs != null) {
        hdfs.close();
      }
      throw failure(uri, e);
    } catch (IllegalArgumentException e) {
      // So Hadoop tells of names that cannot be resolved.
      throw unreachable(uri, e);
    }
  }

  /** The live datanodes that are in service. */
  ClusterMap cluster() throws CalibrationException {
    try {
      return ClusterMap.of(inService().stream().map(Datanode::of).toList(), ownAddresses());
    } catch (IOException e) {
      throw failure(uri, e);
    }
  }

  private List<DatanodeInfo> inService() throws IOException {
    return Stream.of(client.datanodeReport(DatanodeReportType.LIVE))
        .filter(DatanodeInfo::isInService)
        .toList();
  }

  private static Set<String> ownAddresses() throws SocketException {
    Set<String> own = new HashSet<>();
    for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      device.getInterfaceAddresses().forEach(a -> own.add(a.getAddress().getHostAddress()));
    }
    return own;
  }

  /**
   * Makes a new directory.
   *
   * @param parent an absolute path; it is made if it is not there
   */
  CalibrateFolder makeDirectory(String parent) throws CalibrationException {
    CalibrateFolder folder = CalibrateFolder.below(parent);
    try {
      client.mkdirs(folder.path(), FsPermission.getDirDefault(), true);
      return folder;
    } catch (IOException e) {
      throw failure(uri, e);
    }
  }

  void delete(String path) throws CalibrationException {
    try {
      client.delete(path, true);
    } catch (IOException e) {
      throw failure(uri, e);
    }
  }

  /** Begins a file of one block, of which {@code bytes} will be written, on these datanodes. */
  DFSOutputStream create(String path, List<Datanode> pipeline, long bytes) throws IOException {
    return client.create(
        path,
        FsPermission.getFileDefault(),
        EnumSet.of(CreateFlag.CREATE, CreateFlag.IGNORE_CLIENT_LOCALITY),
        false, // A directory that was deleted at the end stays so.
        (short) pipeline.size(),
        // The block does not get full, so that it has a pipeline until the file is closed.
        Math.max(2 * bytes, SMALLEST_BLOCK),
        null,
        BUFFER,
        null,
        pipeline.stream().map(Datanode::favored).toArray(InetSocketAddress[]::new),
        null);
  }

  /**
   * Waits, for a limited time, until the NameNode has heard that these datanodes are no longer busy
   * with the load before: it would not place chunks there. Nothing tells a client of that, so it
   * asks.
   */
  void awaitQuiet(Set<String> hosts) throws CalibrationException, InterruptedException {
    long deadline = System.nanoTime() + QUIET_WITHIN_NANOS;
    try {
      while (isBusy(hosts) && System.nanoTime() < deadline) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (IOException e) {
      throw failure(uri, e);
    }
  }

  private boolean isBusy(Set<String> hosts) throws IOException {
    List<DatanodeInfo> datanodes = inService();
    double average = datanodes.stream().mapToInt(DatanodeInfo::getXceiverCount).average().orElse(0);
    return datanodes.stream()
        .anyMatch(d -> hosts.contains(d.getHostName()) && d.getXceiverCount() > BUSY * average);
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      // Files that were not closed are in a directory that is deleted.
    }
  }

  private static CalibrationException failure(URI uri, IOException error) {
    IOException e =
        error instanceof RemoteException remote ? remote.unwrapRemoteException() : error;
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (e instanceof SafeModeException) {
      return safeMode(uri);
    } else if (e instanceof AccessControlException) {
      return failed(
          "User '%s' may not do this: %s%n".formatted(user(), message)
              + superuser(System.getenv("HADOOP_USER_NAME")),
          e);
    } else if (e instanceof StandbyException) {
      return failed(
          "The NameNode %s is on standby.%nMaybe name the nameservice or the active one."
              .formatted(uri),
          e);
    } else if (e instanceof ConnectException
        || e instanceof NoRouteToHostException
        || e instanceof UnknownHostException
        || e instanceof SocketTimeoutException
        || e instanceof EOFException) {
      return unreachable(uri, e);
    }
    return failed(
        "The NameNode %s refused: %s%nMaybe its log says more.".formatted(uri, message), e);
  }

  /** Whoever has named a user already is not told to. */
  static String superuser(String named) {
    return named == null || named.isEmpty()
        ? "Maybe run it as HDFS's superuser, who alone may list datanodes: with"
            + " HADOOP_USER_NAME=hdfs before the command, or, under Kerberos, its ticket."
        : "HDFS's superuser alone may list datanodes. Maybe that is another user than '%s' here: the"
                .formatted(named)
            + " one that runs the NameNode.";
  }

  private static String user() {
    try {
      return UserGroupInformation.getCurrentUser().getShortUserName();
    } catch (IOException e) {
      return System.getProperty("user.name");
    }
  }

  private static CalibrationException safeMode(URI uri) {
    return failed(
        "The NameNode %s is in safe mode, so nothing can be written.%n".formatted(uri)
            + "Maybe wait until 'hdfs dfsadmin -safemode wait' returns.",
        null);
  }

  private static CalibrationException unreachable(URI uri, Exception e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return failed(
        "The NameNode %s cannot be reached: %s%n".formatted(uri, message)
            + "Maybe it is down, or has another host or port: fs.defaultFS in the cluster's"
            + " core-site.xml names them.",
        e);
  }

  private static CalibrationException failed(String message, Throwable cause) {
    return new CalibrationException(ExitCodes.FAILED, message, cause);
  }
}
