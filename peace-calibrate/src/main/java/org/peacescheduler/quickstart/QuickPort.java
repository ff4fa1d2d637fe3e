package org.peacescheduler.quickstart;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * A port for a daemon of the quick start: the usual one, or any that is free, with a sentence that
 * says so. Immutable.
 *
 * <p>Example: 9870 is taken by a NameNode of your own: {@code Port 9870 is in use on this machine;
 * the web server has 34567.} If a NameNode with Peace answers there, it is named, for two quick
 * starts share the machine and slow each other down.
 *
 * @param number the port
 * @param note what to tell, if it is not the usual one
 */
record QuickPort(int number, Optional<String> note) {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The NameNode's port for calls. */
  static QuickPort ofCalls(int wish) throws IOException {
    QuickPort free = free(wish);
    return free.number == wish ? free : free.with(taken(wish, "calls to the NameNode go to", free));
  }

  /** The port of the NameNode's web server. */
  static QuickPort ofWeb(int wish) throws IOException, InterruptedException {
    QuickPort free = free(wish);
    if (free.number == wish) {
      return free;
    }
    String taken = taken(wish, "the NameNode's web server has", free);
    return free.with(isPeace(wish) ? taken + "%n".formatted() + another(wish) : taken);
  }

  private static QuickPort free(int wish) throws IOException {
    InetAddress local = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(wish, 1, local)) {
      return new QuickPort(socket.getLocalPort(), Optional.empty());
    } catch (IOException e) {
      try (ServerSocket any = new ServerSocket(0, 1, local)) {
        return new QuickPort(any.getLocalPort(), Optional.empty());
      }
    }
  }

  private QuickPort with(String told) {
    return new QuickPort(number, Optional.of(told));
  }

  private static String taken(int wish, String what, QuickPort instead) {
    return "Port %d is in use on this machine; %s %d.".formatted(wish, what, instead.number);
  }

  private static String another(int port) {
    return """
    A NameNode with Peace answers at http://127.0.0.1:%d/peace, maybe another quick start.
    Both share this machine. Maybe end that one with Ctrl-C, and start anew: the times below
    mean little beside it.\
    """
        .formatted(port);
  }

  /** Whether a NameNode with Peace has this port; whatever else answers has not. */
  private static boolean isPeace(int port) throws InterruptedException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/peace/status".formatted(port)))
              .timeout(PATIENCE)
              .build();
      HttpResponse<String> answer =
          HttpClient.newBuilder()
              .connectTimeout(PATIENCE)
              .build()
              .send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 && answer.body().contains("\"nameNode\"");
    } catch (IOException e) {
      return false; // It speaks no HTTP, or is too slow.
    }
  }
}
