package org.peacescheduler.coordinate;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;

/**
 * The coordinator of the paper: takes chunk requests from many threads, says through callbacks when
 * and where to write, and learns what became of each chunk.
 *
 * <p>Goals, in order: every chunk ends and gives its capacity back; a file has at most one chunk in
 * the scheduler, so that a client that asks twice gets one place; callbacks run outside the lock.
 *
 * <p>Example: {@code submit(request, outcome -> …)} calls back at once with {@link Outcome.Granted}
 * if there is room, later if not. The next submit of the same file says that the chunk before is
 * written.
 *
 * <p>Whatever changes state is a {@link Call}, which the {@link Journal} is told: the same calls at
 * the same times make the same decisions.
 *
 * <p>Thread-safe: one lock around the state machine ({@link CallDesk}); listeners are called inside
 * it and must be quick, callbacks are called outside it.
 */
public final class Coordinator {
  /** A file that asks for nothing for so long is forgotten; who goes on with it begins it anew. */
  private static final long FORGOTTEN_MILLIS = 90_000;

  private final CallDesk desk;
  private final SchedulerSettings settings;
  private final Ends ends;
  private final FileChunks chunks;
  private final TimestepScheduler scheduler;

  /** A coordinator for a network, of whose calls nobody keeps a journal. */
  public Coordinator(
      NetworkModel model,
      SchedulerSettings settings,
      Ends ends,
      InstantSource clock,
      Consumer<SchedulerEvent> listener) {
    this(model, settings, ends, clock, listener, Journal.NONE);
  }

  /**
   * A coordinator for a network.
   *
   * @param ends how it learns that chunks have ended
   * @param listener told of every event, in order, inside the lock
   * @param journal told of every call, in order, inside the lock
   */
  public Coordinator(
      NetworkModel model,
      SchedulerSettings settings,
      Ends ends,
      InstantSource clock,
      Consumer<SchedulerEvent> listener,
      Journal journal) {
    this.settings = settings;
    this.ends = ends;
    long now = clock.millis();
    journal.begins(now, model, settings, ends);
    this.chunks = new FileChunks(model, settings, now, listener, this::afterUnlock);
    this.scheduler = chunks.scheduler;
    this.desk = new CallDesk(scheduler.dispatcher, clock, journal);
  }

  private void afterUnlock(Runnable callback) {
    desk.afterUnlock(callback);
  }

  /**
   * Several calls of this coordinator at once: what they free is granted when all are done, in one
   * pass over those that wait.
   *
   * @param calls run on this thread, under the lock
   */
  public void together(Runnable calls) {
    desk.make(new Call.Together(), now -> calls.run());
  }

  /**
   * A file asks for its next chunk.
   *
   * <p>If the file's chunk before is still in flight, it is written: HDFS clients ask for the next
   * one when all datanodes have acknowledged the last packet. If this one excludes nodes that the
   * one before did not, that one failed instead. If the file waits already, this takes over its
   * place and the earlier callback gets {@link Outcome.Superseded}.
   *
   * @param callback called once, maybe before this returns, on any thread, outside the lock
   */
  public Ticket submit(ChunkRequest request, Consumer<Outcome> callback) {
    return desk.get(new Call.Submit(request), now -> chunks.submit(request, callback, now));
  }

  /**
   * A client repeats a request of which nothing has been written, since its answer got lost.
   *
   * <p>If the chunk has been granted meanwhile, this gets the same grant; otherwise as {@link
   * #submit(ChunkRequest, Consumer)}.
   *
   * @param earlier the ticket of the request that is repeated
   */
  public Ticket resubmit(Ticket earlier, ChunkRequest request, Consumer<Outcome> callback) {
    return desk.get(
        new Call.Resubmit(earlier, request),
        now -> chunks.resubmit(earlier, request, callback, now));
  }

  /**
   * The stock policy placed a chunk on these nodes: it counts as load until it ends.
   *
   * @return its ticket
   */
  public Ticket observe(ChunkRequest request, List<String> nodes) {
    return observe(request, nodes, Optional.empty());
  }

