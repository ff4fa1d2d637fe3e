package org.peacescheduler.coordinate;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.schedule.Constant;

/**
 * All leases, and the one place that loads the network with them.
 *
 * <p>Goals, in order: what a lease takes comes back once; an edge carries what is really sent over
 * it. The coordinator sees a chunk begin and end, not its bytes. So a lease loads its edges with
 * its rate for as long as its bytes take at that rate. If it is not done then it is
 * <em>overdue</em>, and has sent less than was thought: no more than its bytes over its age. And if
 * it takes 2.5 times ({@link Constant#UNEXPLAINED}) as long as its bytes need though all that share
 * its links have had that time each, it is <em>stalled</em>: it does not move, and takes nothing.
 * That is a log that is open and idle, a file whose writer writes another one, a client that is
 * gone. Where the topology gives no bandwidths, it may be the links, too, that carry less than is
 * thought; so all that is taken to have been sent over them explains time as well.
 *
 * <p>A chunk that is let in over full edges gets its share of the busiest one, among all that move
 * there, and sends no more over the others.
 *
 * <p>Whether an edge <em>moves</em> is told by the bytes of chunks that have ended over it, beside
 * what it carries, not by how many have ended: an edge is moving as long as it carries a fifth of
 * its capacity ({@link Constant#PATIENCE}). Tiny files, however many, do not make it move.
 *
 * <p>Example: 10 MB at 10 MB/s, alone on its links: 10 MB/s until 1 s, 5 MB/s at 2 s, nothing from
 * 2.5 s on. With one other such lease on a link, 2 s are explained, and it stalls after 5 s.
 *
 * <p>Bound: a lease takes what {@link ChunkSizes#claim} lets its bytes be, at most, and 2.5 times
 * its time if nothing is seen of it, whatever block size its client says.
 *
 * <p>Cost: a heap of the next looks; a lease is looked at a few times while it is overdue. What has
 * ended or rests leaves the heap at its look, or when most of the heap is such: a log's look may be
 * years away. Confined to the coordinator's lock.
 */
final class Leases {
  private static final double MILLIS = 1000;

  /** So many leases in the heap that will not be looked at do no harm. */
  private static final int FEW = 1000;

  /** So many leases are looked at in one go, one to two microseconds each. */
  private static final int LOOKS_AN_EVENT = 500;

  final PriorityQueue<Lease> looks =
      new PriorityQueue<>((a, b) -> Long.compare(a.account.nextLook, b.account.nextLook));

  private final ResidualNetwork residual;
  private final SchedulerSettings settings;
  private final boolean areTold;

  /** What has been sent over each edge, in bytes, by {@link #counted}. */
  private final double[] sent;

  /**
   * What one that was there all the time would have sent over each edge, in bytes, if all that
   * moved there had shared it evenly; by {@link #counted}.
   */
  private final double[] fair;

  /** In milliseconds. */
  private final long[] counted;

  private final Movers movers;

  /**
   * For how long each edge has been full, or had leases, while hardly any bytes of chunks that have
   * ended went over it, in milliseconds; by {@link #counted}.
   */
  private final double[] still;

  /** How many leases are open and do not rest. */
  private int open;

  /** What all that are open send, in bytes per second. */
  private long bytesPerSecond;

  Leases(ResidualNetwork residual, SchedulerSettings settings, long now) {
    this.residual = residual;
    this.settings = settings;
    areTold = residual.model().topology().streamBytesPerSecond().isPresent();
    sent = new double[residual.model().edges()];
    fair = new double[sent.length];
    counted = new long[sent.length];
    Arrays.fill(counted, now);
    movers = new Movers(sent.length);
    still = new double[sent.length];
  }

  /** What all that are open send together, in bytes per second. */
  long bytesPerSecond() {
    return bytesPerSecond;
  }

  /**
   * A lease's chunk has been written: so many bytes have gone over each of its edges.
   *
   * <p>Example: an edge of 100 MB/s is full, and 1 in 5 parts of that is enough to move. 100 MB
   * then make up for 5 s, a file of 1 kB for 50 µs.
   *
   * @param longest what an edge has stood still for before is forgotten but for this, in
   *     milliseconds
   */
  void moved(Lease lease, double bytes, double longest, long now) {
    for (int edge : lease.edges) {
      count(edge, now);
      double makesUpFor = MILLIS * settings.of(Constant.PATIENCE) * bytes / residual.capacity(edge);
      still[edge] = Math.max(0, Math.min(still[edge], longest) - makesUpFor);
    }
  }

