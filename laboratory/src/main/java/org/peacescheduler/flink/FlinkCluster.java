package org.peacescheduler.flink;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.peacescheduler.testbed.LineProcess;
import org.peacescheduler.testbed.TestbedException;
import org.peacescheduler.testbed.TestbedHdfs;

/**
 * A Flink session cluster for each job: its job manager on the last host, its task managers on
 * hosts of their own, of both racks alike.
 *
 * <p>Confined to the lab's thread, except {@link #close}, which any thread may call.
 */
final class FlinkCluster implements AutoCloseable {
  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1",
          "-Xss512k",
          "-XX:MaxDirectMemorySize=64m",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED");
  private static final String MAIN = "org.peacescheduler.flink.job.FlinkProcess";

  /** Job and task managers that start at a time: their JVMs are busy while they do. */
  private static final int STARTING_TOGETHER = 4;

  private static final long PATIENCE_SECONDS = 120;

  private final FlinkOptions options;
  private final TestbedHdfs hdfs;
  private final String classPath;
  private final Path logs;
  private final List<LineProcess> all = new ArrayList<>();
  private final List<JobManager> jobManagers = new ArrayList<>();
  private final List<String> jars = new ArrayList<>();
  private boolean closed;

  /**
   * One that is not started yet.
   *
   * @param module the folder of the module {@code flink-job}, built
   */
  FlinkCluster(FlinkOptions options, TestbedHdfs hdfs, Path module)
      throws IOException, TestbedException {
    this.options = options;
    this.hdfs = hdfs;
    this.classPath =
        module.resolve("target/classes")
            + File.pathSeparator
            + Files.readString(module.resolve("target/peace-classpath.txt")).strip()
            + File.pathSeparator
            + FlinkFiles.jar(module.resolveSibling("peace-flink"), "peace-flink-*.jar");
    this.logs = options.shape().out().resolve("logs");
  }

  /** Starts all of them and waits until every job has its task managers. */
  void start(Path jar, Consumer<String> progress)
      throws IOException, TestbedException, InterruptedException {
    List<String> hosts = hdfs.hosts();
    String last = hosts.get(hosts.size() - 1);
    String master = hdfs.address(last);
    Path hadoop = Files.createDirectories(hdfs.work().resolve("flink-hadoop"));
    Files.copy(hdfs.clientSite(), hadoop.resolve("hdfs-site.xml"));
    LineProcess relay = relay(last);
    progress.accept("starting %d job managers of Flink".formatted(options.jobs()));
    for (int job = 0; job < options.jobs(); job++) {
      Path directory = FlinkFiles.jobManager(hdfs.work(), job, master);
      start(last, "jobmanager", directory, hadoop, "flink-jobmanager-" + job, "-Xmx128m");
      jobManagers.add(new JobManager(relay, master, FlinkFiles.restPort(job)));
    }
    for (JobManager jobManager : jobManagers) {
      awaitTaskManagers(jobManager, 0);
    }
    progress.accept("starting %d task managers".formatted(options.jobs() * options.tasks()));
    for (int job = 0; job < options.jobs(); job++) {
      for (int task = 0; task < options.tasks(); task++) {
        String host = hosts.get(job * options.tasks() + task);
        Path directory = FlinkFiles.taskManager(hdfs.work(), job, task, master, hdfs.address(host));
        String log = "flink-taskmanager-%d-%d".formatted(job, task);
        start(host, "taskmanager", directory, hadoop, log, "-Xmx128m");
        if ((task + 1) % STARTING_TOGETHER == 0 || task + 1 == options.tasks()) {
          awaitTaskManagers(jobManagers.get(job), task + 1);
        }
      }
    }
    for (JobManager jobManager : jobManagers) {
      jars.add(jobManager.upload(jar));
    }
  }

  private void awaitTaskManagers(JobManager jobManager, int count)
      throws TestbedException, InterruptedException {
    JobManager.await(
        "job manager with %d task managers".formatted(count),
        PATIENCE_SECONDS,
        () -> {
          requireAll();
          return jobManager.hasTaskManagers(count);
        });
  }

  private LineProcess relay(String host) throws IOException {
    List<String> command = hdfs.java(host);
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(HttpRelay.class.getName());
    return add(LineProcess.talking("the relay", command, logs.resolve("flink-relay.log")));
  }

  private void start(String host, String role, Path directory, Path hadoop, String log, String heap)
      throws IOException {
    List<String> command = hdfs.java(host);
    command.addAll(JVM);
    command.add(heap);
    command.add("-Dlog4j.configuration=" + logs.resolve("log4j.properties").toUri());
    command.addAll(List.of("-cp", classPath, MAIN, role, directory.toString()));
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", hadoop.toString());
    add(LineProcess.silent(log, command, environment, logs.resolve(log + ".log")));
  }

  private synchronized LineProcess add(LineProcess process) throws IOException {
    if (closed) {
      process.close();
      throw new IOException("the testbed is being taken down");
    }
    all.add(process);
    return process;
  }

  JobManager jobManager(int job) {
    return jobManagers.get(job);
  }

  /** What the job's jar is called at a job manager. */
  String jar(int job) {
    return jars.get(job);
  }

  /** Checks that every process still runs. */
  synchronized void requireAll() throws TestbedException {
    for (LineProcess process : all) {
      process.requireAlive();
    }
  }

  @Override
  public void close() {
    List<LineProcess> running;
    synchronized (this) {
      closed = true;
      running = List.copyOf(all);
    }
    running.parallelStream().forEach(LineProcess::close);
  }
}
