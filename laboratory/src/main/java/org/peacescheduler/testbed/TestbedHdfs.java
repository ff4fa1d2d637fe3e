package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.peacescheduler.laboratory.workload.Replicas;
import org.peacescheduler.measure.ByteSize;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.network.topology.TopologyException;

/**
 * The testbed's network and HDFS for other programs that write: a NameNode for each configuration,
 * and datanodes that serve them all. Who writes, and what, is the caller's.
 *
 * <p>Example: the process that {@link #java} begins runs on the host of that name, and finds the
 * NameNode of the second configuration at {@link #uri uri(1)}, with the keys of {@link
 * #clientSite}.
 *
 * <p>Confined to one thread. What was built is taken down by {@link #close}, or at the end of this
 * process.
 */
public final class TestbedHdfs implements AutoCloseable {
  private final ClusterOptions options;
  private final Site site;
  private final TakeDown takeDown;

  /**
   * What is to be built.
   *
   * @param topology the network's file, which Peace reads too
   * @param scale what all its rates are multiplied by
   * @param configurations as {@code ./peace testbed} takes them
   * @param queues before each shaped link
   * @param seed of Peace
   * @param out where logs and traces go
   */
  public record Shape(
      Path topology,
      double scale,
      List<String> configurations,
      ByteSize chunkSize,
      int replication,
      LinkQueues queues,
      long seed,
      Path out) {
    /** Copies the list. */
    public Shape {
      configurations = List.copyOf(configurations);
    }

    private ClusterOptions options() throws IOException, TopologyException, UnbuildableException {
      ShapedTopology network = ShapedTopology.read(topology, scale);
      List<TestbedConfiguration> parsed =
          configurations.stream().map(TestbedConfiguration::parse).toList();
      TestbedConfiguration.checkFiles(parsed);
      return new ClusterOptions(
          network,
          Optional.of(network.text()),
          network.writers(1),
          parsed,
          chunkSize,
          replication,
          Map.of(),
          queues,
          seed,
          out);
    }
  }

  /**
   * What the links between switches had sent at some moment. Immutable.
   *
   * @param seconds how long each direction needs for what it has sent, by the link's name
   */
  public record TrunkTime(Map<String, Double> seconds) {
    /** Copies the map. */
    public TrunkTime {
      seconds = Map.copyOf(seconds);
    }

    /** The longest that a direction was at work since an earlier moment, in seconds. */
    public double longestSince(TrunkTime earlier) {
      return seconds.entrySet().stream()
          .mapToDouble(e -> e.getValue() - earlier.seconds.get(e.getKey()))
          .max()
          .orElse(0);
    }
  }

  private TestbedHdfs(ClusterOptions options, Site site, TakeDown takeDown) {
    this.options = options;
    this.site = site;
    this.takeDown = takeDown;
  }

  /** What the machine lacks, each with a remedy. */
  public static List<String> missing() throws InterruptedException {
    return Requirements.missing();
  }

  /**
   * The hosts of a topology file, from the racks in turn.
   *
   * @throws TopologyException if the file is bad
   */
  public static List<String> hosts(Shape shape)
      throws IOException, TopologyException, TestbedException {
    return hosts(shape.options());
  }

  private static List<String> hosts(ClusterOptions options) {
    int all = options.shape().hosts().size();
    return options.shape().writers(all).stream().map(ShapedTopology.Host::name).toList();
  }

  /** Checks a configuration as the testbed reads it; the exception has value and remedy. */
  public static void check(String configuration) {
    TestbedConfiguration.parse(configuration);
  }

  /** Builds everything, and waits until all datanodes serve all NameNodes. */
  public static TestbedHdfs start(Shape shape, Consumer<String> progress)
      throws IOException, TopologyException, TestbedException, InterruptedException {
    ClusterOptions options = shape.options();
    List<String> problems = new ArrayList<>(options.problems());
    new Replicas(options.replication(), true)
        .problem(options.shape().hosts().size())
        .ifPresent(problems::add);
    if (!problems.isEmpty()) {
      throw new TestbedException(String.join("\n", problems));
    }
    TakeDown takeDown = TakeDown.begin();
    boolean up = false;
    try {
      Site site = Site.build(options, takeDown, progress);
      up = true;
      return new TestbedHdfs(options, site, takeDown);
    } finally {
      if (!up) {
        takeDown.close();
      }
    }
  }

  /** All hosts, from the racks in turn. */
  public List<String> hosts() {
    return hosts(options);
  }

  /** A host's address. */
  public String address(String host) {
    return NetworkPlan.address(index(host));
  }

  private int index(String host) {
    return options.shape().hosts().stream().map(ShapedTopology.Host::name).toList().indexOf(host);
  }

  /** How the command line of this Java on a host begins. */
  public List<String> java(String host) {
    List<String> command =
        new ArrayList<>(ChildProcess.java(site.network().plan().hostNamespace(index(host))));
    command.add(site.files().hostsOption());
    return command;
  }

  /** Where clients find a configuration's NameNode. */
  public String uri(int configuration) {
    return HadoopFiles.uri(configuration);
  }

  /** The site file of clients. */
  public Path clientSite() throws IOException {
    return site.files().client();
  }

  /** A directory that goes away in the end. */
  public Path work() {
    return site.work();
  }

  /** The trace of a configuration's Peace; no such file if it has none. */
  public Path trace(int configuration) {
    return options.trace(configuration);
  }

  /** Checks that every daemon still runs. */
  public void requireAll() throws TestbedException {
    site.cluster().requireAll();
  }

  /** What the links between switches have sent so far. */
  public TrunkTime trunkTime() throws TestbedException, InterruptedException {
    Map<String, TestNetwork.Sent> sent = site.network().sent();
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (NetworkPlan.ShapedLink link : site.network().plan().links()) {
      if (link.kind() == NetworkPlan.Kind.TRUNK) {
        seconds.put(link.name(), link.rate().seconds((double) sent.get(link.name()).bytes()));
      }
    }
    return new TrunkTime(seconds);
  }

  /** Adds what is to be taken down before the daemons. */
  public void beforeTakeDown(Runnable step) {
    takeDown.add(step);
  }

  @Override
  public void close() {
    takeDown.close();
  }
}
