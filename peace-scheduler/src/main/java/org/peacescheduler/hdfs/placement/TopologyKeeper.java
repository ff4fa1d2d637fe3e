package org.peacescheduler.hdfs.placement;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.log.LogThrottlingHelper;
import org.apache.hadoop.util.Time;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Problem;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyFile;
import org.peacescheduler.schedule.division.Packing;
import org.peacescheduler.status.Facts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the coordinator's model in step with the topology file and the registered datanodes.
 *
 * <p>A bad file never replaces a good one. Thread-safe: one lock around comparing, another around
 * loading, which may take a while.
 */
public final class TopologyKeeper {
  private static final Logger LOG =
      LoggerFactory.getLogger("org.peacescheduler.hdfs.TopologyKeeper");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private static final long LOG_PERIOD_MILLIS = 60_000;
  private static final int MOST_NAMED = 20;

  private final TopologySource source;
  private final Datanodes datanodes;
  private final ToIntFunction<Topology> parts;
  private final InstantSource clock;
  private final Set<String> said = new HashSet<>();
  private final FileRemarks remarks = new FileRemarks();
  private final Set<String> suspected = new HashSet<>();
  private final LogThrottlingHelper throttle = new LogThrottlingHelper(LOG_PERIOD_MILLIS);

  /** One file at a time is loaded, while everything else goes on. */
  private final Object reloading = new Object();

  private Loaded loaded;
  private long fingerprint;
  private Set<String> quiet = Set.of();
  private Set<String> silent = Set.of();
  private volatile int datanodesSeen;
  private volatile ClusterView view;

  /**
   * Loads the file, if there is one, or its last good copy if it is bad and a copy is kept.
   *
   * @param parts into how many parts streams of a file's topology are divided; asked when the file
   *     is loaded, for it may take a while
   */
  public TopologyKeeper(
      TopologySource source,
      Datanodes datanodes,
      ToIntFunction<Topology> parts,
      InstantSource clock)
      throws TopologyException {
    this.source = source;
    this.datanodes = datanodes;
    this.parts = parts;
    this.clock = clock;
    loaded = loaded(source.start());
    List<? extends DatanodeInfo> now = datanodes.list();
    look(now);
    datanodesSeen = now.size();
  }

