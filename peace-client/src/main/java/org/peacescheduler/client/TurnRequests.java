package org.peacescheduler.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.peacescheduler.protocol.TurnProtocol;
import org.peacescheduler.protocol.TurnProtos.ListRequestProto;
import org.peacescheduler.protocol.TurnProtos.StatusProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto;
import org.peacescheduler.protocol.TurnProtos.UpdateRequestProto.ActionProto;

/**
 * The requests for turns of the caller's user that a NameNode knows, whichever client made them.
 *
 * <p>Cost: a connection until {@link #close}, a call for each method. Thread-safe.
 */
public final class TurnRequests implements AutoCloseable {
  private final TurnLink link;

  /**
   * One request.
   *
   * @param id tells it from the user's others
   * @param state QUEUED, TURN or WRITING
   * @param position of all users' requests that wait, from 1; 0 if it does not wait
   * @param blockedBy links that are full, or what else it waits for
   * @param expected until its turn, if that can be said
   * @param prefix the directory below which its files are
   * @param bytes as confirmed, or as asked for
   * @param age since it was asked for
   */
  public record Known(
      String id,
      String state,
      int position,
      List<String> blockedBy,
      Optional<Duration> expected,
      String prefix,
      long bytes,
      Duration age) {
    private static Known of(StatusProto status) {
      return new Known(
          status.getId(),
          status.getState().name(),
          status.getPosition(),
          List.copyOf(status.getBlockedByList()),
          status.hasExpectedMillis()
              ? Optional.of(Duration.ofMillis(status.getExpectedMillis()))
              : Optional.empty(),
          status.getPrefix(),
          status.getBytes(),
          Duration.ofMillis(status.getAgeMillis()));
    }
  }

  private TurnRequests(TurnLink link) {
    this.link = link;
  }

  /**
   * Those at the NameNodes of a file system.
   *
   * @throws IOException if they are not said to take requests
   */
  public static TurnRequests of(URI fileSystem, Configuration conf) throws IOException {
    FileSystem files = FileSystem.get(fileSystem, conf);
    List<InetSocketAddress> addresses = TurnLink.addresses(files.getUri(), conf);
    if (addresses.isEmpty()) {
      throw new IOException(
          "%s is not set for %s, so its NameNode takes no requests for turns. Maybe set it there and here."
              .formatted(TurnProtocol.ADDRESS_KEY, files.getUri()));
    }
    return new TurnRequests(TurnLink.to(addresses, files, conf, SilentAddresses.OF_PROCESS));
  }

  /** All that are not over, oldest first. */
  public List<Known> list() throws IOException {
    ListRequestProto all = ListRequestProto.getDefaultInstance();
    return unwrapped(to -> to.list(null, all)).getRequestsList().stream().map(Known::of).toList();
  }

  /**
   * Cancels a request; its client gets no turn.
   *
   * @throws java.io.FileNotFoundException if there is none with this id
   */
  public void cancel(String id) throws IOException {
    UpdateRequestProto update =
        UpdateRequestProto.newBuilder().setId(id).setAction(ActionProto.CANCEL).build();
    unwrapped(to -> to.update(null, update));
  }

  private <T> T unwrapped(TurnLink.Call<T> call) throws IOException {
    try {
      return link.call(call);
    } catch (RemoteException e) {
      throw e.unwrapRemoteException();
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
