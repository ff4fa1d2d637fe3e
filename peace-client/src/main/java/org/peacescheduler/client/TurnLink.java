package org.peacescheduler.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.peacescheduler.protocol.NameNodeTokenSelector;
import org.peacescheduler.protocol.TurnProtocol;

/**
 * The way to the request protocol of a file system's NameNodes: whichever of them is active.
 *
 * <p>Example: {@code hdfs://ns1} with the NameNodes nn1 and nn2 has the addresses {@code
 * dfs.namenode.peace.rpc-address.ns1.nn1} and {@code ….nn2}. A call goes to the one that answered
 * last; if that is a standby or does not answer, to the other. In a federation without HA, {@code
 * hdfs://nn1:8020} has {@code ….ns1} if {@code dfs.namenode.rpc-address.ns1} is {@code nn1:8020}.
 *
 * <p>An address that has not answered of late ({@link SilentAddresses}) is left out until some
 * NameNode has answered here; from then on each is tried, since a request may wait for a failover.
 *
 * <p>Cost: a connection while it is used. Thread-safe.
 */
final class TurnLink implements AutoCloseable {
  private static final int RPC_TIMEOUT_MILLIS = 45_000;

  private final List<InetSocketAddress> addresses;
  private final Configuration conf;
  private final UserGroupInformation user;
  private final SilentAddresses silent;
  private volatile boolean isAnswered;
  private Optional<Route> route = Optional.empty();
  private int at;
  private boolean isClosed;

  /** Where calls go now. */
  private record Route(InetSocketAddress address, TurnProtocol to) {}

  /** One call. */
  interface Call<T> {
    /** Its answer. */
    T of(TurnProtocol to) throws ServiceException;
  }

  private TurnLink(
      List<InetSocketAddress> addresses,
      Configuration conf,
      UserGroupInformation user,
      SilentAddresses silent) {
    this.addresses = List.copyOf(addresses);
    this.conf = conf;
    this.user = user;
    this.silent = silent;
  }

  /** The addresses for a file system; none if its NameNodes are not said to take requests. */
  static List<InetSocketAddress> addresses(URI files, Configuration conf) {
    String authority = files.getAuthority() == null ? "" : files.getAuthority();
    String[] nameNodes = conf.getTrimmedStrings("dfs.ha.namenodes." + authority);
    if (nameNodes.length > 0) {
      return Stream.of(nameNodes)
          .flatMap(id -> address(authority + "." + id, conf).stream())
          .toList();
    }
    return ofNameservice(authority, conf)
        .or(() -> ofNoName(files, conf))
        .map(address -> isAnywhere(address) ? on(files, address) : address)
        .stream()
        .toList();
  }

  /** What the key says with a nameservice and a NameNode behind it. */
  private static Optional<InetSocketAddress> address(String id, Configuration conf) {
    return parsed(conf.getTrimmed(TurnProtocol.ADDRESS_KEY + "." + id, ""));
  }

  private static Optional<InetSocketAddress> parsed(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(NetUtils.createSocketAddr(text));
  }

  /** Of a federation's nameservices, each with one NameNode, the one whose NameNode this is. */
  private static Optional<InetSocketAddress> ofNameservice(String authority, Configuration conf) {
    return Stream.of(conf.getTrimmedStrings("dfs.nameservices"))
        .filter(ns -> conf.getTrimmed("dfs.namenode.rpc-address." + ns, "").equals(authority))
        .flatMap(ns -> address(ns, conf).stream())
        .findFirst();
  }

  /** A key that names no file system is for the default one, and for one on the same host. */
  private static Optional<InetSocketAddress> ofNoName(URI files, Configuration conf) {
    return parsed(conf.getTrimmed(TurnProtocol.ADDRESS_KEY, ""))
        .filter(
            address ->
                isAnywhere(address)
                    || Objects.equals(
                        files.getAuthority(), FileSystem.getDefaultUri(conf).getAuthority())
                    || on(files, address).equals(address));
  }

