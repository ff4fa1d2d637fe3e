package org.peacescheduler.hdfs.placement;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Text;

/**
 * Which server of a topology file each datanode is, where people and HDFS write one host in two
 * ways.
 *
 * <p>Examples: {@code W1.corp.}, {@code w1.corp:9866} and {@code w1.corp} are one host, as are
 * {@code 2001:DB8::7} and {@code 2001:db8:0:0:0:0:0:7}. {@code w1} in the file is the datanode
 * {@code w1.corp}, and the other way round, if nobody else's name begins with {@code w1}. {@code
 * w1.corp} and {@code w1.lan} are two hosts; whether they are one, the operator is asked.
 *
 * <p>Cost: the number of servers and datanodes once, then nothing to speak of. No name is looked up
 * in the network. Immutable.
 */
final class FileHosts {
  private static final int MOST_COMPARED = 10_000;

  private final List<String> hosts;

  /** By every way to write it that is no other server's. */
  private final Map<String, String> byName = new HashMap<>();

  private final Map<String, Set<String>> serversByLabel = new HashMap<>();
  private final Map<String, Set<String>> datanodesByLabel = new HashMap<>();

  FileHosts(List<ServerSpec> servers, Collection<? extends DatanodeInfo> datanodes) {
    hosts = servers.stream().map(ServerSpec::host).toList();
    hosts.forEach(host -> byName.put(canonical(host), host));
    for (String host : hosts) {
      addLabel(serversByLabel, withoutPort(host));
      byName.putIfAbsent(withoutPort(host), host);
    }
    datanodes.forEach(node -> addLabel(datanodesByLabel, canonical(node.getHostName())));
  }

  /** The host of the datanode's server, as the file has it. */
  Optional<String> server(DatanodeInfo node) {
    String host = canonical(node.getHostName());
    String address = canonical(node.getIpAddr());
    return Stream.of(
            host + ":" + node.getXferPort(), address + ":" + node.getXferPort(), host, address)
        .map(byName::get)
        .filter(found -> found != null)
        .findFirst()
        .or(() -> byLabel(host));
  }

  /** A question that may help: which server of the file this datanode might be. */
  Optional<String> question(DatanodeInfo node) {
    String name = node.getHostName();
    Optional<String> near =
        Optional.ofNullable(serversByLabel.get(label(canonical(name))))
            .flatMap(names -> names.stream().sorted().findFirst());
    return near.or(
            () -> hosts.size() > MOST_COMPARED ? Optional.empty() : Text.nearest(name, hosts))
        .map(server -> "is %s %s?".formatted(name, server));
  }

  private Optional<String> byLabel(String host) {
    Set<String> servers = serversByLabel.getOrDefault(label(host), Set.of());
    boolean isOnlyOne =
        servers.size() == 1 && datanodesByLabel.getOrDefault(label(host), Set.of()).size() == 1;
    return isOnlyOne
        ? servers.stream()
            .filter(server -> isShort(server) != isShort(host))
            .map(byName::get)
            .findFirst()
        : Optional.empty();
  }

  private static void addLabel(Map<String, Set<String>> names, String host) {
    if (!isAddress(host)) {
      names.computeIfAbsent(label(host), label -> new HashSet<>()).add(host);
    }
  }

  private static String label(String host) {
    return isAddress(host) || isShort(host) ? host : host.substring(0, host.indexOf('.'));
  }

  private static boolean isShort(String host) {
    return host.indexOf('.') < 0;
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  /** Lower case, without the root's dot; an address of IPv6 in the form that Java has. */
  private static String canonical(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    if (lower.matches("[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*")) {
      try {
        return InetAddress.getByName(lower).getHostAddress();
      } catch (UnknownHostException e) {
        return lower; // No address after all; a name that holds colons is one, too.
      }
    }
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** Without a port, which a name or an address of IPv4 may have; canonical. */
  private static String withoutPort(String host) {
    int colon = host.indexOf(':');
    boolean hasPort = colon > 0 && host.substring(colon).matches(":[0-9]{1,5}");
    return canonical(hasPort ? host.substring(0, colon) : host);
  }
}
