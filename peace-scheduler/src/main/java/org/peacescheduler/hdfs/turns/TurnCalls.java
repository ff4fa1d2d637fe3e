package org.peacescheduler.hdfs.turns;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.PeaceAccess;
import org.apache.hadoop.ipc.PeaceAnswer;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.peacescheduler.hdfs.placement.Origins;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.AwaitRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListRequestProto;
import org.peacescheduler.protocol.TurnProtos.ListResponseProto;
import org.peacescheduler.protocol.TurnProtos.MemberProto;
import org.peacescheduler.protocol.TurnProtos.StateProto;
import org.peacescheduler.protocol.TurnProtos.StatusProto;
import org.peacescheduler.protocol.TurnProtos.StatusResponseProto;
import org.peacescheduler.protocol.TurnProtos.SubmitRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;
import org.peacescheduler.turns.TurnQueue;
import org.peacescheduler.turns.TurnState;
import org.peacescheduler.turns.TurnStatus;
import org.peacescheduler.turns.Wish;

/**
 * Translates the calls of the request protocol, and refuses what is not the caller's.
 *
 * <p>Goals, in order: a caller hears of and moves his own requests alone; who may not write below a
 * prefix gets no turn for it; what is out of bounds is refused with its bound.
 *
 * <p>Bound: as {@link Wish} has it; of a longer list of members no more is read, and a list of
 * requests has {@value #MOST_LISTED}.
 *
 * <p>Thread-safe.
 */
final class TurnCalls implements TurnProtocol {
  /** So many requests are in one list. */
  static final int MOST_LISTED = 1_000;

  private final TurnQueue queue;
  private final FSNamesystem namesystem;
  private final long start;
  private final int replication;
  private final long blockSize;

  /** What a call does. */
  private interface Work<T> {
    T of(String user) throws IOException;
  }

  /**
   * For one NameNode.
   *
   * @param start when it started
   * @param replication where a request says none
   * @param blockSize where a request says none
   */
  TurnCalls(TurnQueue queue, FSNamesystem namesystem, long start, int replication, long blockSize) {
    this.queue = queue;
    this.namesystem = namesystem;
    this.start = start;
    this.replication = replication;
    this.blockSize = blockSize;
  }

  private <T> T asCaller(Work<T> work) throws ServiceException {
    try {
      PeaceAccess.checkActive(namesystem);
      return work.of(
          Origins.user().orElseThrow(() -> new IOException("The caller's name is not known.")));
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  private static FileNotFoundException unknown(String id) {
    return new FileNotFoundException(
        "There is no request '%s' of this user here. Maybe submit it again."
            .formatted(id.substring(0, Math.min(id.length(), Wish.MOST_NAME))));
  }

  @Override
  public StatusResponseProto submit(RpcController controller, SubmitRequestProto request)
      throws ServiceException {
    return asCaller(
        user -> {
          Wish wish = wish(user, request, request.getPrefix());
          String prefix = PeaceAccess.checkMayCreateIn(namesystem, wish.prefix());
          return answer(queue.submit(wish(user, request, prefix)));
        });
  }

  private Wish wish(String user, SubmitRequestProto request, String prefix) {
    String here = Server.getRemoteAddress();
    List<Wish.Member> members =
        request.getMembersCount() == 0
            ? List.of(new Wish.Member(here, 0, 1))
            : request.getMembersList().stream()
                .limit(Wish.MOST_MEMBERS + 1)
                .map(member -> member(member, here))
                .toList();
    return new Wish(
        request.getId(),
        user,
        prefix.length() > 1 && prefix.endsWith("/")
            ? prefix.substring(0, prefix.length() - 1)
            : prefix,
        here,
        members,
        request.getReplication() == 0 ? replication : request.getReplication(),
        request.getBlockSize() == 0 ? blockSize : request.getBlockSize(),
        Optional.of(request.getGroup()).filter(group -> !group.isEmpty()),
        !request.getRefuse(),
        request.getBeginsAtOnce(),
        request.getDeadlineMillis(),
        request.getWaitedMillis(),
        request.getFirstMillis());
  }

  private static Wish.Member member(MemberProto member, String here) {
    return new Wish.Member(
        member.getHost().isEmpty() ? here : member.getHost(), member.getBytes(), member.getFiles());
  }

  @Override
  public StatusResponseProto awaitChange(RpcController controller, AwaitRequestProto request)
      throws ServiceException {
    return asCaller(
        user -> {
          TurnState known = TurnState.valueOf(request.getKnown().name());
          long longest =
              request.hasLongestMillis()
                  ? request.getLongestMillis()
                  : TurnQueue.LONGEST_POLL_MILLIS;
          Polling poll = new Polling(PeaceAnswer.later());
          if (!queue.await(user, request.getId(), known, longest, poll)) {
            poll.later.fail(unknown(request.getId()));
          }
          return StatusResponseProto.getDefaultInstance();
        });
  }

  /** An answer that is given later. */
  private final class Polling implements TurnQueue.Poll {
    private final PeaceAnswer later;

    Polling(PeaceAnswer later) {
      this.later = later;
    }

    @Override
    public void answer(TurnStatus status) {
      later.send(TurnCalls.this.answer(status));
    }

    @Override
    public boolean isOpen() {
      return later.isOpen();
    }
  }

  @Override
  public StatusResponseProto update(RpcController controller, UpdateRequestProto request)
      throws ServiceException {
    return asCaller(
        user -> {
          String id = request.getId();
          Optional<TurnStatus> status =
              switch (request.getAction()) {
                case CONFIRM -> queue.confirm(user, id, request.getBytes());
                case FINISH -> queue.finish(user, id);
                case CANCEL -> queue.cancel(user, id);
              };
          return answer(status.orElseThrow(() -> unknown(id)));
        });
  }

  @Override
  public ListResponseProto list(RpcController controller, ListRequestProto request)
      throws ServiceException {
    return asCaller(
        user -> {
          List<TurnStatus> requests = queue.list(user::equals, MOST_LISTED);
          return ListResponseProto.newBuilder()
              .addAllRequests(requests.stream().map(this::status).toList())
              .build();
        });
  }

  private StatusResponseProto answer(TurnStatus status) {
    return StatusResponseProto.newBuilder().setStatus(status(status)).build();
  }

  private StatusProto status(TurnStatus status) {
    StatusProto.Builder answer =
        StatusProto.newBuilder()
            .setId(status.wish().id())
            .setState(StateProto.valueOf(status.state().name()))
            .setStart(start)
            .setReason(status.reason())
            .setAgain(status.again())
            .setPosition(status.position())
            .addAllBlockedBy(status.blockedBy())
            .setPrefix(status.wish().prefix())
            .setUser(status.wish().user())
            .setBytes(status.bytes())
            .setFirstMillis(status.firstMillis())
            .setAgeMillis(status.ageMillis());
    status.expectedMillis().ifPresent(answer::setExpectedMillis);
    return answer.build();
  }
}
