package org.peacescheduler.hdfs.placement;

import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.ipc.PeaceCall;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.log.LogThrottlingHelper;
import org.apache.hadoop.log.LogThrottlingHelper.LogAction;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.coordinate.ChunkRequest.Origin;
import org.peacescheduler.coordinate.order.Share;
import org.peacescheduler.hdfs.config.PeaceConfig;
import org.peacescheduler.hdfs.placement.KnownFiles.KnownFile;
import org.peacescheduler.hdfs.telemetry.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whose a chunk is, and what it belongs to.
 *
 * <p>Goals, in order: no client gets into another user's group, or fails because of a hint; what
 * its hints say goes before what its path says ({@link CallerHints}, {@link
 * org.peacescheduler.hdfs.config.GroupGlobs}).
 *
 * <p>A group's name begins with its user, since anybody can give any name, and create any path. A
 * client's name has its user and host in it, for the same reason.
 *
 * <p>Example: ann on svr1.1 writes /ckpt/a/chk-7/x: client {@code ann@svr1.1/DFSClient_1}, group
 * {@code ann:/ckpt/a/chk-7}.
 *
 * <p>Bound: of a user's name {@value #MOST_USER} characters are kept; of a client's what {@link
 * PeaceCall} reads of it; of a group's what {@link CallerHints} and the operator's globs let pass.
 * A user's group is his own, whatever it is called.
 *
 * <p>Cost: a few microseconds. Thread-safe; to be asked in the thread that serves the call.
 */
public final class Origins {
  static final long PERIOD_MILLIS = 60_000;

  /** So many characters of a user's name are kept; those of Linux have 32. */
  static final int MOST_USER = 256;

  private static final Logger LOG = LoggerFactory.getLogger("org.peacescheduler.hdfs.Origins");

  private final InstantSource clock;
  private final Runnable count;
  private final Consumer<String> log;
  private final LogThrottlingHelper throttle = new LogThrottlingHelper(PERIOD_MILLIS);

  /**
   * Finds out, and tells of hints that make no sense.
   *
   * @param count called for each of them
   * @param log takes a line a minute at most
   */
  public Origins(InstantSource clock, Runnable count, Consumer<String> log) {
    this.clock = clock;
    this.count = count;
    this.log = log;
  }

  /** Who makes the call of this thread; empty if it is nobody's. */
  public static Optional<String> user() {
    return Optional.ofNullable(Server.getRemoteUser())
        .map(UserGroupInformation::getShortUserName)
        .map(Origins::bounded);
  }

  /** A user's name; without Kerberos anybody can give any, of any length. */
  static String bounded(String user) {
    return user.length() <= MOST_USER
        ? user
        : user.substring(0, MOST_USER) + "…" + Integer.toHexString(user.hashCode());
  }

  /**
   * Of the chunk that the call of this thread asks for.
   *
   * @param address the writer's, if it is known
   * @param leaseHolder the client's name in HDFS; without it, its RPC connections tell it from
   *     others
   */
  public Origin ofCall(KnownFile file, Optional<String> address, Optional<String> leaseHolder) {
    Optional<String> user = file.user();
    // Outside of a call it would be that of whoever started this thread.
    CallerHints hints = user.isEmpty() ? CallerHints.NONE : CallerHints.ofCall();
    hints.problems().forEach(problem -> ignored(problem, user));
    Optional<String> client = leaseHolder.or(hints::clientId).or(Origins::connection);
    Optional<String> group = hints.group().or(file::group);
    Origin origin = origin(user, address, client, group, hints.bytes(), file.share());
    if (LOG.isDebugEnabled()) {
      LOG.debug("a chunk of '{}': {}", LogText.of(file.path()), LogText.of(origin.toString()));
    }
    return origin;
  }

  /** Of a file that was begun before, by its owner as far as anybody knows. */
  public static Origin ofFile(
      String path, String owner, String address, String leaseHolder, PeaceConfig config) {
    Optional<String> user = Optional.of(bounded(owner));
    return origin(
        user,
        Optional.of(address),
        Optional.of(leaseHolder).filter(name -> name.length() <= PeaceCall.MOST_NAME_BYTES),
        config.groups().group(path),
        0,
        config.shares().of(path, user));
  }

  private static Origin origin(
      Optional<String> user,
      Optional<String> address,
      Optional<String> client,
      Optional<String> group,
      long bytes,
      Share share) {
    return new Origin(
        user,
        client.map(c -> user.orElse("") + "@" + address.orElse("") + "/" + c),
        group.map(g -> user.orElse("") + ":" + g),
        bytes,
        share);
  }

  private static Optional<String> connection() {
    byte[] id = Server.getClientId();
    return id.length == 0 ? Optional.empty() : Optional.of(HexFormat.of().formatHex(id));
  }

  private void ignored(String problem, Optional<String> user) {
    count.run();
    LogAction action;
    synchronized (throttle) {
      action = throttle.record("hint", clock.millis());
    }
    if (action.shouldLog()) {
      log.accept(
          "A hint in a caller context of user '%s' is ignored: %s%s"
              .formatted(
                  LogText.of(user.orElse("")),
                  LogText.of(problem),
                  LogThrottlingHelper.getLogSupressionMessage(action)));
    }
  }
}
