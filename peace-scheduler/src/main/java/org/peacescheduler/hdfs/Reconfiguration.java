package org.peacescheduler.hdfs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurableBase;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells HDFS that a changed configuration cannot be taken.
 *
 * <p>{@code dfsadmin -reconfig} makes the placement policies anew. After a {@link
 * ReconfigurationException} the NameNode keeps the old ones, and {@code -reconfig … status} shows
 * the message of its cause. Any other exception ends the thread that reconfigures, and the NameNode
 * takes it for running until it is started again. A policy is also made while the NameNode starts,
 * which what is wrong with it shall stop, in its own words.
 *
 * <p>Thread-safe: it has no state.
 */
public final class Reconfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);

  private Reconfiguration() {}

  /**
   * What to throw if Peace does not start, or goes on as before, with this configuration.
   *
   * <p>In a reconfiguration it does not return, but throws what the methods on the way there do not
   * declare, and the first of them does.
   */
  public static RuntimeException refusal(Configuration conf, RuntimeException problem) {
    if (!isUnderWay()) {
      return problem;
    }
    LOG.error("A changed configuration is refused; the placement policies stay", problem);
    // HDFS takes a cause without a message for a success.
    RuntimeException cause =
        problem.getMessage() == null
            ? new IllegalStateException(problem.toString(), problem)
            : problem;
    String key =
        PeaceConfig.POLICY.equals(conf.getTrimmed(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY))
            ? DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY
            : DFSConfigKeys.DFS_BLOCK_PLACEMENT_EC_CLASSNAME_KEY;
    // Which policy there was before, the new one is not told.
    throw Unchecked.<RuntimeException>thrown(
        new ReconfigurationException(key, conf.get(key), null, cause));
  }

  /** Says in a reconfiguration to Peace, which needs a NameNode that starts with it, what lacks. */
  public static void warnIfUnderWay() {
    if (isUnderWay()) {
      LOG.warn(
          "Peace is the placement policy now, but schedules nothing until the NameNode is started"
              + " again; the stock policy places all blocks");
    }
  }

  /** Whether this thread is within the method that may throw a ReconfigurationException. */
  private static boolean isUnderWay() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getMethodName().equals("reconfigurePropertyImpl")
                            && ReconfigurableBase.class.isAssignableFrom(
                                frame.getDeclaringClass())));
  }
}
