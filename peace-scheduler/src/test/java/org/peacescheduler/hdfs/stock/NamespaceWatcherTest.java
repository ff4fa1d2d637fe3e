package org.peacescheduler.hdfs.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class NamespaceWatcherTest {
  private static final String PATH = "/a";
  private static final long INODE = 17;
  private static final long PAUSE = 500;
  private static final long UNUSED = 10_000;
  private static final long CLOSING = 30_000;

  /** The NameNode's newest generation stamp when the chunk's datanodes were chosen. */
  private static final long STAMP = 1_000;

  private final FakeClock clock = new FakeClock();
  private final List<SchedulerEvent> events = new ArrayList<>();
  private final Coordinator coordinator =
      new Coordinator(
          TestNetworks.star(2, 3, 2, 2),
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1),
          Ends.FOUND_OUT,
          clock,
          events::add);
  private final FSNamesystem namesystem = mock();
  private final FSDirectory directory = mock();
  private final INodesInPath resolved = mock();
  private final INodeFile file = mock();
  private final List<Long> ended = new ArrayList<>();
  private final NamespaceWatcher watcher =
      new NamespaceWatcher(
          namesystem,
          coordinator,
          DatanodeInfo::getHostName,
          () -> STAMP,
          ended::add,
          new FaultLog(InstantSource.system()));

  private Ticket ticket;
  private List<String> nodes;

  @BeforeEach
  void aChunkIsGranted() throws Exception {
    when(namesystem.getFSDirectory()).thenReturn(directory);
    when(directory.unprotectedResolvePath(PATH)).thenReturn(resolved);
    when(resolved.getLastINode()).thenReturn(file);
    when(directory.getInode(INODE)).thenReturn(file);
    when(file.getId()).thenReturn(INODE);
    when(file.isFile()).thenReturn(true);
    when(file.asFile()).thenReturn(file);
    when(file.isUnderConstruction()).thenReturn(true);
    ticket =
        coordinator.submit(
            ChunkRequest.of(
                    PATH,
                    2,
                    PlacementTemplate.strict(List.of(Constraint.SAME_RACK, Constraint.OTHER_RACK)))
                .writer("svr1.1")
                .build(),
            outcome -> nodes = ((Outcome.Granted) outcome).nodes());
  }

  private static DatanodeStorageInfo storage(String host) {
    DatanodeDescriptor node = mock();
    when(node.getHostName()).thenReturn(host);
    DatanodeStorageInfo storage = mock();
    when(storage.getDatanodeDescriptor()).thenReturn(node);
    return storage;
  }

  /** The file's last block, made for the chunk. */
  private BlockInfo block() {
    watcher.placed(ticket, 0);
    return block(STAMP + 1);
  }

  private BlockInfo block(long generationStamp) {
    BlockInfo block = mock();
    when(block.getGenerationStamp()).thenReturn(generationStamp);
    replicas(block);
    when(file.getLastBlock()).thenReturn(block);
    return block;
  }

  private static void replicas(BlockInfo block, String... hosts) {
    List<DatanodeStorageInfo> storages =
        Arrays.stream(hosts).map(NamespaceWatcherTest::storage).toList();
    when(block.getStorageInfos()).thenAnswer(call -> storages.iterator());
  }

  private void look() {
    watcher.look(clock.millis());
  }

  private List<String> released() {
    return events.stream()
        .filter(SchedulerEvent.Released.class::isInstance)
        .map(e -> ((SchedulerEvent.Released) e).reason())
        .toList();
  }

  private void assertGoing() {
    look();
    assertEquals(1, coordinator.status().inFlight());
  }

  private void assertDone(boolean fileForgotten) {
    look();
    assertEquals(0, coordinator.status().inFlight());
    assertTrue(coordinator.status().idle());
    assertEquals(List.of(), released());
    assertTrue(events.stream().anyMatch(SchedulerEvent.Done.class::isInstance));
    assertEquals(fileForgotten ? 0 : 1, coordinator.status().openFiles());
    assertEquals(fileForgotten ? List.of(INODE) : List.of(), ended);
  }

  private void assertReleased(String reason, boolean fileForgotten) {
    look();
    assertEquals(List.of(reason), released());
    assertTrue(coordinator.status().idle());
    assertEquals(fileForgotten ? 0 : 1, coordinator.status().openFiles());
  }

  @Test
  void look_blockIsWritten_chunkGoesOn() {
    block();
    assertGoing();
  }

  @Test
  void look_blockComplete_chunkIsDoneAndFileGoesOn() {
    BlockInfo block = block();
    assertGoing();
    when(block.isComplete()).thenReturn(true);
    assertDone(false);
    assertEquals(2, events.stream().filter(SchedulerEvent.ReplicaDone.class::isInstance).count());
  }

  @Test
  void look_fileClosesAfterItsBlockIsComplete_isForgottenThen() {
    BlockInfo block = block();
    when(block.isComplete()).thenReturn(true);
    assertDone(false);
    clock.advance(CLOSING - 1);
    assertDone(false);
    when(file.isUnderConstruction()).thenReturn(false);
    assertDone(true);
  }

  @Test
  void look_fileStaysOpen_isLookedAtNoMoreAfterAWhile() {
    BlockInfo block = block();
    when(block.isComplete()).thenReturn(true);
    assertDone(false);
    clock.advance(CLOSING);
    look();
    clearInvocations(namesystem);
    look();
    verify(namesystem, never()).readLock();
  }

  @Test
  void look_fileClosed_chunkIsDoneAndFileForgotten() {
    block();
    assertGoing();
    when(file.isUnderConstruction()).thenReturn(false);
    assertDone(true);
  }

  @Test
  void look_fileClosedBeforeItsBlockWasSeen_chunkIsDone() {
    when(file.isUnderConstruction()).thenReturn(false);
    assertDone(true);
  }

  @Test
  void look_allReplicasAreThere_doneAfterAPause() {
    BlockInfo block = block();
    replicas(block, nodes.get(0));
    assertGoing();
    clock.advance(10 * PAUSE);
    assertGoing();
    replicas(block, nodes.get(0), nodes.get(1));
    assertGoing();
    clock.advance(PAUSE - 1);
    assertGoing();
    clock.advance(1);
    assertDone(false);
  }

  @Test
  void look_fileIsDeleted_chunkIsReleased() {
    block();
    assertGoing();
    when(directory.getInode(INODE)).thenReturn(null);
    assertReleased("file-gone", true);
  }

  @Test
  void look_pathNeverResolved_chunkIsReleased() throws Exception {
    when(resolved.getLastINode()).thenReturn(null);
    assertReleased("file-gone", true);
  }

  @Test
  void look_pathIsNone_chunkIsReleased() throws Exception {
    when(directory.unprotectedResolvePath(PATH))
        .thenThrow(new AssertionError("Absolute path required"));
    assertReleased("file-gone", true);
  }

  @Test
  void look_fileIsRenamed_isFoundByItsId() throws Exception {
    block();
    assertGoing();
    when(resolved.getLastINode()).thenReturn(null);
    assertGoing();
  }

  @Test
  void look_fileIsKnownByItsId_isFoundWhateverTheClientCallsIt() throws Exception {
    when(resolved.getLastINode()).thenReturn(null);
    watcher.placed(ticket, INODE);
    BlockInfo block = block(STAMP + 1);
    assertGoing();
    when(block.isComplete()).thenReturn(true);
    watcher.look(clock.millis());
    assertEquals(0, coordinator.status().inFlight());
  }

  @Test
  void closed_ofFiles_areThoseThatAreClosedOrGone() {
    assertEquals(List.of(), watcher.closed(List.of(INODE)));
    when(file.isUnderConstruction()).thenReturn(false);
    assertEquals(List.of(INODE, INODE + 1), watcher.closed(List.of(INODE, INODE + 1)));
  }

  @Test
  void look_blockIsAbandoned_chunkIsReleasedAndFileGoesOn() {
    BlockInfo block = block();
    assertGoing();
    when(block.isDeleted()).thenReturn(true);
    assertReleased("block-gone", false);
  }

  @Test
  void look_grantNeverBecameABlock_isReleasedAfterAWhile() {
    assertGoing();
    clock.advance(UNUSED - 1);
    assertGoing();
    clock.advance(1);
    assertReleased("grant-unused", false);
  }

  @Test
  void look_lastBlockIsTheOneBefore_isNotTakenForTheChunks() {
    BlockInfo before = block(STAMP);
    when(before.isComplete()).thenReturn(true);
    assertGoing();
    watcher.placed(ticket, 0);
    assertGoing();
    block();
    assertGoing();
  }

  @Test
  void look_blockCompleteBeforeItWasSeen_chunkIsDone() {
    when(block().isComplete()).thenReturn(true);
    assertDone(false);
  }

  @Test
  void look_chunkCannotBeLookedAt_goesOnAndLockIsGivenBack() {
    when(file.getLastBlock()).thenThrow(new AssertionError("on purpose"));
    assertGoing();
    verify(namesystem).readUnlock(anyString());
  }

  @Test
  void look_nothingInFlight_takesNoLock() {
    coordinator.inFlight().forEach(chunk -> coordinator.done(chunk.ticket(), true));
    look();
    verify(namesystem, never()).readLock();
  }
}
