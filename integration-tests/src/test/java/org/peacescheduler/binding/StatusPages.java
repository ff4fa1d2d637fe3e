package org.peacescheduler.binding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** What a NameNode's web server shows of Peace. Immutable. */
record StatusPages(InetSocketAddress address) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** {@code /peace/status} for a user. */
  JsonNode status(String user) throws IOException {
    return MAPPER.readTree(text("/peace/status?user.name=" + user));
  }

  /** {@code /peace/topology}. */
  JsonNode topology() throws IOException {
    return MAPPER.readTree(text("/peace/topology?user.name=hdfs"));
  }

  /** {@code /peace/explain} for a user. */
  JsonNode explain(String what, String user) throws IOException {
    return MAPPER.readTree(text("/peace/explain?what=" + what + "&user.name=" + user));
  }

  /** {@code /peace} for a user. */
  String page(String user) throws IOException {
    return text("/peace?user.name=" + user);
  }

  /** The HTTP status of a path. */
  int code(String path) throws IOException {
    return open(path).getResponseCode();
  }

  private HttpURLConnection open(String path) throws IOException {
    String url = "http://localhost:%d%s".formatted(address.getPort(), path);
    return (HttpURLConnection) URI.create(url).toURL().openConnection();
  }

  private String text(String path) throws IOException {
    try (InputStream in = open(path).getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
