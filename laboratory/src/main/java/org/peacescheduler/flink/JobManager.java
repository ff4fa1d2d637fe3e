package org.peacescheduler.flink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.peacescheduler.testbed.LineProcess;
import org.peacescheduler.testbed.TestbedException;

/**
 * A job manager, spoken to over Flink's REST API.
 *
 * <p>Confined to one thread.
 */
final class JobManager {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String JSON = "application/json";
  private static final String BOUNDARY = "peace-boundary";
  private static final long POLL_MILLIS = 200;
  private static final String ENDED_BY_ITSELF = "FAILED|FINISHED|SUSPENDED";

  private final LineProcess relay;
  private final String url;

  /** Something that is asked for until it is so. */
  interface Condition {
    boolean holds() throws TestbedException;
  }

  /**
   * One that may not be up yet.
   *
   * @param relay an {@link HttpRelay} on a host that reaches it
   */
  JobManager(LineProcess relay, String address, int port) {
    this.relay = relay;
    this.url = "http://%s:%d".formatted(address, port);
  }

  /** Asks again and again; REST has no way to be told. */
  static void await(String what, long patienceSeconds, Condition condition)
      throws TestbedException, InterruptedException {
    long end = System.nanoTime() + patienceSeconds * 1_000_000_000L;
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        throw new TestbedException(
            "No %s after %d s. Maybe the logs say why.".formatted(what, patienceSeconds));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Whether it answers and has so many task managers. */
  boolean hasTaskManagers(int count) throws TestbedException {
    HttpRelay.Reply reply = send("GET", "/overview", JSON, "");
    return reply.fine() && read(reply).path("taskmanagers").asInt() == count;
  }

  /** The version that it runs. */
  String version() throws TestbedException {
    return ask("GET", "/config", "").path("flink-version").asText();
  }

  /** Gives it a jar, and returns what the jar is called there. */
  String upload(Path jar) throws IOException, TestbedException {
    String bytes = Files.readString(jar, StandardCharsets.ISO_8859_1);
    String body =
        "--%s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"%s\"\r\n"
                .formatted(BOUNDARY, jar.getFileName())
            + "Content-Type: application/x-java-archive\r\n\r\n"
            + bytes
            + "\r\n--%s--\r\n".formatted(BOUNDARY);
    HttpRelay.Reply reply =
        send("POST", "/jars/upload", "multipart/form-data; boundary=" + BOUNDARY, body);
    String file = read(require("/jars/upload", reply)).path("filename").asText();
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /**
   * Starts a job, and returns its id.
   *
   * @param keys further keys of Flink for this job
   */
  String run(String jar, List<String> arguments, Map<String, String> keys) throws TestbedException {
    ObjectNode body = MAPPER.createObjectNode();
    body.put("entryClass", "org.peacescheduler.flink.job.StateJob");
    arguments.forEach(body.putArray("programArgsList")::add);
    keys.forEach(body.putObject("flinkConfiguration")::put);
    return ask("POST", "/jars/" + jar + "/run", body.toString()).path("jobid").asText();
  }

  /** How many records a job's source has sent. */
  long sourceRecords(String job) throws TestbedException {
    JsonNode details = details(job);
    if (!state(details).matches("CREATED|INITIALIZING|RUNNING")) {
      throw ended(details);
    }
    return details.at("/vertices/0/metrics/write-records").asLong();
  }

  private JsonNode details(String job) throws TestbedException {
    return ask("GET", "/jobs/" + job, "");
  }

  private static String state(JsonNode details) {
    return details.path("state").asText();
  }

  private static TestbedException ended(JsonNode details) {
    return new TestbedException(
        "Flink's job %s is %s. Maybe the job manager's log says why."
            .formatted(details.path("name").asText(), state(details)));
  }

  /** Asks for a checkpoint, and does not wait for it. */
  void trigger(String job) throws TestbedException {
    ask("POST", "/jobs/" + job + "/checkpoints", "{\"checkpointType\":\"CONFIGURED\"}");
  }

  List<Checkpoint> checkpoints(String job) throws TestbedException {
    JsonNode answer = ask("GET", "/jobs/" + job + "/checkpoints", "");
    try {
      return Checkpoint.readAll(answer);
    } catch (IllegalArgumentException e) {
      throw new TestbedException(url + ": " + e.getMessage(), e);
    }
  }

  /** How a job's checkpoints got their turns; up to a second old. */
  TurnCounts turns(String job) throws TestbedException {
    return TurnCounts.read(ask("GET", "/jobs/" + job + "/metrics?get=" + TurnCounts.METRICS, ""));
  }

  /** A checkpoint that is over, with what its tasks tell of it; one that failed stays as it is. */
  Checkpoint withTasks(String job, Checkpoint checkpoint) throws TestbedException {
    if (checkpoint.failed()) {
      return checkpoint;
    }
    String details = "/jobs/%s/checkpoints/details/%d".formatted(job, checkpoint.id());
    List<JsonNode> answers = new ArrayList<>();
    Iterator<String> vertices = ask("GET", details, "").path("tasks").fieldNames();
    while (vertices.hasNext()) {
      answers.add(ask("GET", details + "/subtasks/" + vertices.next(), ""));
    }
    try {
      return checkpoint.with(Checkpoint.Tasks.read(answers));
    } catch (IllegalArgumentException e) {
      throw new TestbedException(url + ": " + e.getMessage(), e);
    }
  }

  void cancel(String job) throws TestbedException {
    ask("PATCH", "/jobs/" + job + "?mode=cancel", "");
  }

  /** Checks that a job goes on; it may be about to start again. */
  void requireNotEnded(String job) throws TestbedException {
    JsonNode details = details(job);
    if (state(details).matches("CANCELED|" + ENDED_BY_ITSELF)) {
      throw ended(details);
    }
  }

  /** Whether a job that was cancelled has ended; one that ended otherwise is no measurement. */
  boolean isOver(String job) throws TestbedException {
    JsonNode details = details(job);
    if (state(details).matches(ENDED_BY_ITSELF)) {
      throw ended(details);
    }
    return state(details).equals("CANCELED");
  }

  private JsonNode ask(String method, String path, String body) throws TestbedException {
    return read(require(method + " " + path, send(method, path, JSON, body)));
  }

  private HttpRelay.Reply require(String what, HttpRelay.Reply reply) throws TestbedException {
    if (!reply.fine()) {
      throw new TestbedException(
          "%s: %s: %d %s".formatted(url, what, reply.status(), reply.reason()));
    }
    return reply;
  }

  private JsonNode read(HttpRelay.Reply reply) throws TestbedException {
    try {
      return MAPPER.readTree(reply.body());
    } catch (JsonProcessingException e) {
      throw new TestbedException(url + " said: " + reply.body(), e);
    }
  }

  private HttpRelay.Reply send(String method, String path, String contentType, String body)
      throws TestbedException {
    try {
      String order =
          MAPPER.writeValueAsString(new HttpRelay.Order(method, url + path, contentType, body));
      relay.send(order);
      return MAPPER.readValue(relay.receive(), HttpRelay.Reply.class);
    } catch (JsonProcessingException e) {
      throw new TestbedException(url + ": the relay's answer cannot be read.", e);
    }
  }
}