  private static boolean isAnywhere(InetSocketAddress address) {
    return !address.isUnresolved() && address.getAddress().isAnyLocalAddress();
  }

  private static InetSocketAddress on(URI files, InetSocketAddress address) {
    return NetUtils.createSocketAddrForHost(files.getHost(), address.getPort());
  }

  /**
   * For the caller of this thread.
   *
   * @param silent those of the addresses that are not worth a try
   */
  static TurnLink to(
      List<InetSocketAddress> addresses,
      FileSystem files,
      Configuration conf,
      SilentAddresses silent)
      throws IOException {
    Configuration own = new Configuration(conf);
    RPC.setProtocolEngine(own, TurnProtocol.class, ProtobufRpcEngine2.class);
    // What does not answer is no reason to wait: there is another NameNode, or another way.
    own.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    own.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    own.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY,
        SilentAddresses.CONNECT_MILLIS);
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    addTokens(user, files, addresses);
    return new TurnLink(addresses, own, user, silent);
  }

  /** Tokens name the port that they are for; the NameNode takes them at Peace's port as well. */
  private static void addTokens(
      UserGroupInformation user, FileSystem files, List<InetSocketAddress> addresses) {
    String service = files.getCanonicalServiceName();
    Token<? extends TokenIdentifier> token =
        service == null ? null : user.getCredentials().getToken(new Text(service));
    if (token != null && token.getKind().equals(NameNodeTokenSelector.KIND)) {
      for (InetSocketAddress address : addresses) {
        user.addToken(token.privateClone(SecurityUtil.buildTokenService(address)));
      }
    }
  }

  /** Calls the active NameNode. */
  <T> T call(Call<T> call) throws IOException {
    IOException last = null;
    for (int i = 0; i < addresses.size(); i++) {
      Route now = route();
      if (!isAnswered && silent.contains(now.address())) {
        last = last == null ? silence(now.address()) : last;
        next(now);
        continue;
      }
      try {
        T answer = call.of(now.to());
        isAnswered = true;
        return answer;
      } catch (ServiceException e) {
        IOException cause = cause(e);
        isAnswered |= cause instanceof RemoteException;
        if (cause instanceof RemoteException && !isOfStandby(cause)) {
          throw cause;
        }
        silent.failed(now.address(), cause);
        last = cause;
        next(now);
      }
    }
    throw last;
  }

  private static IOException silence(InetSocketAddress address) {
    return new IOException(address + " did not answer less than a minute ago.");
  }

  private static IOException cause(ServiceException e) {
    return e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
  }

  private static boolean isOfStandby(IOException e) {
    return e instanceof RemoteException remote
        && StandbyException.class.getName().equals(remote.getClassName());
  }

  private synchronized Route route() throws IOException {
    if (isClosed) {
      throw new IOException("The connection for this request is closed.");
    }
    if (route.isEmpty()) {
      InetSocketAddress address = addresses.get(at);
      TurnProtocol proxy =
          RPC.getProtocolProxy(
                  TurnProtocol.class,
                  RPC.getProtocolVersion(TurnProtocol.class),
                  address,
                  user,
                  conf,
                  NetUtils.getDefaultSocketFactory(conf),
                  RPC_TIMEOUT_MILLIS,
                  null)
              .getProxy();
      route = Optional.of(new Route(address, proxy));
    }
    return route.get();
  }

  /** Another NameNode from now on, unless somebody else has seen to that. */
  @SuppressWarnings("ReferenceEquality") // A proxy's equals would be a call.
  private synchronized void next(Route failed) {
    if (route.isPresent() && route.get() == failed) {
      leave();
      at = (at + 1) % addresses.size();
    }
  }

  private synchronized void leave() {
    route.ifPresent(now -> RPC.stopProxy(now.to()));
    route = Optional.empty();
  }

  /** Ends the call on its way, too: it is not sent again. */
  @Override
  public synchronized void close() {
    isClosed = true;
    leave();
  }
}
