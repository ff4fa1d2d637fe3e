package org.peacescheduler.flink;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Sends HTTP requests from inside a namespace: each line of standard input is one, each line of
 * standard output an answer. It ends when its input does.
 */
public final class HttpRelay {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private HttpRelay() {}

  /**
   * A request.
   *
   * @param body one byte a character
   * @param contentType of the body
   */
  record Order(String method, String url, String contentType, String body) {}

  /**
   * An answer.
   *
   * @param status of HTTP; 0 if there was no answer, and the body says why
   */
  record Reply(int status, String body) {
    private static final String CAUSE = "Caused by: ";

    boolean fine() {
      return status / 100 == 2;
    }

    /** The first cause of Flink's stack trace, if the body is one, and else the whole body. */
    String reason() {
      int from = body.lastIndexOf(CAUSE);
      return from < 0 ? body : body.substring(from + CAUSE.length()).split("\\\\n", 2)[0];
    }
  }

  /** Answers until the input ends. */
  public static void main(String[] args) throws IOException, InterruptedException {
    ObjectMapper mapper = new ObjectMapper();
    PrintStream out = System.out;
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Reply reply = send(client, mapper.readValue(line, Order.class));
      out.println(mapper.writeValueAsString(reply));
      out.flush();
    }
  }

  private static Reply send(HttpClient client, Order order) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(order.url()))
            .timeout(PATIENCE)
            .header("Content-Type", order.contentType())
            .method(
                order.method(),
                HttpRequest.BodyPublishers.ofString(order.body(), StandardCharsets.ISO_8859_1))
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Reply(response.statusCode(), response.body());
    } catch (IOException e) {
      return new Reply(0, e.toString());
    }
  }
}
