package org.peacescheduler.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What only the side under Peace is told.
 *
 * <p>Immutable.
 *
 * @param topology the operator's topology file; without it one is generated
 * @param down how many chunks a datanode takes in at once, in the generated file
 * @param properties further Hadoop keys for its NameNode
 */
record PeaceSettings(
    Optional<Path> topology,
    int down,
    OptionalDouble completionFraction,
    Map<String, String> properties) {
  PeaceSettings {
    properties = Map.copyOf(properties);
  }

  /** The keys that they ask for, but for the file's. */
  Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    completionFraction.ifPresent(
        share -> keys.put("dfs.namenode.peace.completion-fraction", String.valueOf(share)));
    keys.putAll(properties);
    return keys;
  }
}
