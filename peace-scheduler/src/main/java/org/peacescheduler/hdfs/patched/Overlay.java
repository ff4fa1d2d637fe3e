package org.peacescheduler.hdfs.patched;

import java.util.function.Supplier;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.binding.Asks;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.waiting.ParkedCalls;

/**
 * Whether this NameNode has Peace's patches.
 *
 * <p>Classes that use the patches are loaded only if it has; this is the one place that decides.
 */
public final class Overlay {
  private static final String A_CLASS_OF_THE_PATCHES =
      "org/apache/hadoop/hdfs/server/blockmanagement/NewBlockListener.class";

  private Overlay() {}

  /** Whether it has. */
  public static boolean isPresent() {
    return Overlay.class.getClassLoader().getResource(A_CLASS_OF_THE_PATCHES) != null;
  }

  /** The binding to this NameNode, which has them. */
  public static Binding bind(
      Coordinator coordinator,
      Asks asks,
      ParkedCalls calls,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      FaultLog faults) {
    return Present.bind(coordinator, asks, calls, cluster, config, faults);
  }

  /** Apart, so that the JVM does not look at the other class before it is sure to be of use. */
  private static final class Present {
    private Present() {}

    static Binding bind(
        Coordinator coordinator,
        Asks asks,
        ParkedCalls calls,
        Supplier<ClusterView> cluster,
        Supplier<PeaceConfig> config,
        FaultLog faults) {
      return new PatchedNameNode(coordinator, asks, calls, cluster, config, faults);
    }
  }
}
