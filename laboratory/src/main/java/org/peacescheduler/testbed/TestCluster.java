package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.util.VersionInfo;
import org.peacescheduler.cli.CommandFailure;
import org.peacescheduler.cli.PeaceCommand;
import org.peacescheduler.cli.PeaceJars;
import org.peacescheduler.measure.Count;

/**
 * All processes: a NameNode for each configuration, datanodes, and a client on each writer's host.
 *
 * <p>Confined to the testbed's thread, except {@link #close}, which any thread may call.
 */
final class TestCluster implements AutoCloseable {
  private static final List<String> SMALL =
      List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Djava.net.preferIPv4Stack=true");

  /** Datanodes that start at a time: their JVMs are busy while they do. */
  private static final int STARTING_TOGETHER = 4;

  private final ClusterOptions options;
  private final NetworkPlan plan;
  private final HadoopFiles files;
  private final Path logs;
  private final List<ChildProcess> all = new ArrayList<>();
  private final List<ChildProcess> writers = new ArrayList<>();
  private boolean closed;

  TestCluster(ClusterOptions options, NetworkPlan plan, HadoopFiles files) throws IOException {
    this.options = options;
    this.plan = plan;
    this.files = files;
    this.logs = Files.createDirectories(options.out().resolve("logs"));
    Files.writeString(
        logs.resolve("log4j.properties"),
        """
        log4j.rootLogger=WARN, err
        log4j.appender.err=org.apache.log4j.ConsoleAppender
        log4j.appender.err.target=System.err
        log4j.appender.err.layout=org.apache.log4j.PatternLayout
        log4j.appender.err.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{2}: %m%n
        log4j.logger.org.peacescheduler=INFO
        log4j.logger.org.apache.hadoop.util.NativeCodeLoader=ERROR
        """);
  }

  /** Starts everything and waits until it is up. */
  void start(Consumer<String> progress) throws IOException, TestbedException, InterruptedException {
    int configurations = options.configurations().size();
    progress.accept("starting " + Count.of(configurations, "NameNode"));
    List<ChildProcess> nameNodes = new ArrayList<>();
    for (int i = 0; i < configurations; i++) {
      Path site = files.nameNode(i);
      Optional<Path> overlay =
          options.configurations().get(i).isPatched() ? Optional.of(overlay()) : Optional.empty();
      nameNodes.add(
          start(plan.nameNodeNamespace(), "namenode", site, overlay, "namenode-" + i, "-Xmx256m"));
    }
    for (ChildProcess nameNode : nameNodes) {
      nameNode.awaitReady();
    }
    startDataNodes(progress);
    progress.accept("starting " + Count.of(options.clients().size(), "client"));
    for (ShapedTopology.Host host : options.clients()) {
      writers.add(startClient(plan.hostNamespace(host), "writer-" + host.name()));
    }
    for (ChildProcess writer : writers) {
      writer.awaitReady();
    }
    progress.accept("waiting for the datanodes");
    for (int i = 0; i < configurations; i++) {
      WriteOrder await = WriteOrder.await(HadoopFiles.uri(i), options.shape().hosts().size());
      for (ChildProcess writer : writers) {
        writer.send(await);
      }
      for (ChildProcess writer : writers) {
        WriteReply reply = writer.receive();
        if (!reply.failure().isEmpty()) {
          throw new TestbedException(reply.failure() + ". Maybe the logs in " + logs + " say why.");
        }
      }
    }
  }

  private static Path overlay() throws TestbedException {
    try {
      return PeaceJars.overlay(VersionInfo.getVersion());
    } catch (CommandFailure e) {
      throw new TestbedException(e.getMessage(), e);
    }
  }

  private void startDataNodes(Consumer<String> progress) throws IOException, TestbedException {
    int groups = files.datanodeGroups().size();
    int hosts = options.shape().hosts().size();
    progress.accept("starting " + Count.of((long) hosts * groups, "datanode"));
    List<ChildProcess> starting = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      for (int host = 0; host < hosts; host++) {
        starting.add(
            start(
                plan.hostNamespace(host),
                "datanode",
                files.dataNode(host, group),
                Optional.empty(),
                "datanode-" + host + "-" + group,
                "-Xmx112m",
                "-XX:TieredStopAtLevel=1",
                "-Xss512k"));
        if (starting.size() == STARTING_TOGETHER) {
          awaitAll(starting);
        }
      }
    }
    awaitAll(starting);
  }

  private static void awaitAll(List<ChildProcess> starting) throws TestbedException {
    for (ChildProcess process : starting) {
      process.awaitReady();
    }
    starting.clear();
  }

  private ChildProcess startClient(String namespace, String log) throws IOException {
    return start(
        namespace,
        "client",
        files.client(),
        Optional.empty(),
        log,
        "-Xmx96m",
        "-XX:TieredStopAtLevel=1");
  }

  private synchronized ChildProcess start(
      String namespace, String role, Path site, Optional<Path> first, String log, String... jvm)
      throws IOException {
    if (closed) {
      throw new IOException("the testbed is being taken down");
    }
    List<String> arguments = new ArrayList<>(SMALL);
    arguments.addAll(List.of(jvm));
    arguments.add(files.hostsOption());
    arguments.add("-Dlog4j.configuration=" + logs.resolve("log4j.properties").toUri());
    ChildProcess process =
        ChildProcess.start(namespace, role, site, first, arguments, logs.resolve(log + ".log"));
    all.add(process);
    return process;
  }

  /**
   * Runs a command of {@code ./peace} on the first client's host and waits for its end; what it
   * prints is printed.
   *
   * @return its exit code
   */
  int runPeace(List<String> arguments) throws IOException, InterruptedException {
    ShapedTopology.Host host = options.clients().get(0);
    List<String> command = ChildProcess.java(plan.hostNamespace(host));
    command.addAll(SMALL);
    command.add(files.hostsOption());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(PeaceCommand.class.getName());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }

  /**
   * Checks that every process still runs: a burst on what is left of a cluster is no measurement.
   */
  void requireAll() throws TestbedException {
    for (ChildProcess process : processes()) {
      process.requireAlive();
    }
  }

  private synchronized List<ChildProcess> processes() {
    return List.copyOf(all);
  }

  /** The clients, in the order of {@link ClusterOptions#clients}. */
  List<ChildProcess> writers() {
    return List.copyOf(writers);
  }

  Path trace(int configuration) {
    return options.trace(configuration);
  }

  @Override
  public void close() {
    List<ChildProcess> running;
    synchronized (this) {
      closed = true;
      running = List.copyOf(all);
    }
    running.parallelStream().forEach(ChildProcess::close);
  }
}
