package org.peacescheduler.calibrate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chunks that are written at the same time, one in each pipeline. Immutable.
 *
 * @param concurrency how many chunks cross the link that is measured at the same time
 * @param pipelines datanodes of each chunk, in the order of the pipeline
 */
record Load(int concurrency, List<List<Datanode>> pipelines) {
  Load {
    pipelines = pipelines.stream().map(List::copyOf).toList();
  }

  /** How many chunks the client sends. */
  int streams() {
    return pipelines.size();
  }

  /** How often a chunk crosses the link that is measured. */
  int crossings() {
    return concurrency / streams();
  }

  /** How many chunks the busiest datanode receives. */
  int chunksOfBusiest() {
    Map<Datanode, Integer> chunks = new HashMap<>();
    pipelines.forEach(p -> p.forEach(d -> chunks.merge(d, 1, Integer::sum)));
    return chunks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** How many replicas are written. */
  int replicas() {
    return pipelines.stream().mapToInt(List::size).sum();
  }
}
