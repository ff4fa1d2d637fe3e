package org.peacescheduler.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

/**
 * One way to run the cluster: a NameNode's keys, and how writers start. Immutable.
 *
 * <p>As an operator writes it: a base, then changes, each after a plus sign.
 *
 * <pre>
 * stock                          peace+hosts=2+links=3
 * peace+fraction=0.8             peace+file=/some/topology.yaml+dfs.namenode.peace.order=fcfs
 * peace-patched+requests         stock+unreachable
 * </pre>
 *
 * @param name as written
 * @param base what it starts from
 * @param up what Peace is told a server sends at once; empty: what the file says
 * @param down what Peace is told a server receives at once
 * @param links what Peace is told a link between switches carries at once
 * @param file a topology file of its own for Peace
 * @param requests whether clients are told where its NameNode takes requests for turns
 * @param keys further Hadoop keys of the NameNode
 */
record TestbedConfiguration(
    String name,
    Base base,
    OptionalInt up,
    OptionalInt down,
    OptionalInt links,
    Optional<Path> file,
    Requests requests,
    Map<String, String> keys) {

  private static final Set<String> CAPACITIES = Set.of("hosts", "up", "down", "links");
  private static final String FILE = "file";
  private static final String FRACTION = "fraction";

  private static final String REQUESTS = "requests";
  private static final String UNREACHABLE = "unreachable";

  private static final Set<String> WITHOUT_VALUES = Set.of(REQUESTS, UNREACHABLE);
  private static final Set<String> PEACES = Set.of(FILE, FRACTION, REQUESTS);
  private static final String POLICY_KEY = "dfs.block.replicator.classname";
  private static final String POLICIES = "org.apache.hadoop.hdfs.server.blockmanagement.";
  private static final String FRACTION_KEY = "dfs.namenode.peace.completion-fraction";
  private static final String REMEDY =
      "Maybe use one of "
          + Base.words()
          + ", then '+hosts=N', '+up=N', '+down=N', '+links=N',"
          + " '+fraction=X', '+file=FILE', '+requests', '+unreachable' or '+KEY=VALUE' with a Hadoop"
          + " key.";

  /** Where clients are told that the NameNode takes requests for turns. */
  enum Requests {
    /** Nowhere. */
    NONE,
    /** On its port for them. */
    TAKEN,
    /** On a host that is gone: an address that nobody in the network has. */
    UNREACHABLE
  }

  /** What a configuration starts from. */
  enum Base {
    /** HDFS as it ships. */
    STOCK("stock"),
    /** The stock policy on a patched NameNode. */
    STOCK_PATCHED("stock-patched"),
    /** Stock with datanodes that tell writers of congestion. */
    STOCK_ECN("stock-ecn"),
    /** Stock with writers started at random within the time that stock takes. */
    STOCK_RANDOM("stock-random"),
    /** HDFS's other policy for whole clusters: as many racks as there are. */
    RACK_FAULT_TOLERANT("rack-fault-tolerant"),
    /** Peace as it ships, on a stock NameNode. */
    PEACE("peace"),
    /** Peace as it ships, on a patched NameNode. */
    PEACE_PATCHED("peace-patched");

    private final String word;

    Base(String word) {
      this.word = word;
    }

    private static String words() {
      List<String> words = new ArrayList<>();
      for (Base base : values()) {
        words.add("'" + base.word + "'");
      }
      return String.join(", ", words);
    }
  }

  TestbedConfiguration {
    keys = Map.copyOf(keys);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException with the value and a remedy
   */
  static TestbedConfiguration parse(String text) {
    String[] parts = text.split("\\+", -1);
    Base base = null;
    for (Base candidate : Base.values()) {
      if (candidate.word.equals(parts[0])) {
        base = candidate;
      }
    }
    if (base == null) {
      throw new IllegalArgumentException("'" + text + "' is no configuration. " + REMEDY);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (WITHOUT_VALUES.contains(parts[i])) {
        settings.put(parts[i], "");
        continue;
      }
      if (equals < 1 || WITHOUT_VALUES.contains(parts[i].substring(0, equals))) {
        throw new IllegalArgumentException(
            "'" + parts[i] + "' in '" + text + "' is no setting. " + REMEDY);
      }
      settings.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
    }
    return of(text, base, settings);
  }

  private static TestbedConfiguration of(String text, Base base, Map<String, String> settings) {
    checkTogether(text, base, settings.keySet());
    OptionalInt up = OptionalInt.empty();
    OptionalInt down = OptionalInt.empty();
    OptionalInt links = OptionalInt.empty();
    Optional<Path> file = Optional.empty();
    Requests requests = Requests.NONE;
    Map<String, String> keys = policyKeys(base);
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      String value = setting.getValue();
      switch (setting.getKey()) {
        case "hosts" -> {
          up = chunks(text, value);
          down = up;
        }
        case "up" -> up = chunks(text, value);
        case "down" -> down = chunks(text, value);
        case "links" -> links = chunks(text, value);
        case FRACTION -> keys.put(FRACTION_KEY, value);
        case FILE -> file = Optional.of(Path.of(value).toAbsolutePath());
        case REQUESTS -> requests = Requests.TAKEN;
        case UNREACHABLE -> requests = Requests.UNREACHABLE;
        default -> {
          if (!setting.getKey().contains(".")) {
            throw new IllegalArgumentException(
                "'" + setting.getKey() + "' in '" + text + "' is no setting. " + REMEDY);
          }
          keys.put(setting.getKey(), value);
        }
      }
    }
    return new TestbedConfiguration(text, base, up, down, links, file, requests, keys);
  }

  /**
   * Reads the topology files of those that have their own, so that mistakes are told before
   * anything is built.
   */
  static void checkFiles(List<TestbedConfiguration> configurations) throws TopologyException {
    for (TestbedConfiguration configuration : configurations) {
      if (configuration.file.isPresent()) {
        TopologyReader.read(configuration.file.get());
      }
    }
  }

  private static void checkTogether(String text, Base base, Set<String> settings) {
    for (String setting : settings) {
      boolean isCapacity = CAPACITIES.contains(setting);
      if (!isPeace(base) && (isCapacity || PEACES.contains(setting))) {
        throw new IllegalArgumentException(
            "'%s' in '%s' does nothing, for it is Peace's. Maybe leave it out, or start from 'peace'."
                .formatted(setting, text));
      }
      if (isCapacity && settings.contains(FILE)) {
        throw new IllegalArgumentException(
            "'%s' in '%s' does nothing, for the file has its own. Maybe write it into the file."
                .formatted(setting, text));
      }
    }
    if (settings.containsAll(WITHOUT_VALUES)) {
      throw new IllegalArgumentException(
          "'%s' has requests taken and unreachable. Maybe leave '+%s' out."
              .formatted(text, REQUESTS));
    }
  }

  private static OptionalInt chunks(String text, String value) {
    if (!value.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(
          "'" + value + "' in '" + text + "' is no number of chunks. Maybe 2.");
    }
    return OptionalInt.of(Integer.parseInt(value));
  }

  private static Map<String, String> policyKeys(Base base) {
    Map<String, String> keys = new LinkedHashMap<>();
    if (isPeace(base)) {
      keys.put(POLICY_KEY, POLICIES + "BlockPlacementPolicyPeace");
    } else if (base == Base.RACK_FAULT_TOLERANT) {
      keys.put(POLICY_KEY, POLICIES + "BlockPlacementPolicyRackFaultTolerant");
    }
    return keys;
  }

  private static boolean isPeace(Base base) {
    return base == Base.PEACE || base == Base.PEACE_PATCHED;
  }

  boolean isPeace() {
    return isPeace(base);
  }

  /** Whether it is what others are compared with. */
  boolean isStock() {
    return base == Base.STOCK;
  }

  /** Whether its NameNode has the patched classes. */
  boolean isPatched() {
    return base == Base.STOCK_PATCHED || base == Base.PEACE_PATCHED;
  }

  /** Whether writers start at random moments instead of together. */
  boolean startsAtRandom() {
    return base == Base.STOCK_RANDOM;
  }

  /** What is different on its datanodes: configurations that agree share theirs. */
  Map<String, String> datanodeKeys() {
    return base == Base.STOCK_ECN ? Map.of("dfs.pipeline.ecn", "true") : Map.of();
  }
}
