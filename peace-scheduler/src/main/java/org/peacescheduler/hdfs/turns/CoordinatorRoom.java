package org.peacescheduler.hdfs.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.ClusterView;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.turns.Room;
import org.peacescheduler.turns.TurnQueue;
import org.peacescheduler.turns.Wish;

/**
 * Room by the coordinator: a request for a turn is a chunk that is asked for and never written. So
 * it has its place in the one order that there is, within its user's share.
 *
 * <p>Example: ann asks for /ckpt/7 with two members. Both are made known as members of the group
 * {@code ann:/ckpt/7}, with their bytes; a chunk of the first one waits until it fits.
 *
 * <p>Bound: a chunk in the coordinator for each member of a {@link Wish}, which has its bounds;
 * with more than 32 replicas it is as one with three.
 *
 * <p>Cost: that of a chunk, and of one more for each further member. Thread-safe.
 */
public final class CoordinatorRoom implements Room {
  /** Why capacity comes back, in the trace. */
  private static final String TURN = "turn";

  /** How the names of chunks begin, in the trace, that stand for a turn. */
  private static final String NAME = ".peace-turn-";

  private final Coordinator coordinator;
  private final Supplier<ClusterView> cluster;
  private final Supplier<PeaceConfig> config;
  private final UnaryOperator<String> server;
  private final Map<String, List<String>> blockedBy = new ConcurrentHashMap<>();

  /**
   * Asks a coordinator.
   *
   * @param server the name of the server on a host; the host's own name if there is none
   */
  public CoordinatorRoom(
      Coordinator coordinator,
      Supplier<ClusterView> cluster,
      Supplier<PeaceConfig> config,
      UnaryOperator<String> server) {
    this.coordinator = coordinator;
    this.cluster = cluster;
    this.config = config;
    this.server = server;
  }

  /** The group whose chunks are written in a request's turn, with its user before it. */
  public static String group(Wish wish, PeaceConfig config) {
    String name =
        wish.group().or(() -> config.groups().group(wish.below("x"))).orElse(wish.prefix());
    return wish.user() + ":" + name;
  }

  /** Whose a chunk is, and what it belongs to, if it is written in somebody's turn. */
  public static ChunkRequest.Origin inTurn(
      Optional<TurnQueue.Writer> turn, ChunkRequest.Origin origin, PeaceConfig config) {
    if (turn.isEmpty()) {
      return origin;
    }
    Wish wish = turn.get().wish();
    long each = turn.get().bytes() / wish.members().size();
    return new ChunkRequest.Origin(
        origin.user(),
        origin.client(),
        Optional.of(group(wish, config)),
        origin.bytes() > 0 ? origin.bytes() : each,
        origin.share());
  }

  /** Remembers which links bar the requests that wait. Called under the coordinator's lock. */
  public void accept(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Deferred deferred && !blockedBy.isEmpty()) {
      blockedBy.computeIfPresent(deferred.chunk().path(), (path, old) -> deferred.blockedBy());
    }
  }

  @Override
  public Place ask(Wish wish, Consumer<Answer> answer) {
    PeaceConfig now = config.get();
    if (now.mode() != PeaceConfig.Mode.ENFORCE || !now.paths().matches(wish.below("x"))) {
      answer.accept(Answer.ANYWAY);
      return new Waiting("", List.of());
    }
    List<Ticket> tickets = new ArrayList<>(wish.members().size());
    String path = wish.below(NAME + wish.id());
    blockedBy.put(path, List.of());
    tickets.add(
        coordinator.submit(
            request(wish, 0, path, now),
            outcome -> {
              blockedBy.remove(path);
              answer.accept(answerOf(outcome));
            }));
    for (int i = 1; i < wish.members().size(); i++) {
      Ticket member = coordinator.submit(request(wish, i, path, now), outcome -> {});
      coordinator.release(member, TURN, false);
      tickets.add(member);
    }
    return new Waiting(path, tickets);
  }

  private static Answer answerOf(Outcome outcome) {
    if (outcome instanceof Outcome.Granted) {
      return Answer.FREE;
    }
    return outcome instanceof Outcome.Fallback fallback
            && fallback.reason() != FallbackReason.DEFERRAL_MAX
        ? Answer.ANYWAY
        : Answer.ASK_AGAIN;
  }

  private ChunkRequest request(Wish wish, int number, String path, PeaceConfig now) {
    Wish.Member member = wish.members().get(number);
    PlacementTemplate template =
        cluster
            .get()
            .topology()
            .placement()
            .map(PlacementTemplate::strict)
            .orElseGet(() -> PlacementTemplate.likeStock(now.preferLocal()));
    String client = wish.user() + "@" + member.host() + "/turn " + wish.id() + " " + number;
    ChunkRequest.Origin origin =
        new ChunkRequest.Origin(
            Optional.of(wish.user()),
            Optional.of(client),
            Optional.of(group(wish, now)),
            member.bytes(),
            now.shares().of(wish.below("x"), Optional.of(wish.user())));
    return ChunkRequest.of(path, wish.replication(), template)
        .file("turn " + wish.user() + " " + wish.id() + " " + number)
        .writer(Optional.of(server.apply(member.host())), Optional.empty())
        .fullBytes(wish.blockSize())
        .origin(origin)
        .turn(wish.files())
        .build();
  }

  /** A request's tickets: the first one waits or has its turn, the others are known by name. */
  private final class Waiting implements Place {
    private final String path;
    private final List<Ticket> tickets;
    private final Optional<Ticket> first;
    private final AtomicBoolean isBegun = new AtomicBoolean();

    Waiting(String path, List<Ticket> tickets) {
      this.path = path;
      this.tickets = List.copyOf(tickets);
      this.first = tickets.stream().findFirst();
    }

    @Override
    public void leave() {
      blockedBy.remove(path);
      first.ifPresent(ticket -> coordinator.release(ticket, TURN, false));
    }

    @Override
    public void standAside() {
      first.ifPresent(coordinator::standAside);
    }

    @Override
    public long leftMillis(long bytes) {
      return first.map(ticket -> coordinator.leftMillis(ticket, bytes)).orElse(0L);
    }

    @Override
    public void begun() {
      if (isBegun.compareAndSet(false, true)) {
        coordinator.begun(tickets);
      }
    }

    @Override
    public void end() {
      blockedBy.remove(path);
      tickets.forEach(ticket -> coordinator.release(ticket, TURN, true));
    }

    @Override
    public List<String> blockedBy() {
      return blockedBy.getOrDefault(path, List.of());
    }
  }
}
