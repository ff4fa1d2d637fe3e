package org.peacescheduler.testbed;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.peacescheduler.measure.TakeDown;
import org.peacescheduler.measure.WorkDirectory;

/**
 * Network and cluster, up and running.
 *
 * @param work a directory that goes away with them
 */
record Site(TestNetwork network, TestCluster cluster, HadoopFiles files, Path work) {
  /** What a directory's name begins with; then come the process and what makes it the only one. */
  private static final String PREFIX = "peace-testbed-";

  /** What is done on it. */
  interface Job<T> {
    T run(Site site) throws IOException, TestbedException, InterruptedException;
  }

  /** Builds it and waits until it is up; what was built is taken down with the rest. */
  static Site build(ClusterOptions options, TakeDown takeDown, Consumer<String> progress)
      throws IOException, TestbedException, InterruptedException {
    Files.createDirectories(options.out());
    String id = String.valueOf(ProcessHandle.current().pid());
    NetworkPlan plan = new NetworkPlan(id, options.shape(), options.queues());
    Path work = WorkDirectory.create(PREFIX + id + "-", takeDown);
    progress.accept("building the network: %d namespaces".formatted(plan.namespaces().size()));
    TestNetwork network = new TestNetwork(plan);
    takeDown.add(network::close);
    network.build();
    HadoopFiles files = new HadoopFiles(options, work);
    TestCluster cluster = new TestCluster(options, plan, files);
    takeDown.add(cluster::close);
    // Those of an earlier run; not before there is a network, and then NameNodes begin new ones.
    for (int i = 0; i < options.configurations().size(); i++) {
      Files.deleteIfExists(options.trace(i));
    }
    cluster.start(progress);
    return new Site(network, cluster, files, work);
  }

  /** Builds it, does something on it, and takes it down. */
  static <T> T with(ClusterOptions options, Consumer<String> progress, Job<T> job)
      throws IOException, TestbedException, InterruptedException {
    try (TakeDown takeDown = TakeDown.begin()) {
      try {
        return job.run(build(options, takeDown, progress));
      } finally {
        progress.accept("taking everything down");
      }
    }
  }

  /**
   * Takes down what testbeds that are no more have left.
   *
   * @return what was removed
   */
  static List<String> clean() throws IOException, TestbedException, InterruptedException {
    List<String> removed = new ArrayList<>(TestNetwork.clean());
    removed.addAll(clean(Path.of(System.getProperty("java.io.tmpdir"))));
    return removed;
  }

  /** Removes directories of testbeds from the one in which they were made. */
  static List<String> clean(Path temporary) throws IOException {
    List<String> removed = new ArrayList<>();
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary, PREFIX + "*-*")) {
      for (Path directory : left) {
        if (!TestNetwork.isInUse(directory.getFileName().toString(), PREFIX)) {
          WorkDirectory.delete(directory);
          if (Files.notExists(directory)) {
            removed.add(directory.toString());
          }
        }
      }
    }
    return removed;
  }
}
