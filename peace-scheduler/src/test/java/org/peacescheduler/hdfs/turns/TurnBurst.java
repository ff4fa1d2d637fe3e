package org.peacescheduler.hdfs.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.turns.TurnQueue;
import org.peacescheduler.turns.TurnState;
import org.peacescheduler.turns.TurnStatus;
import org.peacescheduler.turns.Wish;

/**
 * Units that ask for turns at once and write their checkpoints in them, on two racks with a link
 * between them that carries one chunk at a time: queue, room and coordinator as they ship, clock
 * and transfers made up. Chunks that cross the link the same way at the same time share it; one
 * alone takes {@value #CHUNK_MILLIS} ms.
 */
final class TurnBurst {
  static final long CHUNK_MILLIS = 606;
  static final long BYTES = 1 << 20;
  private static final int FILES = 4;

  /** From the answer to a client's next call. */
  private static final long CALL_MILLIS = 10;

  private static final long TICK_MILLIS = 5;
  private static final long LONGEST_MILLIS = 600_000;

  private record Happening(long at, long number, Runnable what) {}

  /** A chunk on its way. */
  private static final class Transfer {
    final String rack;
    final Runnable written;
    double leftMillis = CHUNK_MILLIS;

    Transfer(String rack, Runnable written) {
      this.rack = rack;
      this.written = written;
    }
  }

  final TurnQueue queue;
  final Coordinator coordinator;
  final List<Unit> units = new ArrayList<>();
  long now = 1_000_000;
  boolean beginsAtOnce = true;

  /** So many of its turns a unit lets pass that asks from now on. */
  int misses;

  private final PeaceConfig config = PeaceConfig.of(new Configuration(false), () -> 1);
  private final PriorityQueue<Happening> happenings =
      new PriorityQueue<>(
          (a, b) ->
              a.at() == b.at()
                  ? Long.compare(a.number(), b.number())
                  : Long.compare(a.at(), b.at()));
  private final List<Transfer> transfers = new ArrayList<>();
  private long happened;

  /** For how long nothing crossed the link from each rack while units there had not written. */
  final Map<String, Long> idleMillis = new TreeMap<>();

  TurnBurst() {
    Topology topology;
    try {
      topology =
          TopologyReader.parse(
              """
              version: 1
              streamRate: 15.625 Mbit/s
              switches:
                - {name: tor1, rack: /rack1}
                - {name: tor2, rack: /rack2}
              links:
                - {between: [tor1, tor2], capacity: 15.625 Mbit/s}
              servers:
                - {hosts: "svr1.[1-8]", switch: tor1, up: 15.625 Mbit/s, down: 15.625 Mbit/s}
                - {hosts: "svr2.[1-9]", switch: tor2, up: 15.625 Mbit/s, down: 15.625 Mbit/s}
              """,
              "two-rack.yaml");
    } catch (TopologyException e) {
      throw new IllegalStateException(e);
    }
    ClusterView view = new ClusterView(topology, Map.of(), Map.of(), List.of(), List.of());
    CoordinatorRoom[] room = new CoordinatorRoom[1];
    coordinator =
        new Coordinator(
            NetworkModel.of(topology),
            new SchedulerSettings(0, Duration.ofSeconds(60), GroupOrder.FAIR_SOJOURN, 1)
                .withOrdinaryBytes(BYTES),
            Ends.TOLD,
            () -> Instant.ofEpochMilli(now),
            event -> room[0].accept(event));
    room[0] = new CoordinatorRoom(coordinator, () -> view, () -> config, host -> host);
    queue = new TurnQueue(room[0], () -> Instant.ofEpochMilli(now), 1000, 1000);
  }

  /** Something happens so long after now. */
  void after(long millis, Runnable what) {
    happenings.add(new Happening(now + millis, happened++, what));
  }

  private void every(long millis, Runnable what) {
    after(
        millis,
        () -> {
          what.run();
          every(millis, what);
        });
  }

  private void transfer() {
    for (String rack : List.of("svr1", "svr2")) {
      List<Transfer> all = transfers.stream().filter(t -> t.rack.equals(rack)).toList();
      all.forEach(t -> t.leftMillis -= (double) TICK_MILLIS / all.size());
      if (all.isEmpty() && units.stream().anyMatch(u -> u.end == 0 && u.host.startsWith(rack))) {
        idleMillis.merge(rack, TICK_MILLIS, Long::sum);
      }
    }
    List<Transfer> done = transfers.stream().filter(t -> t.leftMillis <= 0).toList();
    transfers.removeAll(done);
    done.forEach(t -> t.written.run());
  }

  /** A unit asks for its turn now, and begins so long after it has it. */
  Unit ask(String host, String user, String id, int chunks, long announced, long beginMillis) {
    Unit unit = new Unit(host, user, id, chunks, announced, beginMillis);
    units.add(unit);
    unit.ask();
    return unit;
  }

