package org.peacescheduler.hdfs;

import java.time.InstantSource;
import java.util.Optional;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.patched.PatchedBinding;
import org.peacescheduler.hdfs.placement.LastInstances;
import org.peacescheduler.hdfs.placement.TopologyKeeper;
import org.peacescheduler.hdfs.stock.HandlerHold;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.PeaceMetrics;
import org.peacescheduler.hdfs.telemetry.Telemetry;
import org.peacescheduler.hdfs.waiting.WaitingRoom;

/**
 * What one Peace is made of.
 *
 * @param patched the binding to a patched NameNode, in one
 * @param longestWaitMillis when a wait that nobody has ended is over
 */
record Parts(
    Coordinator coordinator,
    TopologyKeeper topology,
    HandlerHold hold,
    WaitingRoom room,
    Optional<PatchedBinding> patched,
    LastInstances lastInstances,
    Telemetry telemetry,
    InstantSource clock,
    long longestWaitMillis) {

  FaultLog faults() {
    return telemetry.faults();
  }

  PeaceMetrics metrics() {
    return telemetry.metrics();
  }
}
