package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peacescheduler.network.export.TopologyYaml;
import org.peacescheduler.testbed.TestbedConfiguration.Requests;

/**
 * The configuration of all daemons.
 *
 * <p>Each configuration has a NameNode of its own. Datanodes serve all of them at once, as in a
 * federation: so all are up from the beginning to the end, are equally warm, and share datanodes,
 * while those that do not write only exchange heartbeats. Only configurations that want something
 * else of the datanodes themselves get further ones.
 *
 * <p>Confined to the testbed's thread.
 */
final class HadoopFiles {
  private static final int RPC_PORT = 8020;
  private static final int REQUESTS_PORT = 8420;
  private static final int HTTP_PORT = 9870;
  private static final int DATANODE_PORT = 9860;
  private static final int HANDLERS = 200;

  private final ClusterOptions options;
  private final Path work;
  private final Path hostsFile;

  /** Written once: to write it for each client would empty it while those before read it. */
  private final Path clientFile;

  HadoopFiles(ClusterOptions options, Path work) throws IOException {
    this.options = options;
    this.work = work;
    this.hostsFile = work.resolve("hosts");
    Files.createDirectories(work);
    StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n127.0.0.1 " + ownName() + "\n");
    StringBuilder racks = new StringBuilder();
    hosts.append(NetworkPlan.NAME_NODE_ADDRESS + " namenode\n");
    for (int i = 0; i < options.shape().hosts().size(); i++) {
      ShapedTopology.Host host = options.shape().hosts().get(i);
      hosts.append(NetworkPlan.address(i)).append(' ').append(host.name()).append('\n');
      racks.append(NetworkPlan.address(i)).append(' ').append(host.rack()).append('\n');
      racks.append(host.name()).append(' ').append(host.rack()).append('\n');
    }
    Files.writeString(hostsFile, hosts);
    Files.writeString(work.resolve("racks"), racks);
    clientFile = write(clients(), "client");
  }

  private static String ownName() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  /** Resolves names without any server. */
  String hostsOption() {
    return "-Djdk.net.hosts.file=" + hostsFile;
  }

  /** Where clients find a configuration's NameNode. */
  static String uri(int configuration) {
    return "hdfs://%s:%d".formatted(NetworkPlan.NAME_NODE_ADDRESS, RPC_PORT + configuration);
  }