  /** As {@link #observe}, of a chunk that is not to be scheduled, for a reason. */
  public Ticket observe(ChunkRequest request, List<String> nodes, Optional<Exemption> exempt) {
    return observe(request, nodes, 0, false, exempt);
  }

  /** As {@link #observe}, of a chunk of which a part was written before, as of an append. */
  public Ticket resume(ChunkRequest request, List<String> nodes) {
    return observe(request, nodes, 0, true, Optional.empty());
  }

  /**
   * As {@link #observe}, of a chunk that was begun before, nobody knows when: it counts as overdue.
   * Most such chunks are of files that are open and idle.
   */
  public Ticket find(ChunkRequest request, List<String> nodes) {
    return observe(request, nodes, 1, true, Optional.empty());
  }

  Ticket observe(
      ChunkRequest request,
      List<String> nodes,
      int age,
      boolean isPartWritten,
      Optional<Exemption> exempt) {
    return desk.get(
        new Call.Observe(request, nodes, age, isPartWritten, exempt),
        now -> chunks.observe(request, nodes, age, isPartWritten, exempt, now));
  }

  /**
   * A chunk that has ended had so many bytes, as HDFS says now; nothing is learnt of its length
   * before. No effect if that is known, or if more than {@value FileChunks#MOST_UNMEASURED} have
   * ended since.
   *
   * @param bytes at least 1
   */
  public void learnt(Ticket ticket, long bytes) {
    desk.make(new Call.Learnt(ticket, bytes), now -> chunks.learnt(ticket, bytes, now));
  }

  /**
   * A chunk has been submitted in a turn, of which these are the tickets: what their clients have
   * announced for the group, its others announce from now on.
   */
  public void begun(List<Ticket> turn) {
    desk.make(new Call.Begun(turn), now -> scheduler.begun(turn, now));
  }

  /**
   * Capacity is not held any more for a turn that was granted; its links stay closed to others who
   * ask for turns until the ticket is {@linkplain #release released}. No effect twice.
   */
  public void standAside(Ticket turn) {
    desk.make(new Call.StandAside(turn), now -> scheduler.flights.standAside(turn, now));
  }

  /**
   * How long what is left of a turn takes, in milliseconds, as far as links and rates are known; 0
   * if nobody waits for its end.
   *
   * @param bytes what its asker has in all; 0 if nobody has said it
   */
  public long leftMillis(Ticket turn, long bytes) {
    return desk.lookAt(now -> scheduler.leftMillis(turn, bytes, now));
  }

  /** HDFS refuses a granted node; the chunk is planned again without it and calls back again. */
  public void replan(Ticket ticket, ChunkRequest without, Consumer<Outcome> callback) {
    desk.make(
        new Call.Replan(ticket, without), now -> chunks.replan(ticket, without, callback, now));
  }

  /**
   * The stock policy is to place the chunk, waiting or granted; a waiting callback gets {@link
   * Outcome.Fallback}.
   */
  public void fallBack(Ticket ticket, FallbackReason reason, String detail) {
    desk.make(
        new Call.FallBack(ticket, reason, detail),
        now -> scheduler.fallBack(ticket, reason, detail, now));
  }

  /** As {@link #fallBack}, if the chunk still waits; no effect if it has been granted. */
  public void giveUpWaiting(Ticket ticket, FallbackReason reason, String detail) {
    desk.make(
        new Call.GiveUpWaiting(ticket, reason, detail),
        now -> {
          if (ticket.state == Ticket.State.WAITING) {
            scheduler.fallBack(ticket, reason, detail, now);
          }
        });
  }

  /**
   * Every chunk that waits by now is released, some at a time, the lock let go in between: whoever
   * waits for one gets {@link Outcome.Withdrawn}.
   */
  public void dismissAll(String reason) {
    long end = desk.get(new Call.Poll(), now -> scheduler.tickets.next());
    bitByBit(() -> dismissSome(end, reason));
  }

