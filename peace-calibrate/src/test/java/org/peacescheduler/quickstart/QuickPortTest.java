package org.peacescheduler.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuickPortTest {
  private static HttpServer server(String path, String text) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void port_isFree_isTakenWithoutAWord() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    assertEquals(new QuickPort(free, Optional.empty()), QuickPort.ofWeb(free));
  }

  @Test
  void port_isInUse_isAnotherOneAndSaysSo() throws Exception {
    HttpServer other = server("/", "a web page");
    try {
      int wish = other.getAddress().getPort();
      QuickPort calls = QuickPort.ofCalls(wish);
      QuickPort web = QuickPort.ofWeb(wish);
      assertNotEquals(wish, web.number());
      assertEquals(
          "Port %d is in use on this machine; calls to the NameNode go to %d."
              .formatted(wish, calls.number()),
          calls.note().orElseThrow());
      assertEquals(
          "Port %d is in use on this machine; the NameNode's web server has %d."
              .formatted(wish, web.number()),
          web.note().orElseThrow());
    } finally {
      other.stop(0);
    }
  }

  @Test
  void port_isOfAnotherQuickStart_saysThatItRuns() throws Exception {
    HttpServer peace = server("/peace/status", "{\"mode\":\"enforce\",\"nameNode\":\"active\"}");
    try {
      int wish = peace.getAddress().getPort();
      QuickPort web = QuickPort.ofWeb(wish);
      assertEquals(
          """
          Port %1$d is in use on this machine; the NameNode's web server has %2$d.
          A NameNode with Peace answers at http://127.0.0.1:%1$d/peace, maybe another quick start.
          Both share this machine. Maybe end that one with Ctrl-C, and start anew: the times below
          mean little beside it.\
          """
              .formatted(wish, web.number()),
          web.note().orElseThrow());
    } finally {
      peace.stop(0);
    }
  }
}