  /** The groups of configurations that share datanodes, each as indexes. */
  List<List<Integer>> datanodeGroups() {
    Map<Map<String, String>, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < options.configurations().size(); i++) {
      groups
          .computeIfAbsent(options.configurations().get(i).datanodeKeys(), k -> new ArrayList<>())
          .add(i);
    }
    return List.copyOf(groups.values());
  }

  private Map<String, String> common() {
    Map<String, String> conf = new TreeMap<>();
    long chunk = options.chunkSize().bytes();
    conf.put("dfs.blocksize", String.valueOf(chunk));
    conf.put("dfs.namenode.fs-limits.min-block-size", String.valueOf(Math.min(chunk, 1 << 20)));
    conf.put("dfs.replication", String.valueOf(options.replication()));
    conf.put("dfs.permissions.enabled", String.valueOf(false));
    conf.put("hadoop.tmp.dir", work.resolve("tmp").toString());
    return conf;
  }

  /** What clients know: of NameNodes that take requests for turns, or are said to, where. */
  private Map<String, String> clients() {
    Map<String, String> conf = common();
    List<String> services = new ArrayList<>();
    for (int index = 0; index < options.configurations().size(); index++) {
      Requests requests = options.configurations().get(index).requests();
      if (requests != Requests.NONE) {
        services.add("c" + index);
        conf.put("dfs.namenode.rpc-address.c" + index, address(RPC_PORT + index));
        String host =
            requests == Requests.TAKEN
                ? NetworkPlan.NAME_NODE_ADDRESS
                : NetworkPlan.NOBODYS_ADDRESS;
        conf.put(requestsKey(index), host + ":" + (REQUESTS_PORT + index));
      }
    }
    if (!services.isEmpty()) {
      conf.put("dfs.nameservices", String.join(",", services));
    }
    return conf;
  }

  private static String requestsKey(int index) {
    return "dfs.namenode.peace.rpc-address.c" + index;
  }

  /** A NameNode's site file; its directories are made and not yet formatted. */
  Path nameNode(int index) throws IOException {
    TestbedConfiguration configuration = options.configurations().get(index);
    Map<String, String> conf = common();
    String service = "c" + index;
    conf.put("fs.defaultFS", uri(index));
    conf.put("dfs.nameservices", service);
    conf.put("dfs.nameservice.id", service);
    conf.put("dfs.namenode.rpc-address." + service, address(RPC_PORT + index));
    conf.put("dfs.namenode.http-address." + service, address(HTTP_PORT + index));
    conf.put("dfs.namenode.name.dir", work.resolve("name-" + index).toUri().toString());
    conf.put("dfs.namenode.handler.count", String.valueOf(HANDLERS));
    conf.put("dfs.namenode.datanode.registration.ip-hostname-check", String.valueOf(false));
    conf.put("net.topology.node.switch.mapping.impl", "org.apache.hadoop.net.TableMapping");
    conf.put("net.topology.table.file.name", work.resolve("racks").toString());
    if (configuration.isPeace()) {
      Optional<Path> topology = peaceTopology(index);
      topology.ifPresent(file -> conf.put("dfs.namenode.peace.topology.file", file.toString()));
      conf.put("dfs.namenode.peace.trace.file", options.trace(index).toString());
      conf.putAll(options.peaceKeys());
      conf.put("dfs.namenode.peace.seed", String.valueOf(options.seed()));
    }
    if (configuration.requests() == Requests.TAKEN) {
      conf.put(requestsKey(index), address(REQUESTS_PORT + index));
    }
    configuration.keys().forEach(conf::put);
    return write(conf, "namenode-" + index);
  }

  private Optional<Path> peaceTopology(int index) throws IOException {
    TestbedConfiguration configuration = options.configurations().get(index);
    if (configuration.file().isPresent()) {
      return configuration.file();
    }
    boolean changed =
        configuration.up().isPresent()
            || configuration.down().isPresent()
            || configuration.links().isPresent();
    Optional<String> text =
        changed
            ? Optional.of(
                TopologyYaml.yaml(
                    options.shape().topology(),
                    configuration.up(),
                    configuration.down(),
                    configuration.links()))
            : options.told();
    Path file = options.out().resolve("topology-" + index + ".yaml");
    Files.deleteIfExists(file);
    return text.isEmpty() ? Optional.empty() : Optional.of(Files.writeString(file, text.get()));
  }

  /** A datanode's site file: the host's in the group of configurations. */
  Path dataNode(int host, int group) throws IOException {
    Map<String, String> conf = common();
    List<Integer> served = datanodeGroups().get(group);
    List<String> services = new ArrayList<>();
    for (int index : served) {
      services.add("c" + index);
      conf.put("dfs.namenode.rpc-address.c" + index, address(RPC_PORT + index));
    }
    conf.put("dfs.nameservices", String.join(",", services));
    String own = NetworkPlan.address(host);
    int port = DATANODE_PORT + 10 * group;
    conf.put("dfs.datanode.address", own + ":" + port);
    conf.put("dfs.datanode.ipc.address", own + ":" + (port + 1));
    conf.put("dfs.datanode.http.address", own + ":" + (port + 2));
    conf.put("dfs.datanode.hostname", options.shape().hosts().get(host).name());
    Path data = Files.createDirectories(work.resolve("data-" + host + "-" + group));
    conf.put("dfs.datanode.data.dir", data.toUri().toString());
    conf.put("dfs.permissions.enabled", String.valueOf(false));
    conf.put("dfs.datanode.directoryscan.interval", String.valueOf(-1));
    conf.put("dfs.datanode.scan.period.hours", String.valueOf(-1));
    conf.put("fs.du.interval", String.valueOf(24L * 3600 * 1000));
    conf.put("fs.getspaceused.jitterMillis", String.valueOf(0));
    options.configurations().get(served.get(0)).datanodeKeys().forEach(conf::put);
    return write(conf, "datanode-" + host + "-" + group);
  }

  /** The site file of the clients. */
  Path client() {
    return clientFile;
  }

  private static String address(int port) {
    return NetworkPlan.NAME_NODE_ADDRESS + ":" + port;
  }

  private Path write(Map<String, String> conf, String name) throws IOException {
    StringBuilder text = new StringBuilder("<configuration>\n");
    conf.forEach(
        (key, value) ->
            text.append("<property><name>%s</name>".formatted(escape(key)))
                .append("<value>%s</value></property>\n".formatted(escape(value))));
    return Files.writeString(work.resolve(name + ".xml"), text.append("</configuration>\n"));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