  /** Whether there may be more. */
  boolean dismissSome(long before, String reason) {
    return desk.get(
        new Call.Dismiss(before, reason),
        now -> {
          List<Ticket> oldest =
              scheduler.waiting.oldest(Bounds.ENDED_AN_EVENT).stream()
                  .filter(ticket -> ticket.id() < before)
                  .toList();
          oldest.forEach(ticket -> chunks.release(ticket, reason, true, now));
          return oldest.size() == Bounds.ENDED_AN_EVENT;
        });
  }

  /** Works until nothing is left; the lock is let go after each bit. */
  private static void bitByBit(BooleanSupplier work) {
    boolean isMore = true;
    while (isMore) {
      isMore = work.getAsBoolean();
    }
  }

  /** HDFS ordered a copy. It is load until it ends, and is never delayed. */
  public void copyOrdered(Copy copy) {
    desk.make(new Call.CopyOrdered(copy), now -> scheduler.copies.add(copy, now));
  }

  /** A copy is made or given up; no effect if it ended before, as when one of its hosts went. */
  public void copyEnded(Copy copy) {
    desk.make(new Call.CopyEnded(copy), now -> scheduler.copies.remove(copy, now));
  }

  /** All copies are somebody else's now. */
  public void forgetCopies() {
    endCopiesOutside(Set.of());
  }

  /** Says which hosts have a datanode, in service or not: copies to or from others end. */
  public void endCopiesOutside(Set<String> hosts) {
    desk.make(new Call.EndCopiesOutside(hosts), now -> scheduler.copies.endOutside(hosts, now));
  }

  /**
   * The scheduler has lost sight of the cluster: nobody waits any more, and what was in flight
   * counts no more.
   */
  public void forgetAll(String reason) {
    dismissAll(reason);
    long end = desk.get(new Call.Poll(), now -> scheduler.tickets.next());
    int left = desk.get(new Call.Poll(), now -> scheduler.flights.tickets().all().size());
    while (left > 0) {
      int most = Math.min(left, Bounds.ENDED_AN_EVENT);
      forgetSome(most, end, reason);
      left -= most;
    }
    forgetCopies();
  }

  void forgetSome(int most, long before, String reason) {
    desk.make(
        new Call.Forget(most, before, reason), now -> releaseInFlight(most, before, reason, now));
  }

  private void releaseInFlight(int most, long before, String reason, long now) {
    for (Ticket ticket : scheduler.flights.tickets().next(most)) {
      if (ticket.id() < before) {
        chunks.release(ticket, reason, true, now);
      }
    }
  }

  /** Whether a named group writes of whose size nothing is known. */
  public boolean isUnknown(ChunkRequest.Origin origin) {
    return desk.look(
        () ->
            origin.group().isPresent()
                && scheduler.groups.isUnknown(origin.share(), origin.user(), origin.group().get()));
  }

  /**
   * The last instance of a named group had so many bytes; no effect if something is known of its
   * size.
   *
   * @param files how many it had, at least 1
   */
  public void suppose(ChunkRequest.Origin origin, long bytes, int files) {
    String name = origin.group().orElseThrow();
    desk.make(
        new Call.Suppose(origin, bytes, files),
        now -> scheduler.groups.suppose(origin.share(), origin.user(), name, bytes, files));
  }

  /**
   * The writer of a chunk in flight goes on with these nodes, which have what was written, or get
   * it; the chunk counts as if all of it were still to be sent. No effect if it ended.
   */
  public void reroute(Ticket ticket, List<String> nodes) {
    desk.make(
        new Call.Reroute(ticket, nodes), now -> scheduler.flights.reroute(ticket, nodes, now));
  }

  /**
   * These are the nodes of a chunk that was {@linkplain #find found}, as far as they are known by
   * now; no effect if it ended, or if that is known.
   */
  public void seen(Ticket ticket, List<String> nodes) {
    desk.make(new Call.Seen(ticket, nodes), now -> scheduler.flights.seen(ticket, nodes, now));
  }

  /** A datanode has its replica of a chunk in flight; no effect if that is known. */
  public void replicaDone(Ticket ticket, String node) {
    desk.make(
        new Call.ReplicaDone(ticket, node),
        now -> scheduler.flights.replicaDone(ticket, node, now));
  }

