package org.peacescheduler.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Chooses the way by the file system of a request's prefix, and by whether its NameNodes are said
 * to take requests. Thread-safe.
 *
 * @param conf where the file systems and their NameNodes are named
 * @param client who asks; empty: the client that a program's threads share
 * @param silent NameNodes that are not worth a try now
 */
record FileSystemTurns(Configuration conf, Optional<FileSystem> client, SilentAddresses silent)
    implements Turns {
  private static final String HDFS = "hdfs";
  private static final LongSupplier NANOS = System::nanoTime;

  @Override
  public PendingTurn ask(Request request) {
    return ask(request, true);
  }

  @Override
  public Optional<Turn> askNow(Request request) throws IOException, InterruptedException {
    PendingTurn pending = ask(request, false);
    return inTime(pending, pending instanceof ByProtocol ? ByProtocol.ANSWER : NOW);
  }

  /** The turn if it comes in time, else nothing, and nothing is kept. */
  static Optional<Turn> inTime(PendingTurn pending, Duration longest)
      throws IOException, InterruptedException {
    Turn turn = pending.await(longest);
    if (turn.inTime()) {
      return Optional.of(turn);
    }
    turn.close();
    return Optional.empty();
  }

  private PendingTurn ask(Request request, boolean isToWait) {
    try {
      FileSystem files = client.isPresent() ? client.get() : request.prefix().getFileSystem(conf);
      if (!HDFS.equals(files.getUri().getScheme())) {
        return new AtOnce(request);
      }
      List<InetSocketAddress> addresses = TurnLink.addresses(files.getUri(), conf);
      return addresses.isEmpty()
          ? FirstBlock.ask(files, request, NANOS)
          : ByProtocol.ask(
              TurnLink.to(addresses, files, conf, silent),
              request,
              isToWait,
              () -> FirstBlock.ask(files, request, NANOS),
              NANOS);
    } catch (IOException e) {
      return new Failed(e);
    }
  }
}
