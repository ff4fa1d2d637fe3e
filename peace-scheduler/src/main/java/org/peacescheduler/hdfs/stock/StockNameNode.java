package org.peacescheduler.hdfs.stock;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.PeaceCall;
import org.apache.hadoop.ipc.PeaceCall.Asked;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.hdfs.binding.Ask;
import org.peacescheduler.hdfs.binding.Asks;
import org.peacescheduler.hdfs.binding.Binding;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.hdfs.waiting.ParkedCalls;

/**
 * The binding to a stock NameNode: ends of chunks are looked for in its namespace.
 *
 * <p>A call leaves its file when its policy has an answer: HDFS makes the block, or does not, and
 * nobody is told. Thread-safe.
 */
public final class StockNameNode implements Binding {
  private final Coordinator coordinator;
  private final Asks asks;
  private final ParkedCalls calls;
  private final Function<DatanodeInfo, String> serverOf;
  private final FaultLog faults;
  private final InstantSource clock;
  private volatile NamespaceWatcher watcher;
  private volatile EndedBlocks ended;

  /**
   * A binding that looks at nothing yet.
   *
   * @param serverOf the name of a datanode's server
   */
  public StockNameNode(
      Coordinator coordinator,
      Asks asks,
      ParkedCalls calls,
      Function<DatanodeInfo, String> serverOf,
      InstantSource clock,
      FaultLog faults) {
    this.coordinator = coordinator;
    this.asks = asks;
    this.calls = calls;
    this.serverOf = serverOf;
    this.clock = clock;
    this.faults = faults;
  }

  @Override
  public boolean isPatched() {
    return false;
  }

  @Override
  public void attach(NameNode nameNode) {
    FSNamesystem namesystem = nameNode.getNamesystem();
    ended = new EndedBlocks(namesystem, coordinator);
    watcher =
        new NamespaceWatcher(
            namesystem,
            coordinator,
            serverOf,
            namesystem.getBlockManager().getBlockIdManager()::getGenerationStamp,
            ended::ends,
            faults);
  }

  @Override
  public void listenThrough(BlockPlacementPolicy policy) {
    // It tells nothing.
  }

  @Override
  public Optional<Asked> asked() {
    return PeaceCall.ofThread().map(PeaceCall::asked);
  }

  @Override
  public void begins(Ask ask) {
    asks.goesOn(ask);
    ended.asks(ask.file(), ask.previousBlock(), clock.millis());
  }

  @Override
  public void parked(Ask ask) {
    ask.park();
  }

  @Override
  public void accepted(Ask ask) {
    placed(ask);
  }

  @Override
  public void placed(Ask ask) {
    asks.leave(ask);
    watcher.placed(ask.ticket(), ask.file());
    ended.begins(ask.file(), ask.ticket());
  }

  @Override
  public void takeIn() {
    // Nothing is said.
  }

  @Override
  public void look(long now) {
    watcher.look(now);
    ended.look(now);
  }

  @Override
  public void lookAtWaiting() {
    watcher.closed(calls.files()).forEach(calls::resume);
  }

  @Override
  public void catchUp() {
    // What began before is not known; it ends by itself.
  }

  @Override
  public boolean isCaughtUp() {
    return false;
  }

  @Override
  public void catchUpAgain() {
    // As above.
  }

  @Override
  public void forget() {
    // What is in flight is found to have ended, or ends by time.
  }

  @Override
  public void close() {
    asks.clear();
  }
}