  /** Into how many parts streams are divided; with the paper's timesteps, into none. */
  public static ToIntFunction<Topology> parts(Configuration conf, PeaceConfig config) {
    int replication =
        conf.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT);
    return config.scheduler().completionFraction() > 0
        ? topology -> 1
        : topology -> Packing.parts(topology, replication);
  }

  /** A topology file as it was read. */
  private record Loaded(
      Optional<Topology> file,
      String warnings,
      String sha256,
      TopologyFile.Unit unit,
      Instant when) {}

  /** Takes seconds, where a burst has to be tried out; so nothing must wait for it. */
  private Loaded loaded(Optional<TopologyFile> file) {
    if (file.isEmpty()) {
      return new Loaded(Optional.empty(), "", "", TopologyFile.Unit.CHUNKS, clock.instant());
    }
    Topology topology = file.get().topology();
    String warnings =
        file.get().warnings().stream().map(Problem::format).collect(Collectors.joining("\n"));
    if (!warnings.isEmpty()) {
      LOG.warn("{}", warnings);
    }
    int divided = parts.applyAsInt(topology);
    if (divided > 1) {
      LOG.info(
          "{}: {} times as many chunks at a time, each at that part of the streamRate, since"
              + " pipelines fill these links better so. Maybe write numbers of chunks instead of"
              + " bandwidths for the servers' links if it is not to be so.",
          topology.source(),
          divided);
    }
    return new Loaded(
        Optional.of(topology.divided(divided)),
        warnings,
        TopologySource.sha256(topology.source()),
        file.get().unit(),
        clock.instant());
  }

  /** The model as of now. */
  public synchronized NetworkModel model() {
    return NetworkModel.of(view.topology());
  }

  /** The file and the datanodes as last seen. */
  public ClusterView view() {
    return view;
  }

  /** Whether datanodes have come or gone, as far as their number tells. */
  public boolean isOutdated() {
    return datanodes.count() != datanodesSeen;
  }

  /**
   * Finds out which datanodes are silent: HDFS calls one dead after ten minutes, and its idle links
   * would draw chunks until then. Silent is who has said nothing for a while before the latest word
   * of any of them, at two looks, so that a NameNode which has not listened can catch up. If that
   * holds for most of them, it does for none. To be called every few seconds.
   *
   * @param patience how long nothing may be heard, in milliseconds
   */
  public synchronized void listen(long patience, Coordinator coordinator) {
    Map<String, DatanodeInfo> nodes = view.nodes();
    long latest =
        nodes.values().stream().mapToLong(DatanodeInfo::getLastUpdateMonotonic).max().orElse(0);
    Set<String> now = new HashSet<>();
    nodes.forEach(
        (name, node) -> {
          if (node.getLastUpdateMonotonic() < latest - patience) {
            now.add(name);
          }
        });
    if (2 * now.size() > nodes.size()) {
      now.clear();
    }
    Set<String> both = new HashSet<>(now);
    both.retainAll(quiet);
    quiet = now;
    if (!both.equals(silent)) {
      LOG.info(
          "no chunks until they are heard from again, for {} are silent: {}{}",
          both.size(),
          both.stream().sorted().limit(MOST_NAMED).toList(),
          both.size() > MOST_NAMED ? " and others" : "");
      silent = both;
      coordinator.setPresent(available());
    }
  }

  /**
   * Datanodes that clients could not write to get their chunks again once they have been heard
   * from; what else is to be thought of them is HDFS's business.
   */
  public void trustWhoSpoke(Coordinator coordinator) {
    Map<String, Long> suspects = coordinator.suspects();
    suspected.retainAll(suspects.keySet());
    if (suspects.isEmpty()) {
      return;
    }
    Map<String, DatanodeInfo> nodes = view.nodes();
    long now = clock.millis();
    long monotonicNow = Time.monotonicNow();
    Set<String> heard = new HashSet<>();
    suspects.forEach(
        (host, since) -> {
          DatanodeInfo node = nodes.get(host);
          if (node != null && monotonicNow - node.getLastUpdateMonotonic() < now - since) {
            heard.add(host);
          }
        });
    suspects.keySet().stream()
        .filter(suspected::add)
        .filter(host -> shallLog("suspected " + host))
        .forEach(
            host ->
                LOG.warn(
                    "a client could not write to {}: until it is heard from, it gets no chunks of"
                        + " that client, nor any if one on another host cannot",
                    host));
    suspected.removeAll(heard);
    heard.stream()
        .filter(host -> shallLog("heard " + host))
        .forEach(host -> LOG.info("{} has been heard from: it gets all chunks again", host));
    coordinator.trust(heard);
  }

  /** A client can accuse datanodes as often as it likes; each has a line a minute. */
  private boolean shallLog(String what) {
    return throttle.record(what, clock.millis()).shouldLog();
  }

  /** Looks at the datanodes and tells the coordinator what changed. */
  public synchronized void sync(Coordinator coordinator) {
    List<? extends DatanodeInfo> now = datanodes.list();
    if (fingerprint(now) != fingerprint) {
      adopt(now, coordinator);
    }
  }

  /**
   * Loads the file anew.
   *
   * @return what was loaded, and what is odd about it
   * @throws TopologyException if the file is bad; the earlier one stays active
   */
  public String reload(Coordinator coordinator) throws TopologyException {
    synchronized (reloading) {
      String answer = adopt(loaded(source.load()), coordinator);
      source.keep();
      return answer;
    }
  }

  private synchronized String adopt(Loaded anew, Coordinator coordinator) {
    loaded = anew;
    said.clear();
    remarks.clear();
    Optional<String> strangers = adopt(datanodes.list(), coordinator);
    String summary = FileRemarks.summary(loaded.file(), view);
    LOG.info("{}", summary);
    return Stream.of(summary, loaded.warnings(), strangers.orElse(""))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Keeps a copy of the file if the topology in use is read from it. */
  public void keepLastGood() {
    synchronized (reloading) {
      if (isFromFile()) {
        source.keep();
      }
    }
  }

  private synchronized boolean isFromFile() {
    return loaded.file().map(Topology::source).equals(source.file().map(Path::toString));
  }

  /** What a start would do while the file is bad. */
  public String nextStart() {
    return source.nextStart();
  }

  /** Where the topology in use comes from. */
  public synchronized Facts.TopologyFacts facts() {
    return new Facts.TopologyFacts(
        view.topology().source(),
        loaded.when().toEpochMilli(),
        loaded.sha256(),
        loaded.unit().name().toLowerCase(Locale.ROOT));
  }

  /** Datanodes that get no chunks, and why. */
  public synchronized Map<String, String> unavailable() {
    Map<String, String> reasons = new HashMap<>();
    view.nodes()
        .forEach(
            (name, node) -> {
              if (!node.isInService()) {
                reasons.put(name, "it is not in service: " + node.getAdminState());
              } else if (silent.contains(name)) {
                reasons.put(name, "nothing is heard from it");
              }
            });
    return reasons;
  }

  /** When the topology in use was loaded, for messages. */
  public synchronized String loadedAt() {
    return TIME.format(loaded.when());
  }

  private Optional<String> adopt(List<? extends DatanodeInfo> now, Coordinator coordinator) {
    ClusterView before = view;
    Optional<String> strangers = look(now);
    if (before.topology().equals(view.topology())) {
      coordinator.setPresent(available());
    } else {
      coordinator.exchange(model(), available());
    }
    coordinator.endCopiesOutside(view.present());
    // Last, so that whoever sees that nothing is outdated finds the coordinator up to date.
    datanodesSeen = now.size();
    return strangers;
  }

  /** Returns what is said for the first time of datanodes that the file does not name. */
  private Optional<String> look(List<? extends DatanodeInfo> now) {
    fingerprint = fingerprint(now);
    view = ClusterView.of(loaded.file(), now);
    for (String remark : view.remarks()) {
      if (said.add(remark)) {
        LOG.warn("{}", remark);
      }
    }
    Optional<String> strangers = loaded.file().flatMap(file -> remarks.onStrangers(file, view));
    strangers.ifPresent(remark -> LOG.warn("{}", remark));
    return strangers;
  }

  /** The servers whose datanode takes new blocks at all, and is heard from. */
  public synchronized Set<String> available() {
    Set<String> names = new HashSet<>();
    view.nodes()
        .forEach(
            (name, node) -> {
              if (node.isInService() && !silent.contains(name)) {
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
                  node.getXferAddr(),
                  node.getAdminState());
    }
    return sum;
  }
}
