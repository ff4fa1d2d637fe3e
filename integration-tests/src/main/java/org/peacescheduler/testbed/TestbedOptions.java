package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was asked of the testbed. Immutable.
 *
 * @param shape the network
 * @param burst what each burst writes
 * @param configurations in the order in which they take turns
 * @param queuePackets packets that wait at most before a shaped link
 * @param seed of Peace and of random starts
 * @param out where results go
 */
record TestbedOptions(
    ShapedTopology shape,
    BurstShape burst,
    List<TestbedConfiguration> configurations,
    int rounds,
    int warmUp,
    int queuePackets,
    long seed,
    Path out) {

  TestbedOptions {
    configurations = List.copyOf(configurations);
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    int hosts = shape.hosts().size();
    if (burst.writers() < 1 || burst.writers() > hosts) {
      problems.add(
          "--writers is %d, and the topology has %d servers. Maybe --writers %d."
              .formatted(burst.writers(), hosts, Math.max(1, hosts - 1)));
    }
    if (burst.threads() < 1 || burst.threads() > burst.chunksPerWriter()) {
      problems.add(
          "--threads is %d, and a writer has %d chunks, at least one for each thread."
              .formatted(burst.threads(), burst.chunksPerWriter()));
    }
    if (burst.replication() < 1 || burst.replication() >= hosts) {
      problems.add(
          "--replication is %d; with %d servers, of which the writer takes none, at most %d."
              .formatted(burst.replication(), hosts, hosts - 1));
    }
    if (burst.chunkSize().bytes() % 512 != 0) {
      problems.add("--chunk-size has to be a multiple of 512 bytes, HDFS's checksum unit.");
    }
    if (rounds < 1 || warmUp < 0) {
      problems.add("--rounds has to be at least 1, and --warm-up at least 0.");
    }
    if (queuePackets < 2) {
      problems.add("--queue has to be at least 2 packets.");
    }
    if (configurations.stream().map(TestbedConfiguration::name).distinct().count()
        < configurations.size()) {
      problems.add("--configurations names one twice.");
    }
    boolean stock = false;
    for (TestbedConfiguration configuration : configurations) {
      stock |= configuration.base() == TestbedConfiguration.Base.STOCK;
      if (configuration.startsAtRandom() && !stock) {
        problems.add(
            "'stock-random' needs the time that stock takes. Maybe put 'stock' before it.");
      }
    }
    return problems;
  }
}
