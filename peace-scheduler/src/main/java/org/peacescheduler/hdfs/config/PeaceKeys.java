package org.peacescheduler.hdfs.config;

import java.util.List;

/** The configuration keys of Peace. */
public final class PeaceKeys {
  /** What all keys start with. */
  public static final String PREFIX = "dfs.namenode.peace.";

  /** The topology file; without it the model comes from the NameNode's rack map. */
  public static final String TOPOLOGY_FILE = PREFIX + "topology.file";

  /** Where a copy of the topology file is kept when it is good, to start with if it is bad. */
  public static final String TOPOLOGY_LAST_GOOD = PREFIX + "topology.last-good";

  /** {@code enforce}, {@code shadow} or {@code off}. */
  public static final String MODE = PREFIX + "mode";

  /** Globs of the paths that are scheduled, separated by commas. */
  public static final String PATHS = PREFIX + "paths";

  /** Globs of paths that are not scheduled, though one of {@link #PATHS} may cover them. */
  public static final String PATHS_EXCLUDED = PREFIX + "paths.excluded";

  /** Globs whose braces name what files belong together by, separated by commas. */
  public static final String GROUPS = PREFIX + "groups";

  /** The share of a timestep's chunks after which the next one starts; 0: every completion. */
  public static final String COMPLETION_FRACTION = PREFIX + "completion-fraction";

  /** The order of groups. */
  public static final String ORDER = PREFIX + "order";

  /** What users and paths are due beside each other: names with weights, separated by commas. */
  public static final String SHARES = PREFIX + "shares";

  /** The longest deferral of a chunk. */
  public static final String DEFERRAL_MAX = PREFIX + "deferral.max";

  /** Had a meaning before calls waited without handlers. */
  static final String HOLD_HANDLERS = PREFIX + "hold.handlers";

  /** How many chunks may wait, of all users together. */
  public static final String WAITING_MAX = PREFIX + "waiting.max";

  /** The share of these that one user may have. */
  public static final String WAITING_USER_SHARE = PREFIX + "waiting.user-share";

  /** Where requests for turns are taken; with HA and federation with suffixes behind it. */
  public static final String RPC_ADDRESS = PREFIX + "rpc-address";

  /** The random seed. */
  public static final String SEED = PREFIX + "seed";

  /** The file that gets a JSON line for each event. */
  public static final String TRACE_FILE = PREFIX + "trace.file";

  /** The file that gets a JSON line for all that the scheduler is told, to be replayed. */
  public static final String JOURNAL_FILE = PREFIX + "journal.file";

  /** The size at which trace and journal go on in another file. */
  public static final String TRACE_MAX_SIZE = PREFIX + "trace.max-size";

  /** How many full files are kept of trace and journal each. */
  public static final String TRACE_FILES_KEPT = PREFIX + "trace.files-kept";

  /** How much of what happened is kept in memory, to be explained. */
  public static final String HISTORY_MAX_SIZE = PREFIX + "history.max-size";

  /** All of them. */
  public static final List<String> ALL =
      List.of(
          TOPOLOGY_FILE,
          TOPOLOGY_LAST_GOOD,
          MODE,
          PATHS,
          PATHS_EXCLUDED,
          GROUPS,
          COMPLETION_FRACTION,
          ORDER,
          SHARES,
          DEFERRAL_MAX,
          WAITING_MAX,
          WAITING_USER_SHARE,
          RPC_ADDRESS,
          SEED,
          TRACE_FILE,
          TRACE_MAX_SIZE,
          TRACE_FILES_KEPT,
          JOURNAL_FILE,
          HISTORY_MAX_SIZE);

  private PeaceKeys() {}
}
