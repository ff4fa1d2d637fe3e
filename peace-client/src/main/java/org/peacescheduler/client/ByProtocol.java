package org.peacescheduler.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.MemberProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.StatusProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto.ActionProto;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn by the request protocol. A thread asks for news until the turn is over, which also tells
 * the NameNode that this client is alive.
 *
 * <p>A NameNode that has just become active knows nothing of the request; it is submitted again
 * then, with the time at which it was asked for first. Where no NameNode takes requests, another
 * way is tried.
 *
 * <p>Example: submitted at 0 s, TURN at 4 s; the NameNode that knew it fails at 5 s, and the turn
 * goes on: it is a promise of order, and nobody else's turn would end by it.
 *
 * <p>Cost: one thread and one connection from {@link #ask} to {@link Turn#close}. Thread-safe.
 */
final class ByProtocol implements PendingTurn {
  private static final Logger LOG = LoggerFactory.getLogger(ByProtocol.class);
  private static final long PAUSE_MILLIS = 300;

  /** For so long a NameNode may take to answer whoever does not want to wait for a turn. */
  static final Duration ANSWER = Duration.ofSeconds(10);

  private final TurnLink link;
  private final Request request;

  /** Whether to wait in the line; if not, the NameNode answers "later" and keeps nothing. */
  private final boolean isToWait;

  private final Supplier<PendingTurn> otherWay;
  private final LongSupplier nanos;
  private final long asked;
  private final String id = UUID.randomUUID().toString();
  private final CompletableFuture<Turn> turn = new CompletableFuture<>();
  private volatile boolean over;

  /** Whether another thread tells the NameNode of the end; then it closes the link, afterwards. */
  private volatile boolean isTelling;

  private boolean reached;

  /** When it was asked for first, by the NameNode's clock; 0 before one has said it. */
  private long first;

  private PendingTurn other;
  private boolean isCancelled;

  /** No NameNode takes this request: it goes another way. */
  private static final class NotTaken extends IOException {
    private static final long serialVersionUID = 1;

    NotTaken(IOException why) {
      super(why.getMessage(), why);
    }
  }

  private ByProtocol(
      TurnLink link,
      Request request,
      boolean isToWait,
      Supplier<PendingTurn> otherWay,
      LongSupplier nanos) {
    this.link = link;
    this.request = request;
    this.isToWait = isToWait;
    this.otherWay = otherWay;
    this.nanos = nanos;
    this.asked = nanos.getAsLong();
  }

  /**
   * Asks on a thread of its own.
   *
   * @param isToWait false for an answer at once: the turn, or that it is not now
   * @param otherWay where no NameNode takes the request
   */
  static PendingTurn ask(
      TurnLink link,
      Request request,
      boolean isToWait,
      Supplier<PendingTurn> otherWay,
      LongSupplier nanos) {
    ByProtocol pending = new ByProtocol(link, request, isToWait, otherWay, nanos);
    Thread thread = new Thread(pending::follow, "peace-turn " + pending.id);
    thread.setDaemon(true);
    thread.start();
    return pending;
  }

  /** Asks for news until the request is over. */
  private void follow() {
    try {
      StateProto known = null;
      while (!over) {
        try {
          known = step(known);
          reached = true;
        } catch (FileNotFoundException e) {
          if (turn.isDone()) {
            over = true; // Another NameNode does not know of this turn, and need not.
          }
          known = null;
        } catch (AccessControlException | ParentNotDirectoryException | NotTaken e) {
          throw e;
        } catch (IOException e) {
          if (!reached) {
            throw new NotTaken(e);
          }
          LOG.debug("{} goes on asking for its turn", id, e);
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // A failover takes some seconds.
        }
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      turn.completeExceptionally(e);
    } finally {
      if (!isTelling) {
        link.close();
      }
    }
  }

  /** One call, and what it says. */
  private StateProto step(StateProto known) throws IOException {
    StatusProto status;
    try {
      status =
          known == null
              ? link.call(to -> to.submit(null, submission())).getStatus()
              : link.call(to -> to.awaitChange(null, poll(known))).getStatus();
    } catch (RemoteException e) {
      IOException told =
          e.unwrapRemoteException(
              FileNotFoundException.class,
              AccessControlException.class,
              ParentNotDirectoryException.class,
              StandbyException.class);
      throw told == e ? new NotTaken(e) : told;
    }
    first = status.getFirstMillis();
    return switch (status.getState()) {
      case TURN -> {
        turn.complete(new Begun());
        yield StateProto.TURN;
      }
      case CANCELLED, EXPIRED, DONE, LATER -> {
        // Again if the NameNode stops, or has heard nothing for too long. If not, there is no room
        // now, or a command of this user has cancelled it: as when the time is over.
        if (!status.getAgain()) {
          turn.complete(new AtOnce.Free(false, waited()));
        }
        over = over || turn.isDone();
        yield null;
      }
      default -> status.getState();
    };
  }

  private SubmitRequestProto submission() {
    SubmitRequestProto.Builder builder =
        SubmitRequestProto.newBuilder()
            .setId(id)
            .setPrefix(request.prefix().toUri().getPath())
            .setReplication(request.replication())
            .setBlockSize(request.blockSize())
            .setRefuse(!isToWait)
            .setBeginsAtOnce(request.file().isPresent())
            .setWaitedMillis(request.waited().plus(waited()).toMillis())
            .setFirstMillis(first);
    request.group().ifPresent(builder::setGroup);
    for (Request.Member member : request.members()) {
      MemberProto.Builder one =
          MemberProto.newBuilder().setBytes(member.bytes()).setFiles(member.files());
      member.host().ifPresent(one::setHost);
      builder.addMembers(one);
    }
    return builder.build();
  }

  private AwaitRequestProto poll(StateProto known) {
    return AwaitRequestProto.newBuilder().setId(id).setKnown(known).build();
  }

  private Duration waited() {
    return Duration.ofNanos(nanos.getAsLong() - asked);
  }

  private void send(ActionProto action, long bytes) throws IOException {
    UpdateRequestProto update =
        UpdateRequestProto.newBuilder().setId(id).setAction(action).setBytes(bytes).build();
    link.call(to -> to.update(null, update));
  }

  @Override
  public Turn await(Duration longest) throws IOException, InterruptedException {
    try {
      return turn.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return end() ? new AtOnce.Free(false, waited()) : turn.join();
    } catch (InterruptedException e) {
      if (!end() && !turn.isCompletedExceptionally()) {
        turn.join().close();
      }
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof NotTaken) {
        LOG.info("No turn by Peace's protocol: {}", e.getCause().getMessage());
        Duration left = isToWait ? longest.minus(waited()) : Turns.NOW;
        return goOtherWay().await(left.isNegative() ? Duration.ZERO : left);
      }
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  private synchronized PendingTurn goOtherWay() {
    if (isCancelled) {
      throw new CancellationException("The request for a turn was cancelled.");
    }
    other = otherWay.get();
    return other;
  }

  @Override
  public void cancel() {
    synchronized (this) {
      isCancelled = true;
      if (other != null) {
        other.cancel();
      }
    }
    end();
  }

  /** Ends the wait, unless it is over. */
  private boolean end() {
    boolean ended =
        turn.completeExceptionally(
            new CancellationException("The request for a turn was cancelled."));
    if (ended) {
      isTelling = true;
      over = true;
      // By another thread: this one may be interrupted, and the first one waits for news.
      tellLater(ActionProto.CANCEL);
    }
    return ended || turn.isCompletedExceptionally();
  }

  private void tellLater(ActionProto action) {
    Thread thread = new Thread(() -> tell(action), "peace-turn-end " + id);
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(ActionProto action) {
    try {
      send(action, 0);
    } catch (IOException | RuntimeException e) {
      // It has ended already, or the NameNode sees that nobody asks any more.
      LOG.debug("{} of {}", action, id, e);
    } finally {
      link.close();
    }
  }

  /** The turn. */
  private final class Begun implements Turn {
    private final Duration waited = ByProtocol.this.waited();

    @Override
    public Way way() {
      return Way.PROTOCOL;
    }

    @Override
    public boolean inTime() {
      return true;
    }

    @Override
    public Duration waited() {
      return waited;
    }

    @Override
    public void confirm(long bytes) throws IOException {
      if (!over) {
        send(ActionProto.CONFIRM, bytes);
      }
    }

    @Override
    public Optional<FSDataOutputStream> takeStream() {
      return Optional.empty();
    }

    @Override
    public void close() {
      if (!over) {
        isTelling = true;
        over = true;
        tell(ActionProto.FINISH);
      }
    }
  }
}
