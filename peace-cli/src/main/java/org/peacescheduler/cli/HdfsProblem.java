package org.peacescheduler.cli;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;

/**
 * What an operator is told of an error of HDFS's client: what happened, in one line, and the remedy
 * that fits.
 *
 * <p>The message of an error from a NameNode has the whole stack trace of the NameNode behind its
 * first line. Example: {@code org.apache.hadoop.security.AccessControlException: Permission denied:
 * user=ann, …} with 24 lines {@code at …} becomes {@code Permission denied: user=ann, …}. The trace
 * is in the cause of the {@link CommandFailure}, which {@code PEACE_DEBUG=1} prints.
 *
 * <p>Immutable.
 *
 * @param error what HDFS's client threw
 */
record HdfsProblem(Exception error) {
  private static final Pattern CLASS_NAME =
      Pattern.compile("^(?:[a-z][A-Za-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*: ");

  /** HDFS's own words; its client has the exception's class only where it unwraps the answer. */
  private static final String SAFE_MODE = "in safe mode";

  private static final List<Class<? extends Exception>> NO_CONNECTION =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          UnknownHostException.class,
          SocketTimeoutException.class,
          EOFException.class);

  /** What happened: one line, without the name of an exception's class before it. */
  String line() {
    Throwable telling = lostConnection().orElse(error);
    String message = telling.getMessage() == null ? telling.toString() : telling.getMessage();
    String line = message.lines().findFirst().orElse("");
    while (CLASS_NAME.matcher(line).find()) {
      line = CLASS_NAME.matcher(line).replaceFirst("");
    }
    boolean isHostAlone = telling instanceof UnknownHostException && line.indexOf(' ') < 0;
    return isHostAlone ? "the host '" + line + "' is unknown" : line;
  }

  /**
   * What happened, and on a second line the remedy; on the same line if HDFS or Peace in the
   * NameNode has named one.
   *
   * @param denied the remedy if the user may not do this
   * @param unreachable the remedy if no NameNode could be reached
   */
  String text(String denied, String unreachable) {
    String line = line();
    return line.contains("Maybe ")
        ? line
        : line + System.lineSeparator() + remedy(denied, unreachable);
  }

  private String remedy(String denied, String unreachable) {
    if (lostConnection().isPresent()) {
      return unreachable;
    } else if (line().contains(SAFE_MODE)) {
      return "Maybe wait until 'hdfs dfsadmin -safemode wait' returns; '-safemode get' says whether"
          + " the NameNode is still in it.";
    } else if (found(List.of(AccessControlException.class)).isPresent()) {
      return denied;
    } else if (found(List.of(UnsupportedFileSystemException.class)).isPresent()) {
      return "Maybe name one in HDFS, such as hdfs://nn1:8020/backup.";
    }
    return "Maybe the NameNode's log says more.";
  }

  /** The error that says that nobody answered. */
  private Optional<Throwable> lostConnection() {
    return found(NO_CONNECTION);
  }

  /** The error if it is of one of these kinds, or else the first of its causes that is. */
  private Optional<Throwable> found(List<Class<? extends Exception>> kinds) {
    return Stream.iterate((Throwable) error, Objects::nonNull, Throwable::getCause)
        .filter(at -> kinds.stream().anyMatch(kind -> kind.isInstance(at)))
        .findFirst();
  }
}
