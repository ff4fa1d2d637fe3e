package org.peacescheduler.hdfs.config;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.net.NetUtils;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.telemetry.LineFile;
import org.peacescheduler.hdfs.waiting.WaitingRoom;

/**
 * The configuration of Peace in a NameNode, checked as a whole. Immutable.
 *
 * @param mode whether Peace decides
 * @param topologyFile the topology file, if there is one
 * @param lastGoodTopology where its last good copy is kept, if it is
 * @param paths the paths that are scheduled
 * @param groups which paths belong together
 * @param shares whose part of the network chunks use
 * @param scheduler the settings of the scheduler
 * @param traceFile the trace file, if there is one
 * @param journalFile the journal's file, if there is one
 * @param traceLimits how much of each of them is kept
 * @param historyBytes how much of what happened is kept in memory, by estimate
 * @param waiting how many chunks may wait
 * @param rpcAddress where requests for turns are taken, if they are
 * @param preferLocal whether stock HDFS puts the first replica on the writer's node
 */
public record PeaceConfig(
    Mode mode,
    Optional<Path> topologyFile,
    Optional<Path> lastGoodTopology,
    PathGlobs paths,
    GroupGlobs groups,
    NamedShares shares,
    SchedulerSettings scheduler,
    Optional<Path> traceFile,
    Optional<Path> journalFile,
    LineFile.Limits traceLimits,
    long historyBytes,
    WaitingRoom.Limits waiting,
    Optional<InetSocketAddress> rpcAddress,
    boolean preferLocal) {

  /** Whether Peace decides. */
  public enum Mode {
    /** Peace places and defers. */
    ENFORCE,
    /** Peace plans and measures; the stock policy places. */
    SHADOW,
    /** Nothing but the stock policy. */
    OFF
  }

  /** What an answer takes besides the deferral, at most, on a busy NameNode. */
  private static final int ANSWER_MILLIS = 15_000;

  /** Planning for those that wait takes the scheduler's lock for some milliseconds then. */
  private static final int DEFAULT_WAITING = 10_000;

  /** Keys of HDFS's placement policies for upgrade domains and for available space. */
  private static final Pattern OTHERS_KEYS =
      Pattern.compile(
          "dfs\\.namenode\\.(upgrade\\.domain\\.|available-space-[a-z-]*block-placement-policy\\.).*");

  /** A million chunks or so. */
  private static final long DEFAULT_TRACE_BYTES = 256L << 20;

  private static final long LEAST_TRACE_BYTES = 4096;
  private static final int DEFAULT_TRACE_FILES = 4;

  /** Some minutes of a busy NameNode, an hour of most. */
  private static final long DEFAULT_HISTORY_BYTES = 32L << 20;

  private static final int MOST_TRACE_FILES = 100;
  private static final String DEFAULT_USER_SHARE = "0.5";
  private static final String DEFAULT_FRACTION = "0";

  /** The placement policy that HDFS loads. */
  public static final String POLICY =
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyPeace";

  /**
   * Reads and checks all keys.
   *
   * @param seeds where a seed comes from if none is configured
   * @throws IllegalArgumentException with every problem, each with key, value and remedy
   */
  public static PeaceConfig of(Configuration conf, LongSupplier seeds) {
    return new Reader(conf).read(seeds);
  }

  /** These settings in another mode. */
  public PeaceConfig in(Mode other) {
    return new PeaceConfig(
        other,
        topologyFile,
        lastGoodTopology,
        paths,
        groups,
        shares,
        scheduler,
        traceFile,
        journalFile,
        traceLimits,
        historyBytes,
        waiting,
        rpcAddress,
        preferLocal);
  }

  /** These settings with what of others can take effect while the NameNode runs. */
  public PeaceConfig adopting(PeaceConfig others) {
    return new PeaceConfig(
        others.mode,
        topologyFile,
        lastGoodTopology,
        others.paths,
        others.groups,
        others.shares,
        scheduler.adopting(others.scheduler),
        traceFile,
        journalFile,
        traceLimits,
        historyBytes,
        others.waiting,
        rpcAddress,
        others.preferLocal);
  }

  /** Whether others have another order, other shares or another longest deferral. */
  public boolean schedulesLike(PeaceConfig others) {
    return scheduler.adopting(others.scheduler).equals(scheduler) && shares.isLike(others.shares);
  }

  /** The keys whose values others have different, which takes effect with a restart only. */
  public List<String> waitingForRestart(PeaceConfig others) {
    Map<String, Boolean> changed = new LinkedHashMap<>();
    changed.put(PeaceKeys.TOPOLOGY_FILE, !topologyFile.equals(others.topologyFile));
    changed.put(PeaceKeys.TOPOLOGY_LAST_GOOD, !lastGoodTopology.equals(others.lastGoodTopology));
    changed.put(
        PeaceKeys.COMPLETION_FRACTION,
        scheduler.completionFraction() != others.scheduler.completionFraction());
    changed.put(PeaceKeys.RPC_ADDRESS, !rpcAddress.equals(others.rpcAddress));
    changed.put(PeaceKeys.SEED, scheduler.seed() != others.scheduler.seed());
    changed.put(PeaceKeys.TRACE_FILE, !traceFile.equals(others.traceFile));
    changed.put(PeaceKeys.JOURNAL_FILE, !journalFile.equals(others.journalFile));
    changed.put(PeaceKeys.TRACE_MAX_SIZE, traceLimits.maxBytes() != others.traceLimits.maxBytes());
    changed.put(PeaceKeys.TRACE_FILES_KEPT, traceLimits.kept() != others.traceLimits.kept());
    changed.put(PeaceKeys.HISTORY_MAX_SIZE, historyBytes != others.historyBytes);
    return changed.keySet().stream().filter(changed::get).toList();
  }

  private static final class Reader {
    private final Configuration conf;
    private final List<String> problems = new ArrayList<>();

    Reader(Configuration conf) {
      this.conf = conf;
    }

    PeaceConfig read(LongSupplier seeds) {
      Mode mode = mode();
      Optional<Path> topology = file(PeaceKeys.TOPOLOGY_FILE);
      Optional<Path> lastGood = file(PeaceKeys.TOPOLOGY_LAST_GOOD);
      if (lastGood.filter(Files::isReadable).isEmpty()) {
        topology.filter(f -> !Files.isReadable(f)).ifPresent(this::unreadable);
      }
      PathGlobs paths = paths();
      GroupGlobs groups = groups();
      double fraction = share(PeaceKeys.COMPLETION_FRACTION, DEFAULT_FRACTION, true);
      WaitingRoom.Limits waiting = waiting();
      Duration deferral = deferral();
      GroupOrder order = order();
      NamedShares shares = shares();
      long seed = seed(seeds);
      Optional<Path> trace = file(PeaceKeys.TRACE_FILE);
      Optional<Path> journal = journal(trace);
      LineFile.Limits traceLimits = traceLimits();
      long historyBytes = size(PeaceKeys.HISTORY_MAX_SIZE, DEFAULT_HISTORY_BYTES, 0, "32m, or 0");
      Optional<InetSocketAddress> rpcAddress = rpcAddress();
      if (POLICY.equals(conf.getTrimmed(DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY))) {
        problem(
            DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY,
            POLICY,
            "Peace schedules replicated files; leave erasure-coded ones to the policy that HDFS has"
                + " for them, and remove this key");
      }
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(
            problems.size()
                + (problems.size() == 1 ? " problem" : " problems")
                + " in the configuration of Peace:\n"
                + String.join("\n", problems));
      }
      return new PeaceConfig(
          mode,
          topology,
          lastGood,
          paths,
          groups,
          shares,
          new SchedulerSettings(fraction, deferral, order, shares.terms(), seed)
              .withOrdinaryBytes(
                  Math.max(
                      1,
                      conf.getLongBytes(
                          DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT))),
          trace,
          journal,
          traceLimits,
          historyBytes,
          waiting,
          rpcAddress,
          conf.getBoolean(
              DFSConfigKeys.DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_KEY,
              DFSConfigKeys.DFS_NAMENODE_BLOCKPLACEMENTPOLICY_DEFAULT_PREFER_LOCAL_NODE_DEFAULT));
    }

    private void problem(String key, String value, String remedy) {
      problems.add("%s = '%s'\nMaybe %s.".formatted(key, value, remedy));
    }

    private void unreadable(Path file) {
      problem(
          PeaceKeys.TOPOLOGY_FILE,
          file.toString(),
          "create the file, or let the NameNode's user read it; 'peace topology check' checks it");
    }

    private Mode mode() {
      String text = conf.getTrimmed(PeaceKeys.MODE, "enforce");
      for (Mode mode : Mode.values()) {
        if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
          return mode;
        }
      }
      problem(PeaceKeys.MODE, text, "use 'enforce', 'shadow' or 'off'");
      return Mode.OFF;
    }

    private Optional<Path> file(String key) {
      String text = conf.getTrimmed(key, "");
      if (text.isEmpty()) {
        return Optional.empty();
      }
      try {
        Path file = Path.of(text);
        if (file.isAbsolute()) {
          return Optional.of(file);
        }
        problem(key, text, "give the whole path, starting with '/'");
      } catch (InvalidPathException e) {
        problem(
            key,
            text,
            "use ASCII letters only, or start the NameNode in a UTF-8 locale: " + e.getReason());
      }
      return Optional.empty();
    }

    private PathGlobs paths() {
      PathGlobs paths = globs(PeaceKeys.PATHS, PathGlobs::parse);
      return globs(PeaceKeys.PATHS_EXCLUDED, paths::without);
    }

    private PathGlobs globs(String key, Function<String, PathGlobs> parser) {
      String text = conf.get(key, "");
      try {
        return parser.apply(text);
      } catch (IllegalArgumentException e) {
        problem(key, text, "write globs such as /checkpoints/**: " + e.getMessage());
        return PathGlobs.parse("");
      }
    }

    private GroupGlobs groups() {
      String text = conf.get(PeaceKeys.GROUPS, "");
      try {
        return GroupGlobs.parse(text);
      } catch (IllegalArgumentException e) {
        problem(
            PeaceKeys.GROUPS,
            text,
            "write globs such as /checkpoints/{job}/chk-{n}/**: " + e.getMessage());
        return GroupGlobs.parse("");
      }
    }

    private double share(String key, String byDefault, boolean zeroToo) {
      String text = conf.getTrimmed(key, byDefault);
      try {
        double value = Double.parseDouble(text);
        if (value >= 0 && value <= 1) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Not a number is told as a value out of range is.
      }
      problem(key, text, "give a number from 0 to 1, such as " + (zeroToo ? "0.5" : byDefault));
      return 0;
    }

    private WaitingRoom.Limits waiting() {
      double share = share(PeaceKeys.WAITING_USER_SHARE, DEFAULT_USER_SHARE, true);
      String text = conf.getTrimmed(PeaceKeys.WAITING_MAX, Integer.toString(DEFAULT_WAITING));
      try {
        int places = Integer.parseInt(text);
        if (places > 0) {
          return new WaitingRoom.Limits(places, Math.max(1, (int) (share * places)));
        }
      } catch (NumberFormatException e) {
        // Not a number is told as a value out of range is.
      }
      problem(
          PeaceKeys.WAITING_MAX,
          text,
          "give a whole number of chunks, 1 or more, such as " + DEFAULT_WAITING);
      return new WaitingRoom.Limits(1, 1);
    }

    /** The value for this NameNode: that of its own id, else that of all. */
    private Optional<InetSocketAddress> rpcAddress() {
      String nameservice = conf.getTrimmed(DFSConfigKeys.DFS_NAMESERVICE_ID, "");
      String nameNode = conf.getTrimmed(DFSConfigKeys.DFS_HA_NAMENODE_ID_KEY, "");
      String key =
          Stream.of(nameservice + "." + nameNode, nameservice, nameNode)
              .map(id -> PeaceKeys.RPC_ADDRESS + "." + id)
              .filter(own -> conf.get(own) != null)
              .findFirst()
              .orElse(PeaceKeys.RPC_ADDRESS);
      String text = conf.getTrimmed(key, "");
      if (text.isEmpty()) {
        return Optional.empty();
      }
      try {
        InetSocketAddress address = NetUtils.createSocketAddr(text);
        if (!address.isUnresolved()) {
          return Optional.of(address);
        }
        problem(key, text, "use a name or address of this host");
      } catch (IllegalArgumentException e) {
        problem(key, text, "give host and port, such as nn1.example.com:8045");
      }
      return Optional.empty();
    }

    private Optional<Path> journal(Optional<Path> trace) {
      Optional<Path> journal = file(PeaceKeys.JOURNAL_FILE);
      if (journal.isPresent() && journal.equals(trace)) {
        problem(
            PeaceKeys.JOURNAL_FILE,
            journal.get().toString(),
            "use another file than that of '" + PeaceKeys.TRACE_FILE + "'");
      }
      return journal;
    }

    private LineFile.Limits traceLimits() {
      long maxBytes =
          size(
              PeaceKeys.TRACE_MAX_SIZE, DEFAULT_TRACE_BYTES, LEAST_TRACE_BYTES, "256m, 4k or more");
      int kept = -1;
      try {
        kept = conf.getInt(PeaceKeys.TRACE_FILES_KEPT, DEFAULT_TRACE_FILES);
      } catch (NumberFormatException e) {
        // Not a number is told as one out of range.
      }
      if (kept < 0 || kept > MOST_TRACE_FILES) {
        problem(
            PeaceKeys.TRACE_FILES_KEPT,
            conf.getTrimmed(PeaceKeys.TRACE_FILES_KEPT),
            "give a whole number from 0 to " + MOST_TRACE_FILES);
      }
      return new LineFile.Limits(maxBytes, kept);
    }

    private long size(String key, long byDefault, long least, String examples) {
      long bytes = -1;
      try {
        bytes = conf.getLongBytes(key, byDefault);
      } catch (IllegalArgumentException e) {
        // Not a size is told as one that is too small.
      }
      if (bytes < least) {
        problem(key, conf.getTrimmed(key), "give a size such as " + examples);
      }
      return bytes;
    }

    private Duration deferral() {
      String text = conf.getTrimmed(PeaceKeys.DEFERRAL_MAX, "60s");
      try {
        long millis =
            conf.getTimeDuration(
                PeaceKeys.DEFERRAL_MAX, 60, TimeUnit.SECONDS, TimeUnit.MILLISECONDS);
        if (millis > 0) {
          checkPatience(text, millis);
          return Duration.ofMillis(millis);
        }
      } catch (IllegalArgumentException e) {
        // Not a duration is told as one that is not positive.
      }
      problem(PeaceKeys.DEFERRAL_MAX, text, "give a duration such as 60s");
      return Duration.ofMinutes(1);
    }

    /** A client that gives up waiting for its answer asks again at best, and fails in the end. */
    private void checkPatience(String text, long deferralMillis) {
      int patience =
          conf.getInt(
              CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY,
              CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_DEFAULT);
      if (patience <= 0 || deferralMillis <= patience - ANSWER_MILLIS) {
        return;
      }
      String key = CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY;
      if (patience > ANSWER_MILLIS) {
        problem(
            PeaceKeys.DEFERRAL_MAX,
            text,
            "give %dms or less: clients wait %d ms for an answer (%s)"
                .formatted(patience - ANSWER_MILLIS, patience, key));
      } else {
        problem(
            key,
            String.valueOf(patience),
            "give %d or more: %s, and an answer may take %d ms besides"
                .formatted(
                    deferralMillis + ANSWER_MILLIS,
                    "blocks wait " + text + " (" + PeaceKeys.DEFERRAL_MAX + ")",
                    ANSWER_MILLIS));
      }
    }

    private GroupOrder order() {
      String text = conf.getTrimmed(PeaceKeys.ORDER, GroupOrder.FAIR_SOJOURN.text());
      Optional<GroupOrder> order = GroupOrder.named(text);
      if (order.isEmpty()) {
        problem(PeaceKeys.ORDER, text, "use " + GroupOrder.names());
      }
      return order.orElse(GroupOrder.FAIR_SOJOURN);
    }

    private NamedShares shares() {
      String text = conf.get(PeaceKeys.SHARES, "");
      try {
        return NamedShares.parse(text);
      } catch (IllegalArgumentException e) {
        problem(
            PeaceKeys.SHARES,
            text,
            "write each user and path once, such as /flink/**=4 guaranteed 0.3, etl=2: "
                + e.getMessage());
        return NamedShares.NONE;
      }
    }

    private long seed(LongSupplier seeds) {
      String text = conf.getTrimmed(PeaceKeys.SEED, "");
      if (text.isEmpty()) {
        return seeds.getAsLong();
      }
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        problem(PeaceKeys.SEED, text, "give a whole number, or remove the key");
        return 0;
      }
    }
  }

  /**
   * What an operator has set that has no effect: for other placement policies, or for an earlier
   * Peace; each with the key, its value and what to do.
   */
  public static List<String> withoutEffect(Configuration conf) {
    List<String> lines = new ArrayList<>();
    String topology = conf.getTrimmed(CommonConfigurationKeys.NET_TOPOLOGY_IMPL_KEY, "");
    if (topology.endsWith("WithNodeGroup")) {
      lines.add(
          "%s = '%s': Peace spreads replicas over racks and datanodes, not over node groups. Maybe keep"
                  .formatted(CommonConfigurationKeys.NET_TOPOLOGY_IMPL_KEY, topology)
              + " BlockPlacementPolicyWithNodeGroup instead of Peace where that matters.");
    }
    if (conf.get(PeaceKeys.HOLD_HANDLERS) != null) {
      lines.add(
          "%s = '%s' has no effect any more: calls wait without a handler. Maybe remove it."
              .formatted(PeaceKeys.HOLD_HANDLERS, conf.getTrimmed(PeaceKeys.HOLD_HANDLERS)));
    }
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (OTHERS_KEYS.matcher(key).matches() && isSetByOperator(conf, key)) {
        lines.add(
            "%s = '%s' has no effect with Peace, which knows neither upgrade domains nor available"
                    .formatted(key, entry.getValue())
                + " space. Maybe remove it, or keep the placement policy that it is for.");
      }
    }
    lines.sort(null);
    return lines;
  }

  private static boolean isSetByOperator(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null
        || sources.length == 0
        || !sources[sources.length - 1].endsWith("-default.xml");
  }

  /** Keys that start like those of Peace but are none of them, each with the ones there are. */
  public static List<String> unknownKeys(Configuration conf) {
    return conf.getPropsWithPrefix(PeaceKeys.PREFIX).keySet().stream()
        .map(k -> PeaceKeys.PREFIX + k)
        .filter(k -> !PeaceKeys.ALL.contains(k) && !PeaceKeys.HOLD_HANDLERS.equals(k))
        .filter(k -> !k.startsWith(PeaceKeys.RPC_ADDRESS + "."))
        .sorted()
        .collect(Collectors.toList());
  }
}
