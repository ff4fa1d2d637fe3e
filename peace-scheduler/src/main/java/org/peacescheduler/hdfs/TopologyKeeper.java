package org.peacescheduler.hdfs;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the coordinator's model in step with the topology file and the registered datanodes.
 *
 * <p>A bad file never replaces a good one. Thread-safe: one lock around loading and comparing.
 */
final class TopologyKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyKeeper.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private final Optional<Path> path;
  private final PeaceNode.Datanodes datanodes;
  private final ToIntFunction<Topology> parts;
  private final InstantSource clock;
  private final Set<String> said = new HashSet<>();

  private Optional<Topology> file = Optional.empty();
  private int divided = 1;
  private Instant loaded = Instant.EPOCH;
  private long fingerprint;
  private volatile int datanodesSeen;
  private volatile ClusterView view;

  /**
   * Loads the file, if there is one.
   *
   * @param parts into how many places each place of a file's topology is divided; asked when the
   *     file is loaded, for it may take a while
   */
  TopologyKeeper(
      Optional<Path> path,
      PeaceNode.Datanodes datanodes,
      ToIntFunction<Topology> parts,
      InstantSource clock)
      throws TopologyException {
    this.path = path;
    this.datanodes = datanodes;
    this.parts = parts;
    this.clock = clock;
    load();
    List<? extends DatanodeInfo> now = datanodes.list();
    look(now);
    datanodesSeen = now.size();
  }

  private void load() throws TopologyException {
    if (path.isPresent()) {
      Topology topology = TopologyReader.read(path.get());
      file = Optional.of(topology);
      divided = parts.applyAsInt(topology);
      if (divided > 1) {
        LOG.info(
            "{}: {} times as many chunks at a time, each at that part of the streamRate, since"
                + " pipelines fill these links better so. Maybe write numbers of chunks instead of"
                + " bandwidths for the servers' links if it is not to be so.",
            topology.source(),
            divided);
      }
    }
    loaded = clock.instant();
  }

  /** The model as of now. */
  synchronized NetworkModel model() {
    return NetworkModel.of(view.topology().finer(divided));
  }

  /** The file and the datanodes as last seen. */
  ClusterView view() {
    return view;
  }

  /** Whether datanodes have come or gone, as far as their number tells. */
  boolean isOutdated() {
    return datanodes.count() != datanodesSeen;
  }

  /** Looks at the datanodes and tells the coordinator what changed. */
  synchronized void sync(Coordinator coordinator) {
    List<? extends DatanodeInfo> now = datanodes.list();
    if (fingerprint(now) != fingerprint) {
      adopt(now, coordinator);
    }
  }

  /**
   * Loads the file anew.
   *
   * @return what was loaded
   * @throws TopologyException if the file is bad; the earlier one stays active
   */
  synchronized String reload(Coordinator coordinator) throws TopologyException {
    load();
    said.clear();
    adopt(datanodes.list(), coordinator);
    String source = file.map(Topology::source).orElse("the NameNode's rack map");
    String summary =
        "topology loaded from %s: %d switches, %d servers, %d of them with a datanode"
            .formatted(
                source,
                view.topology().switches().size(),
                view.topology().servers().size(),
                view.present().size());
    LOG.info("{}", summary);
    return summary;
  }

  /** When the topology in use was loaded, for messages. */
  synchronized String loadedAt() {
    return TIME.format(loaded);
  }

  private void adopt(List<? extends DatanodeInfo> now, Coordinator coordinator) {
    ClusterView before = view;
    look(now);
    if (before.topology().equals(view.topology())) {
      coordinator.setPresent(available());
    } else {
      coordinator.exchange(model(), available());
    }
    coordinator.endCopiesOutside(view.present());
    // Last, so that whoever sees that nothing is outdated finds the coordinator up to date.
    datanodesSeen = now.size();
  }

  private void look(List<? extends DatanodeInfo> now) {
    fingerprint = fingerprint(now);
    view = ClusterView.of(file, now);
    for (String remark : view.remarks()) {
      if (said.add(remark)) {
        LOG.warn("{}", remark);
      }
    }
  }

  /** The servers whose datanode takes new blocks at all. */
  synchronized Set<String> available() {
    Set<String> names = new HashSet<>();
    view.nodes()
        .forEach(
            (name, node) -> {
              if (node.isInService()) {
                names.add(name);
              }
            });
    return names;
  }

  private static long fingerprint(List<? extends DatanodeInfo> nodes) {
    long sum = nodes.size();
    for (DatanodeInfo node : nodes) {
      sum +=
          31L
              * Objects.hash(
                  System.identityHashCode(node),
                  node.getNetworkLocation(),
                  node.getHostName(),
                  node.getAdminState());
    }
    return sum;
  }
}