  /** For how long all of these edges have stood still, in milliseconds; 0 for no edges. */
  double stillFor(int[] edges, long now) {
    double least = edges.length == 0 ? 0 : Double.MAX_VALUE;
    for (int edge : edges) {
      count(edge, now);
      least = Math.min(least, still[edge]);
    }
    return least;
  }

  /** See {@link Movers}. */
  boolean areMostlyUnscheduled(int[] edges) {
    return movers.areMostlyUnscheduled(edges, residual);
  }

  /**
   * Who is let in over full edges, as where nothing moves, may not move either: an edge that it
   * makes full has stood still for as long as those that it was let in over. What stands still and
   * has room, such as the link of a server that hardly anybody uses, says nothing of others.
   */
  private void standStillTogether(Lease lease) {
    double most = 0;
    for (int edge : lease.edges) {
      most = residual.left(edge) < lease.bytesPerSecond() ? Math.max(most, still[edge]) : most;
    }
    for (int edge : lease.edges) {
      boolean isFull = residual.left(edge) <= lease.bytesPerSecond();
      still[edge] = isFull ? Math.max(most, still[edge]) : still[edge];
    }
  }

  /** Loads the network with a lease; with nothing if it is a log's. */
  void open(Lease lease, long now) {
    for (int i = 0; i < lease.edges.length; i++) {
      int edge = lease.edges[i];
      count(edge, now);
      movers.join(lease, edge);
      lease.account.sentBefore[i] = sent[edge];
      lease.account.due[i] = fair[edge];
    }
    if (lease.sharesEdges) {
      standStillTogether(lease);
    }
    load(lease, lease.sharesEdges ? share(lease) : lease.bytesPerSecond(), now);
    lease.isOpen = true;
    open++;
    bytesPerSecond += lease.bytesPerSecond();
    if (lease.account.nextLook != Lease.NEVER) {
      looks.add(lease);
    }
    if (lease.ticket().flight.rests) {
      stall(lease, now);
    }
  }

  /** Gives all hops before this one back, but for those that have been. */
  void endHops(Lease lease, int hop, long now) {
    handHopsOver(lease, hop, now, edge -> take(edge, -lease.account.load(), now));
  }

  /** What is left of a lease comes back; no effect if it has. */
  void end(Lease lease, long now) {
    if (lease.isOpen) {
      lease.isOpen = false;
      bytesPerSecond -= lease.bytesPerSecond();
      endHops(lease, lease.hops(), now);
      if (!lease.isStalled) {
        open--;
      }
      clearLooks();
    }
  }

  private void clearLooks() {
    if (looks.size() > FEW + 2 * open) {
      looks.removeIf(lease -> !lease.isOpen || lease.isStalled);
    }
  }

  /**
   * Hands over all hops before this one, but for those that have been given back.
   *
   * @param to takes each edge, with the lease's load, and gives that back now or later
   */
  void handHopsOver(Lease lease, int hop, long now, IntConsumer to) {
    for (int i = lease.firstEdge(); i < lease.startOf(hop); i++) {
      int edge = lease.edges[i];
      lease.account.shared[i] = sharing(lease, i, now);
      lease.account.due[i] = due(lease, i, now);
      to.accept(edge);
      tellTurn(lease, edge, -lease.account.load());
      if (!lease.isStalled) {
        movers.leave(lease, edge);
      }
    }
    lease.account.firstHop = Math.max(lease.account.firstHop, hop);
  }

  /**
   * Takes load off the edges of leases that are overdue by now, of some at a time.
   *
   * @param stalled told of each that has turned out not to move
   * @return whether there may be more
   */
  boolean age(long now, Consumer<Lease> stalled) {
    int left = LOOKS_AN_EVENT;
    for (; left > 0 && !looks.isEmpty() && looks.peek().account.nextLook <= now; left--) {
      Lease lease = looks.poll();
      if (!lease.isOpen || lease.isStalled) {
        continue; // It has ended or rests since; to look for it in the heap then would take longer.
      }
      double age = now - lease.begin();
      boolean isLog = lease.ticket().isFlushedByLog();
      if (isLog || (settings.has(Mechanism.STALLED) && isStalled(lease, now))) {
        stall(lease, now);
        stalled.accept(lease);
        continue;
      }
      boolean countsLess = settings.has(Mechanism.OVERDUE);
      long most = countsLess ? (long) lease.mostBytesPerSecond(now) : lease.bytesPerSecond();
      load(lease, lease.sharesEdges ? Math.min(most, share(lease)) : most, now);
      lease.account.nextLook = lease.begin() + (long) Math.ceil(age * settings.of(Constant.LOOK));
      looks.add(lease);
    }
    return left == 0;
  }

