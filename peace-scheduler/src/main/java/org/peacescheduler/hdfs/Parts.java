package org.peacescheduler.hdfs;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.binding.Asks;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.placement.LastInstances;
import org.peacescheduler.hdfs.placement.TopologyKeeper;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.telemetry.PeaceMetrics;
import org.peacescheduler.hdfs.telemetry.Telemetry;
import org.peacescheduler.hdfs.waiting.ParkedCalls;
import org.peacescheduler.hdfs.waiting.WaitingRoom;
import org.peacescheduler.turns.TurnQueue;

/**
 * What one Peace is made of.
 *
 * @param asks which call asks for which file's chunk
 * @param calls those that wait without a handler
 * @param room how many may wait
 * @param turns who waits for a turn
 * @param binding what the NameNode can do
 * @param longestWait when a wait that nobody has ended is over, in milliseconds
 */
record Parts(
    Coordinator coordinator,
    TopologyKeeper topology,
    Asks asks,
    ParkedCalls calls,
    WaitingRoom room,
    TurnQueue turns,
    Binding binding,
    LastInstances lastInstances,
    Telemetry telemetry,
    InstantSource clock,
    LongSupplier longestWait) {

  long longestWaitMillis() {
    return longestWait.getAsLong();
  }

  FaultLog faults() {
    return telemetry.faults();
  }

  PeaceMetrics metrics() {
    return telemetry.metrics();
  }
}
