package org.peacescheduler.coordinate;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.peacescheduler.coordinate.WaitingShape.Place;
import org.peacescheduler.coordinate.order.GroupsAudit;
import org.peacescheduler.network.ResidualNetwork;

/**
 * Whether a coordinator's accounts balance: every edge carries exactly what chunks in flight and
 * copies hold of it, and each index has exactly the chunks that wait.
 *
 * <p>Cost: linear in the network and in all chunks. It is done under the coordinator's lock.
 */
public final class Audit {
  private final TimestepScheduler scheduler;
  private final WaitingLine waiting;
  private final ShapePlaces places;
  private final QueueRows queues;

  private Audit(TimestepScheduler scheduler) {
    this.scheduler = scheduler;
    this.waiting = scheduler.waiting;
    this.places = waiting.places;
    this.queues = waiting.queues;
  }

  public static boolean balances(Coordinator coordinator) {
    return coordinator.look(sight -> new Audit(sight.scheduler).balances());
  }

  private boolean balances() {
    List<WaitingShape> shapes =
        waiting.lanes.values().stream().flatMap(lane -> lane.shapes.values().stream()).toList();
    return edgesCarryWhatIsHeld()
        && groupsHaveAllFiles()
        && competitorsAreAllThatWaitOrMove()
        && turnsAreOfChunksInFlight()
        && lineHas(shapes)
        && placesHave(shapes)
        && queuesAreOf(shapes);
  }

  private boolean edgesCarryWhatIsHeld() {
    ResidualNetwork residual = scheduler.network().residual();
    long[] held = scheduler.copies.taken.clone();
    scheduler.timestep.returned.forEach(part -> held[part.edge()] += part.bytesPerSecond());
    for (Ticket ticket : inFlight()) {
      Lease lease = ticket.flight.lease;
      for (int i = lease.firstEdge(); i < lease.edges.length; i++) {
        held[lease.edges[i]] += lease.account.load();
      }
    }
    return IntStream.range(0, held.length).allMatch(edge -> held[edge] == residual.used(edge));
  }

  private Collection<Ticket> inFlight() {
    return scheduler.flights.tickets().all();
  }

  private boolean groupsHaveAllFiles() {
    double asked =
        Stream.concat(inFlight().stream(), waiting.tickets.all().stream())
            .mapToDouble(ticket -> ticket.size.asked)
            .sum();
    return GroupsAudit.balances(scheduler.groups)
        && GroupsAudit.files(scheduler.groups) == scheduler.book.files()
        && GroupsAudit.askedBytes(scheduler.groups) == asked;
  }

  private boolean competitorsAreAllThatWaitOrMove() {
    int chunks = waiting.size() + scheduler.flights.moving();
    return sum(scheduler.tickets.competitors.writers) == chunks
        && sum(scheduler.tickets.competitors.parts.chunks) == chunks;
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  private boolean turnsAreOfChunksInFlight() {
    TurnHolds turns = scheduler.network().turns();
    return (turns.held.isEmpty() && turns.ofGroup.isEmpty()) || !inFlight().isEmpty();
  }

  private boolean lineHas(List<WaitingShape> shapes) {
    int inShapes =
        shapes.stream()
            .flatMap(shape -> shape.queues.values().stream())
            .mapToInt(queue -> queue.tickets.size())
            .sum();
    int ofKinds =
        waiting.kinds.ofUser.values().stream()
            .flatMap(his -> his.values().stream())
            .mapToInt(kind -> kind.classes)
            .sum();
    return inShapes == waiting.size()
        && waiting.byEpoch.equals(new HashSet<>(shapes))
        && ofKinds == shapes.stream().filter(shape -> shape.kind != null).count();
  }

  private boolean placesHave(List<WaitingShape> shapes) {
    return shapes.stream().allMatch(this::isIndexed)
        && count(shapes, Place.READY) == places.shapesReady
        && count(shapes, Place.OPEN) == places.shapesOpen
        && places.ready.equals(lanesOf(shapes, Place.READY))
        && places.open.equals(lanesOf(shapes, Place.OPEN));
  }

  private static long count(List<WaitingShape> shapes, Place place) {
    return shapes.stream().filter(shape -> shape.place == place).count();
  }

  private static Set<Lane> lanesOf(List<WaitingShape> shapes, Place place) {
    return shapes.stream()
        .filter(shape -> shape.place == place)
        .map(shape -> shape.lane)
        .collect(Collectors.toSet());
  }

  private boolean isIndexed(WaitingShape shape) {
    boolean isThere =
        switch (shape.place) {
          case READY -> shape.lane.ready.get(shape.turn) == shape;
          case OPEN -> shape.lane.open.get(shape.turn) == shape;
          case BARRED -> isAtItsBars(shape);
          default -> false;
        };
    return isThere && shape.turn.equals(ShapeTurn.of(shape));
  }

  private boolean isAtItsBars(WaitingShape shape) {
    return shape.barrier.network != places.network
        || IntStream.range(0, shape.barrier.numbers.length)
            .allMatch(
                i ->
                    isAt(
                        shape,
                        places.edges.edges[shape.barrier.numbers[i]],
                        shape.barrier.spots[i]));
  }

  private static boolean isAt(WaitingShape shape, FullEdges.Edge edge, FullEdges.Spot spot) {
    return spot.edge == edge
        && spot.shapes.get(shape.turn) == shape
        && spot.first == spot.shapes.firstEntry().getValue();
  }

  private boolean queuesAreOf(List<WaitingShape> shapes) {
    Set<MemberQueue> all =
        shapes.stream().flatMap(shape -> shape.inOrder.stream()).collect(Collectors.toSet());
    return all(queues.ofGroup).equals(all)
        && all(queues.ofMember).equals(all)
        && shapes.stream().allMatch(shape -> shape.inOrder.containsAll(shape.queues.values()))
        && all.stream().allMatch(this::isInOrder);
  }

  private static Set<MemberQueue> all(Map<?, MoveRow<MemberQueue>> rows) {
    return rows.values().stream()
        .flatMap(row -> row.row.keySet().stream())
        .collect(Collectors.toSet());
  }

  /** Whether a queue stands where its group and member do, or is to be moved there. */
  private boolean isInOrder(MemberQueue queue) {
    return queue.isUpToDate()
        || queues.moving.contains(queues.ofGroup.get(queue.member.group()))
        || queues.moving.contains(queues.ofMember.get(queue.member));
  }
}