  /** What a lease gets if all that move share its edges evenly. */
  private long share(Lease lease) {
    double share = (double) lease.bytesPerSecond();
    for (int i = lease.firstEdge(); i < lease.edges.length; i++) {
      int edge = lease.edges[i];
      share = Math.min(share, (double) residual.capacity(edge) / Math.max(1, movers.at(edge)));
    }
    return (long) share;
  }

  private boolean isStalled(Lease lease, long now) {
    double sharing = areTold ? 1 : mostSharing(lease, now);
    double unexplained = settings.of(Constant.UNEXPLAINED);
    return now - lease.begin() > unexplained * lease.expectedMillis() * sharing
        && due(lease, now) > unexplained * bytes(lease);
  }

  private static double bytes(Lease lease) {
    return lease.bytesPerSecond() * lease.expectedMillis() / MILLIS;
  }

  /**
   * Whether a lease has not had so many times what it needs yet, by its even part of its links with
   * all that moved there.
   */
  boolean isDue(Lease lease, double times, long now) {
    return due(lease, now) < times * bytes(lease);
  }

  /**
   * What a lease would have sent since it began if all that moved had shared each of its edges
   * evenly, in bytes: the least that an edge was good for.
   */
  double due(Lease lease, long now) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < lease.edges.length; i++) {
      least = Math.min(least, due(lease, i, now));
    }
    return least;
  }

  private double due(Lease lease, int i, long now) {
    if (i < lease.firstEdge()) {
      return lease.account.due[i];
    }
    int edge = lease.edges[i];
    count(edge, now);
    return fair[edge] - lease.account.due[i];
  }

  /** What is known of a lease's time when it ends, to learn from when its length is known. */
  Flown flown(Lease lease, long now) {
    double[] sharing = new double[lease.edges.length];
    Arrays.setAll(sharing, i -> sharing(lease, i, now));
    return new Flown(
        lease.edges,
        sharing,
        due(lease, now),
        lease.bytesPerSecond(),
        lease.ticket().writer().canKeepUp(),
        lease.isWriterSlow,
        lease.begin(),
        now);
  }

  /** Of how many leases like this one the busiest of its edges has carried the bytes meanwhile. */
  private double mostSharing(Lease lease, long now) {
    double most = 1;
    for (int i = lease.firstEdge(); i < lease.edges.length; i++) {
      long capacity = residual.capacity(lease.edges[i]);
      double rate = Math.min(capacity, lease.bytesPerSecond());
      double room = capacity / rate;
      most = Math.max(most, sharing(lease, i, now) / room);
    }
    return most;
  }

  /**
   * How many leases like this one have shared an edge with it since it began, itself counted; by
   * the bytes that all are taken to have sent.
   */
  private double sharing(Lease lease, int i, long now) {
    if (i < lease.firstEdge()) {
      return lease.account.shared[i];
    }
    int edge = lease.edges[i];
    count(edge, now);
    double own = lease.account.sent(now);
    return own <= 0 ? 1 : Math.max(1, (sent[edge] - lease.account.sentBefore[i]) / own);
  }

  /**
   * A lease takes nothing any more until it ends: it does not move, or only when its client wants.
   */
  void stall(Lease lease, long now) {
    if (!lease.isOpen || lease.isStalled) {
      return;
    }
    load(lease, 0, now);
    lease.isStalled = true;
    open--;
    for (int i = lease.firstEdge(); i < lease.edges.length; i++) {
      movers.leave(lease, lease.edges[i]);
    }
  }

  private void load(Lease lease, long bytesPerSecond, long now) {
    long more = lease.account.load(bytesPerSecond, now);
    for (int i = lease.firstEdge(); i < lease.edges.length; i++) {
      take(lease.edges[i], more, now);
      tellTurn(lease, lease.edges[i], more);
    }
  }

  private static void tellTurn(Lease lease, int edge, long more) {
    if (lease.turn != null) {
      lease.turn.sends(lease.ticket(), edge, more);
    }
  }

  /** Something that has no lease takes more of an edge, or less. */
  void take(int edge, long more, long now) {
    count(edge, now);
    if (more > 0) {
      residual.take(edge, more);
      residual.commit();
    } else if (more < 0) {
      residual.give(edge, -more);
    }
  }

  private void count(int edge, long now) {
    double seconds = (now - counted[edge]) / MILLIS;
    sent[edge] += residual.used(edge) * seconds;
    fair[edge] += (double) residual.capacity(edge) / Math.max(1, movers.at(edge)) * seconds;
    still[edge] += movers.at(edge) > 0 || residual.left(edge) <= 0 ? now - counted[edge] : 0;
    counted[edge] = now;
  }
}
