package org.peacescheduler.flink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.peacescheduler.testbed.TestbedException;

/**
 * Flink's configuration directories. Sizes are the least that these jobs run with; everything else
 * that is not an address is Flink's default.
 */
final class FlinkFiles {
  private static final int RPC_PORT = 6123;
  private static final int REST_PORT = 8081;

  private FlinkFiles() {}

  static int restPort(int job) {
    return REST_PORT + job;
  }

  /** What a job's whole cluster has in common. */
  private static Map<String, String> common(int job, String jobManager) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("jobmanager.rpc.address", jobManager);
    keys.put("jobmanager.rpc.port", String.valueOf(RPC_PORT + job));
    keys.put("rest.address", jobManager);
    keys.put("rest.bind-address", jobManager);
    keys.put("rest.port", String.valueOf(restPort(job)));
    keys.put("metrics.fetcher.update-interval", "1000");
    return keys;
  }

  /**
   * A job manager's.
   *
   * @param work gets the directory
   */
  static Path jobManager(Path work, int job, String address) throws IOException {
    Map<String, String> keys = common(job, address);
    keys.put("web.checkpoints.history", "100");
    // What the REST API shows is up to so many milliseconds old; Flink's default is 3 s.
    keys.put("web.refresh-interval", "100");
    // Shows over REST how checkpoints got their turns.
    keys.put(
        "metrics.reporter.peace.factory.class",
        "org.peacescheduler.flink.turns.TurnMetricsReporterFactory");
    return write(work, "flink-jobmanager-" + job, keys);
  }

  /** A task manager's. */
  static Path taskManager(Path work, int job, int task, String jobManager, String address)
      throws IOException {
    Map<String, String> keys = common(job, jobManager);
    keys.put("taskmanager.host", address);
    keys.put("taskmanager.bind-host", address);
    keys.put("taskmanager.numberOfTaskSlots", "1");
    keys.put("taskmanager.cpu.cores", "1.0");
    keys.put("taskmanager.memory.framework.heap.size", "64m");
    keys.put("taskmanager.memory.task.heap.size", "64m");
    keys.put("taskmanager.memory.framework.off-heap.size", "32m");
    keys.put("taskmanager.memory.task.off-heap.size", "0m");
    keys.put("taskmanager.memory.network.min", "8m");
    keys.put("taskmanager.memory.network.max", "8m");
    keys.put("taskmanager.memory.managed.size", "48m");
    keys.put("taskmanager.memory.jvm-metaspace.size", "128m");
    keys.put("taskmanager.memory.jvm-overhead.min", "64m");
    keys.put("taskmanager.memory.jvm-overhead.max", "64m");
    return write(work, "flink-taskmanager-" + job + "-" + task, keys);
  }

  /** What a module of this checkout was built to. */
  static Path jar(Path module, String glob) throws IOException, TestbedException {
    Path target = module.resolve("target");
    if (Files.isDirectory(target)) {
      try (var jars = Files.newDirectoryStream(target, glob)) {
        for (Path jar : jars) {
          return jar;
        }
      }
    }
    throw new TestbedException(
        module + " is not built. Maybe unset PEACE_NO_BUILD, or delete target/.");
  }

  private static Path write(Path work, String name, Map<String, String> keys) throws IOException {
    Path directory = Files.createDirectories(work.resolve(name));
    keys.put("io.tmp.dirs", Files.createDirectories(directory.resolve("tmp")).toString());
    StringBuilder text = new StringBuilder();
    keys.forEach((key, value) -> text.append("%s: \"%s\"\n".formatted(key, value)));
    Files.writeString(directory.resolve("config.yaml"), text);
    return directory;
  }
}
