package org.peacescheduler.hdfs.patched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Audit;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Copy;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerEvent.Done;
import org.peacescheduler.coordinate.SchedulerEvent.Released;
import org.peacescheduler.coordinate.SchedulerEvent.ReplicaDone;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.telemetry.FaultLog;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class BlockTrackerTest {
  private static final long FILE = 7;
  private static final long BLOCK = 41;
  private static final Chunk CHUNK = new Chunk("/a", "svr1.1", 0);
  private static final List<String> NODES = List.of("svr1.2", "svr2.1");
  private static final List<String> OTHERS = List.of("svr1.2", "svr2.2");

  private final FakeClock clock = new FakeClock();
  private final List<SchedulerEvent> told = new ArrayList<>();

  /** Two racks of two servers with room for 2; 4 between them. */
  private final Coordinator coordinator =
      new Coordinator(
          TestNetworks.star(2, 2, 2, 4),
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1),
          Ends.TOLD,
          clock,
          told::add);

  private final Events events = new Events(() -> false, Runnable::run, new FaultLog(clock));
  private final Set<Long> asking = new HashSet<>();
  private final BlockTracker blocks = new BlockTracker(coordinator, events, asking::contains);

  @AfterEach
  void accountsBalance() {
    assertTrue(Audit.balances(coordinator));
    events.close();
  }

  private static ChunkRequest request() {
    return ChunkRequest.of("/a", 2, PlacementTemplate.strict(List.of(Constraint.ANY)))
        .writer("svr1.1")
        .build();
  }

  private Ticket count() {
    return coordinator.observe(request(), NODES);
  }

  private void allocate() {
    blocks.allocated(BLOCK, FILE, count());
  }

  private void appear(long block) {
    blocks.appeared(block, FILE, this::count);
  }

  /** What ends the coordinator has been told of, after all is taken in. */
  private List<SchedulerEvent> ends() {
    events.takeIn();
    return told.stream().filter(e -> e instanceof Done || e instanceof Released).toList();
  }

  private List<SchedulerEvent> replicas() {
    return told.stream().filter(ReplicaDone.class::isInstance).toList();
  }

  private int inFlight() {
    events.takeIn();
    return coordinator.status().inFlight();
  }

  private List<String> pipeline() {
    events.takeIn();
    return coordinator.inFlight().get(0).nodes();
  }

  @Test
  void received_aBlockThatCounts_givesItsHopBackWhenItIsTakenIn() {
    allocate();
    blocks.received(BLOCK, "svr2.1");
    assertEquals(List.of(), replicas());
    assertEquals(1, inFlight());
    assertEquals(List.of(new ReplicaDone(0, CHUNK, "svr2.1")), replicas());
  }

  @Test
  void completed_andWhateverElseEndsIt_isToldOnce() {
    allocate();
    blocks.completed(BLOCK, 100);
    blocks.released(BLOCK, "block-gone");
    blocks.fileEnded(FILE);
    blocks.completed(BLOCK, 100);
    assertEquals(List.of(new Done(0, CHUNK, 0, 100)), ends());
    assertEquals(0, inFlight());
    assertFalse(blocks.isKnown(BLOCK));
  }

  @Test
  void released_beforeAllElse_isTheEndThatCounts() {
    allocate();
    blocks.released(BLOCK, "abandoned");
    blocks.completed(BLOCK, 100);
    assertEquals(List.of(new Released(0, CHUNK, "abandoned")), ends());
  }

  @Test
  void fileEnded_underItsBlock_releasesIt() {
    allocate();
    blocks.fileEnded(FILE);
    blocks.fileEnded(FILE);
    assertEquals(List.of(new Released(0, CHUNK, "file-gone")), ends());
  }

  @Test
  void words_aboutOtherBlocks_areNobodys() {
    allocate();
    blocks.received(42, "svr2.1");
    blocks.completed(42, 100);
    blocks.released(42, "abandoned");
    blocks.fileEnded(8);
    assertFalse(blocks.rerouted(42, OTHERS));
    assertEquals(List.of(), ends());
    assertEquals(List.of(), replicas());
    assertEquals(NODES, pipeline());
  }

  @Test
  void rerouted_aBlockThatCounts_countsOnItsNewPipeline() {
    allocate();
    assertTrue(blocks.rerouted(BLOCK, OTHERS));
    assertEquals(OTHERS, pipeline());
  }

  @Test
  void appeared_takenIn_countsAndEndsAsOthers() {
    appear(BLOCK);
    assertTrue(blocks.isFollowed(BLOCK));
    assertEquals(0, coordinator.status().inFlight());
    assertEquals(1, inFlight());
    blocks.completed(BLOCK, 100);
    assertEquals(0, inFlight());
  }

  @Test
  void appeared_hasEndedBeforeItIsTakenIn_neverCounts() {
    appear(BLOCK);
    blocks.completed(BLOCK, 100);
    assertEquals(0, inFlight());
  }

  @Test
  void appeared_theFilesNextOneIsThereBeforeItIsTakenIn_countsThatAlone() {
    appear(BLOCK);
    appear(42);
    assertEquals(1, inFlight());
    blocks.completed(BLOCK, 100);
    assertEquals(1, inFlight());
    blocks.completed(42, 100);
    assertEquals(0, inFlight());
  }

  @Test
  void appeared_itsWriterAsksForTheNextOne_neverCounts() {
    appear(BLOCK);
    asking.add(FILE);
    assertEquals(0, inFlight());
  }

  @Test
  void found_againWithMoreDatanodes_countsOnceWhereItIs() {
    assertTrue(blocks.found(BLOCK));
    appear(BLOCK);
    blocks.seen(BLOCK, List.of("svr1.2"), List.of());
    assertEquals(List.of("svr1.2"), pipeline());
    assertFalse(blocks.isFollowed(BLOCK), "not all of it is told");

    assertFalse(blocks.found(BLOCK));
    blocks.seen(BLOCK, OTHERS, List.of("svr2.2"));
    assertEquals(OTHERS, pipeline());
    assertEquals(1, inFlight());
    assertEquals(List.of(new ReplicaDone(0, CHUNK, "svr2.2")), replicas());
  }

  @Test
  void found_thenRerouted_isFollowedFromThenOn() {
    blocks.found(BLOCK);
    appear(BLOCK);
    blocks.rerouted(BLOCK, OTHERS);
    assertTrue(blocks.isFollowed(BLOCK));
  }

  @Test
  void copies_reportedOrGivenUp_endEach() {
    blocks.copiesOrdered(
        BLOCK,
        Set.of(
            new Copy(BLOCK, "svr1.1", "svr1.2"),
            new Copy(BLOCK, "svr1.2", "svr2.1"),
            new Copy(BLOCK, "svr1.2", "svr2.2")));
    blocks.copiesOrdered(BLOCK, Set.of(new Copy(BLOCK, "svr2.1", "svr1.1")));
    assertEquals(4, copies());
    blocks.received(BLOCK, "svr2.1");
    assertEquals(3, copies());
    blocks.copiesGivenUp(42);
    assertEquals(3, copies());
    assertTrue(blocks.isKnown(BLOCK));
    blocks.copiesGivenUp(BLOCK);
    assertEquals(0, copies());
    assertFalse(blocks.isKnown(BLOCK));
  }

  private int copies() {
    events.takeIn();
    return coordinator.status().copies();
  }

  @Test
  void clear_whateverWasKnown_nothingIsToldOfIt() {
    allocate();
    blocks.found(42);
    blocks.clear();
    blocks.completed(BLOCK, 100);
    blocks.fileEnded(FILE);
    assertEquals(List.of(), ends());
    assertEquals(0, blocks.size());
    assertTrue(blocks.found(42), "is found anew");
  }
}