  /**
   * The client has flushed what it has written of a chunk in flight, and may go on writing. A chunk
   * that is overdue then is a log's, and takes nothing of its links; no effect if it ended.
   */
  public void flushed(Ticket ticket) {
    desk.make(new Call.Flushed(ticket), now -> scheduler.flights.flushed(ticket, now));
  }

  /** As {@link #done(Ticket, boolean, long)}, of a chunk whose size is not known. */
  public void done(Ticket ticket, boolean fileEnded) {
    done(ticket, fileEnded, 0);
  }

  /**
   * A chunk in flight is written; no effect if it ended before or still waits.
   *
   * @param fileEnded whether the file asks for no more chunks
   * @param bytes how many bytes were written; 0 if unknown
   */
  public void done(Ticket ticket, boolean fileEnded, long bytes) {
    desk.make(
        new Call.Done(ticket, fileEnded, bytes), now -> chunks.done(ticket, fileEnded, bytes, now));
  }

  /**
   * A chunk ended in another way; no effect if it ended before. Whoever waits for it gets {@link
   * Outcome.Withdrawn}.
   */
  public void release(Ticket ticket, String reason, boolean fileEnded) {
    desk.make(
        new Call.Release(ticket, reason, fileEnded),
        now -> chunks.release(ticket, reason, fileEnded, now));
  }

  /**
   * Ends what lasts too long: waits past the longest deferral, files that ask for nothing, and
   * chunks that {@link Ends} has no event for; some at a time, the lock let go in between. To be
   * called about once a second.
   */
  public void tick() {
    bitByBit(this::expireSome);
    if (ends == Ends.FOUND_OUT || settings.completionFraction() > 0) {
      endWhatHasLastedTooLong();
    }
  }

  /** Whether there may be more. */
  boolean expireSome() {
    return desk.get(new Call.Expire(), now -> chunks.deadlines.expire(now, FORGOTTEN_MILLIS));
  }

  private void endWhatHasLastedTooLong() {
    int left = desk.get(new Call.Poll(), now -> scheduler.flights.tickets().all().size());
    while (left > 0) {
      left -= endSomeOverdue(Math.min(left, Bounds.LOOKED_AT_AN_EVENT));
    }
  }

  /** Returns how many have been looked at. */
  int endSomeOverdue(int most) {
    return desk.get(new Call.EndOverdue(most), now -> chunks.endOverdue(most, now));
  }

  /**
   * Lets waiting chunks in where others have had their places for as long as they need them, and
   * goes on with what events have left to be done: as much as {@value Bounds#EVENTS_A_POLL} of them
   * do, the lock let go in between, or until somebody else waits for the lock, who does his part.
   * To be called every few milliseconds.
   *
   * @return whether there is more to do: then to be called again soon
   */
  public boolean pass() {
    passOnce();
    for (int i = 1; desk.isMoreToDo() && i < Bounds.EVENTS_A_POLL && !desk.isWaitedFor(); i++) {
      poll();
    }
    return desk.isMoreToDo();
  }

  void passOnce() {
    desk.make(new Call.Pass(), scheduler.dispatcher::pass);
  }

  void poll() {
    desk.make(new Call.Poll(), now -> {});
  }

  /** Goes on with another model; chunks in flight keep their nodes. */
  public void exchange(NetworkModel model, Set<String> presentHosts) {
    desk.make(
        new Call.Exchange(model, presentHosts), now -> chunks.exchange(model, presentHosts, now));
  }

  /**
   * Goes on with the order, shares and longest deferral of others.
   *
   * <p>What waits, waits on. Groups stand as if they had come now, the oldest first; what is known
   * of their sizes stays. Accounts of guaranteed parts begin anew. Example: 200 chunks of five
   * users wait; from now on one user is due four times as much, and who has waited for longer than
   * the new longest deferral goes to the stock policy. Cost: that of so many groups and kinds of
   * chunks that come, under the lock.
   */
  public void change(SchedulerSettings others) {
    desk.make(new Call.Change(others), now -> chunks.change(others));
  }

