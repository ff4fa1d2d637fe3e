package org.peacescheduler.coordinate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.peacescheduler.network.NetworkModel;

/**
 * A call that may change what a {@link Coordinator} decides, with all its arguments that matter: a
 * value that is made under the lock, told to the {@link Journal}, and can be made again.
 *
 * <p>Public methods of the coordinator that let the lock go in between make several calls, each of
 * which is one of these. Example: {@code tick()} is {@link Expire} until nothing is due, a {@link
 * Poll}, and {@link EndOverdue} until it has looked at all that is in flight.
 *
 * <p>Cost: nothing but itself. Immutable, but for tickets, of which only the number counts.
 */
public sealed interface Call {
  /**
   * Makes this call of a coordinator.
   *
   * @param made takes the ticket that comes of it, if one does
   */
  void on(Coordinator coordinator, Consumer<Ticket> made);

  /** See {@link Coordinator#submit}. */
  record Submit(ChunkRequest request) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      made.accept(coordinator.submit(request, outcome -> {}));
    }
  }

  /** See {@link Coordinator#resubmit}. */
  record Resubmit(Ticket earlier, ChunkRequest request) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      made.accept(coordinator.resubmit(earlier, request, outcome -> {}));
    }
  }

  /** See {@link Coordinator#observe}, {@link Coordinator#resume} and {@link Coordinator#find}. */
  record Observe(
      ChunkRequest request,
      List<String> nodes,
      int age,
      boolean isPartWritten,
      Optional<Exemption> exempt)
      implements Call {
    /** Copies the nodes. */
    public Observe {
      nodes = List.copyOf(nodes);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      made.accept(coordinator.observe(request, nodes, age, isPartWritten, exempt));
    }
  }

  /** See {@link Coordinator#learnt}. */
  record Learnt(Ticket ticket, long bytes) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.learnt(ticket, bytes);
    }
  }

  /** See {@link Coordinator#begun}. */
  record Begun(List<Ticket> turn) implements Call {
    /** Copies the tickets. */
    public Begun {
      turn = List.copyOf(turn);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.begun(turn);
    }
  }

  /** See {@link Coordinator#standAside}. */
  record StandAside(Ticket turn) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.standAside(turn);
    }
  }

  /** See {@link Coordinator#replan}. */
  record Replan(Ticket ticket, ChunkRequest without) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.replan(ticket, without, outcome -> {});
    }
  }

  /** See {@link Coordinator#fallBack}. */
  record FallBack(Ticket ticket, FallbackReason reason, String detail) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.fallBack(ticket, reason, detail);
    }
  }

  /** See {@link Coordinator#giveUpWaiting}. */
  record GiveUpWaiting(Ticket ticket, FallbackReason reason, String detail) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.giveUpWaiting(ticket, reason, detail);
    }
  }

  /** Some of those that wait are released; see {@link Coordinator#dismissAll}. */
  record Dismiss(long before, String reason) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.dismissSome(before, reason);
    }
  }

  /** See {@link Coordinator#copyOrdered}. */
  record CopyOrdered(Copy copy) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.copyOrdered(copy);
    }
  }

  /** See {@link Coordinator#copyEnded}. */
  record CopyEnded(Copy copy) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.copyEnded(copy);
    }
  }

  /** See {@link Coordinator#endCopiesOutside}. */
  record EndCopiesOutside(Set<String> hosts) implements Call {
    /** Copies the hosts. */
    public EndCopiesOutside {
      hosts = Set.copyOf(hosts);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.endCopiesOutside(hosts);
    }
  }

  /** Some of those in flight are released; see {@link Coordinator#forgetAll}. */
  record Forget(int most, long before, String reason) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.forgetSome(most, before, reason);
    }
  }

  /** See {@link Coordinator#suppose}. */
  record Suppose(ChunkRequest.Origin origin, long bytes, int files) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.suppose(origin, bytes, files);
    }
  }

  /** See {@link Coordinator#reroute}. */
  record Reroute(Ticket ticket, List<String> nodes) implements Call {
    /** Copies the nodes. */
    public Reroute {
      nodes = List.copyOf(nodes);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.reroute(ticket, nodes);
    }
  }

  /** See {@link Coordinator#seen}. */
  record Seen(Ticket ticket, List<String> nodes) implements Call {
    /** Copies the nodes. */
    public Seen {
      nodes = List.copyOf(nodes);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.seen(ticket, nodes);
    }
  }

  /** See {@link Coordinator#replicaDone}. */
  record ReplicaDone(Ticket ticket, String node) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.replicaDone(ticket, node);
    }
  }

  /** See {@link Coordinator#flushed}. */
  record Flushed(Ticket ticket) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.flushed(ticket);
    }
  }

  /** See {@link Coordinator#done(Ticket, boolean, long)}. */
  record Done(Ticket ticket, boolean fileEnded, long bytes) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.done(ticket, fileEnded, bytes);
    }
  }

  /** See {@link Coordinator#release}. */
  record Release(Ticket ticket, String reason, boolean fileEnded) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.release(ticket, reason, fileEnded);
    }
  }

  /** Some waits and files that are due end; see {@link Coordinator#tick}. */
  record Expire() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.expireSome();
    }
  }

  /** Some of those in flight end that last too long; see {@link Coordinator#tick}. */
  record EndOverdue(int most) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.endSomeOverdue(most);
    }
  }

  /** The first slice of {@link Coordinator#pass}. */
  record Pass() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.passOnce();
    }
  }

  /** Nothing happens, but what is left to be done is gone on with. */
  record Poll() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.poll();
    }
  }

  /** See {@link Coordinator#exchange}. */
  record Exchange(NetworkModel model, Set<String> presentHosts) implements Call {
    /** Copies the hosts. */
    public Exchange {
      presentHosts = Set.copyOf(presentHosts);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.exchange(model, presentHosts);
    }
  }

  /** See {@link Coordinator#change}. */
  record Change(SchedulerSettings others) implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.change(others);
    }
  }

  /** See {@link Coordinator#setPresent}. */
  record SetPresent(Set<String> hosts) implements Call {
    /** Copies the hosts. */
    public SetPresent {
      hosts = Set.copyOf(hosts);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.setPresent(hosts);
    }
  }

  /** See {@link Coordinator#trust}. */
  record Trust(Set<String> hosts) implements Call {
    /** Copies the hosts. */
    public Trust {
      hosts = Set.copyOf(hosts);
    }

    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.trust(hosts);
    }
  }

  /** Whoever comes from now on goes to the stock policy; see {@link Coordinator#stop}. */
  record Stop() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.beginToStop();
    }
  }

  /** Some of those that wait go to the stock policy; see {@link Coordinator#stop}. */
  record SendAway() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.sendSomeAway();
    }
  }

  /** See {@link Coordinator#together}; the calls that it is made of are told after it. */
  record Together() implements Call {
    @Override
    public void on(Coordinator coordinator, Consumer<Ticket> made) {
      coordinator.together(() -> {});
    }
  }
}