  /** Time goes on until all have written, or for so long. */
  void run(long millis) {
    every(TICK_MILLIS, this::transfer);
    every(TICK_MILLIS, queue::tick);
    every(TICK_MILLIS, coordinator::pass);
    every(1_000, coordinator::tick);
    long end = now + millis;
    while (now < end && !units.stream().allMatch(unit -> unit.end > 0)) {
      Happening next = happenings.poll();
      now = next.at();
      next.what().run();
    }
  }

  /** Time goes on until all have written. */
  void run() {
    run(LONGEST_MILLIS);
    if (!units.stream().allMatch(unit -> unit.end > 0)) {
      throw new IllegalStateException("not all have written: " + units);
    }
  }

  /** A checkpoint of some files of whole chunks. Times are milliseconds; 0 for what is not yet. */
  final class Unit {
    final String host;
    final String user;
    final String id;
    final int chunks;
    final long announced;
    final long beginMillis;
    final long asked = now;
    long told;
    long end;
    private int left;
    private int toMiss = misses;
    private TurnState heard = TurnState.QUEUED;

    Unit(String host, String user, String id, int chunks, long announced, long beginMillis) {
      this.host = host;
      this.user = user;
      this.id = id;
      this.chunks = chunks;
      this.announced = announced;
      this.beginMillis = beginMillis;
      this.left = chunks;
    }

    private void ask() {
      int files = announced == 0 ? 1 : FILES;
      TurnStatus status =
          queue.submit(
              new Wish(
                  id,
                  user,
                  "/ckpt/" + id,
                  host,
                  List.of(new Wish.Member(host, announced, files)),
                  3,
                  BYTES,
                  Optional.of(id),
                  true,
                  beginsAtOnce,
                  0,
                  0,
                  0));
      hear(status);
    }

    private void hear(TurnStatus status) {
      boolean isNew = status.state() != heard;
      heard = status.state();
      if (heard == TurnState.QUEUED || isToPass(isNew)) {
        queue.await(user, id, heard, TurnQueue.LONGEST_POLL_MILLIS, new Poll());
      } else if (told == 0) {
        told = now;
        after(beginMillis, this::begin);
        poll();
      }
    }

    /** Whether it lets this turn pass. */
    private boolean isToPass(boolean isNew) {
      if (isNew && toMiss > 0) {
        toMiss--;
        return true;
      }
      return !isNew && told == 0;
    }

    /** Its client lives. */
    private void poll() {
      queue.await(user, id, TurnState.WRITING, 0, new Poll());
      if (end == 0) {
        after(1_000, this::poll);
      }
    }

    private final class Poll implements TurnQueue.Poll {
      @Override
      public void answer(TurnStatus status) {
        if (told == 0) {
          after(0, () -> hear(status));
        }
      }

      @Override
      public boolean isOpen() {
        return true;
      }
    }

    private void begin() {
      queue.confirm(user, id, chunks * BYTES);
      for (int i = 0; i < Math.min(FILES, chunks); i++) {
        int file = i;
        after(i, () -> write(file, chunks / FILES + (file < chunks % FILES ? 1 : 0)));
      }
    }

    private void write(int file, int ofFile) {
      String path = "/ckpt/" + id + "/part-" + file;
      Optional<TurnQueue.Writer> turn = queue.writer(user, path, path);
      ChunkRequest.Origin origin =
          CoordinatorRoom.inTurn(
              turn,
              new ChunkRequest.Origin(
                  Optional.of(user), Optional.of("client " + id), Optional.empty(), 0),
              config);
      ChunkRequest request =
          ChunkRequest.of(path, 3, PlacementTemplate.likeStock(true))
              .writer(host)
              .fullBytes(BYTES)
              .origin(origin)
              .build();
      Ticket[] ticket = new Ticket[1];
      Runnable written = () -> written(ticket[0], file, ofFile);
      ticket[0] =
          coordinator.submit(
              request,
              outcome -> {
                if (!(outcome instanceof Outcome.Granted)) {
                  throw new IllegalStateException(path + ": " + outcome);
                }
                transfers.add(new Transfer(host.substring(0, host.indexOf('.')), written));
              });
      turn.ifPresent(writer -> writer.place().begun());
    }

    private void written(Ticket ticket, int file, int ofFile) {
      coordinator.done(ticket, ofFile == 1, BYTES);
      left--;
      if (ofFile > 1) {
        after(CALL_MILLIS, () -> write(file, ofFile - 1));
      } else if (left == 0) {
        end = now;
        queue.finish(user, id);
      }
    }

    long frozen() {
      return end - told;
    }

    @Override
    public String toString() {
      return "%s on %s: told %d, end %d".formatted(id, host, told - asked, end - asked);
    }
  }
}