  /** Says which hosts can be targets: those with a registered datanode. */
  public void setPresent(Set<String> hosts) {
    desk.make(new Call.SetPresent(hosts), now -> scheduler.tickets.presence.set(hosts));
  }

  /**
   * Hosts that a client could not write to and gets no chunks on, nor does anybody if clients on
   * two hosts could not, with the last time of that on the coordinator's clock.
   */
  public Map<String, Long> suspects() {
    return desk.look(() -> scheduler.tickets.presence.suspects());
  }

  /** These hosts have been heard from: they get all chunks again. */
  public void trust(Set<String> hosts) {
    desk.make(new Call.Trust(hosts), now -> scheduler.tickets.presence.trust(hosts));
  }

  /** Sends every waiting chunk to the stock policy, some at a time, and those that come later. */
  public void stop() {
    beginToStop();
    bitByBit(this::sendSomeAway);
  }

  void beginToStop() {
    desk.make(new Call.Stop(), now -> chunks.stop());
  }

  /** Whether there may be more. */
  boolean sendSomeAway() {
    return desk.get(
        new Call.SendAway(),
        now -> {
          List<Ticket> oldest = scheduler.waiting.oldest(Bounds.ENDED_AN_EVENT);
          oldest.forEach(
              ticket ->
                  scheduler.fallBack(ticket, FallbackReason.STOPPED, "the scheduler stops", now));
          return !oldest.isEmpty();
        });
  }

  /**
   * A chunk in flight, for whoever watches for its end.
   *
   * @param granted when it was granted, in milliseconds of the clock
   */
  public record InFlight(Ticket ticket, String path, List<String> nodes, long granted) {}

  /**
   * The chunks in flight, without the tickets of turns, of which nothing is written. They are taken
   * some at a time, the lock let go in between: one that begins or ends meanwhile is in it or not.
   */
  public List<InFlight> inFlight() {
    List<InFlight> all = new ArrayList<>();
    bitByBit(() -> copySome(all));
    all.removeIf(each -> each.ticket().isTurn());
    return all;
  }

  /** Whether there may be more. */
  private boolean copySome(List<InFlight> to) {
    long last = to.isEmpty() ? ByNumber.BEFORE_ALL : to.get(to.size() - 1).ticket().id();
    return desk.lookAt(
        now -> {
          List<Ticket> some = scheduler.flights.tickets().after(last, Bounds.COPIED_A_LOOK);
          some.forEach(
              t -> to.add(new InFlight(t, t.chunk().path(), t.flight.nodes, t.flight.granted)));
          return some.size() == Bounds.COPIED_A_LOOK;
        });
  }

  /**
   * The scheduler at one moment.
   *
   * @param waiting chunks that wait
   * @param inFlight chunks in flight
   * @param copies copies that HDFS ordered and that are not made
   * @param openFiles files seen and not ended
   * @param timestep the current timestep's number
   * @param idle whether no link carries anything
   */
  public record Status(
      int waiting, int inFlight, int copies, int openFiles, long timestep, boolean idle) {}

  /** The scheduler now. */
  public Status status() {
    return desk.look(
        () ->
            new Status(
                scheduler.waiting.size(),
                scheduler.flights.tickets().all().size(),
                scheduler.copies.count(),
                scheduler.book.files(),
                scheduler.timestep.number(),
                scheduler.network().residual().isIdle()));
  }

  /** Looks at what there is, under the lock: a slice at a time, for nobody is served meanwhile. */
  public <T> T look(Function<Sight, T> at) {
    return desk.look(() -> at.apply(new Sight(scheduler)));
  }

  /** Whether any chunk waits for capacity. */
  public boolean isAnyoneWaiting() {
    return desk.look(() -> !scheduler.waiting.isEmpty());
  }

  /** A copy of what is left of the network now. Cost: linear in the network. */
  public ResidualNetwork residual() {
    return desk.look(() -> scheduler.network().residual().copy());
  }
}
