package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peacescheduler.measure.ByteSize;

/**
 * The network and the HDFS on it, whatever is then done with them. Immutable.
 *
 * @param shape the network
 * @param told the topology file that Peace gets unless a configuration has another one; empty: none
 * @param clients the hosts that have a client
 * @param configurations each of which has a NameNode
 * @param chunkSize the smallest block size
 * @param replication unless a file has another one
 * @param peaceKeys further keys of each Peace
 * @param queues before each shaped link
 * @param seed of Peace
 * @param out where logs and traces go
 */
record ClusterOptions(
    ShapedTopology shape,
    Optional<String> told,
    List<ShapedTopology.Host> clients,
    List<TestbedConfiguration> configurations,
    ByteSize chunkSize,
    int replication,
    Map<String, String> peaceKeys,
    LinkQueues queues,
    long seed,
    Path out) {
  ClusterOptions {
    clients = List.copyOf(clients);
    configurations = List.copyOf(configurations);
    peaceKeys = Map.copyOf(peaceKeys);
  }

  /** Everything that is wrong with them, each with a remedy. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    queues.problem().ifPresent(problems::add);
    if (configurations.stream().map(TestbedConfiguration::name).distinct().count()
        < configurations.size()) {
      problems.add("--configurations names one twice.");
    }
    return problems;
  }

  /** Where Peace writes its trace under a configuration. */
  Path trace(int configuration) {
    return out.resolve("trace-" + configuration + ".jsonl");
  }
}
