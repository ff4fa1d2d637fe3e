package org.peacescheduler.binding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.function.Predicate;

/** What a NameNode in another process tells of itself over HTTP. */
record Jmx(String address) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PEACE = "Hadoop:service=NameNode,name=PeaceScheduler";

  /** One number of the metrics source {@code PeaceScheduler}. */
  double peace(String metric) throws IOException {
    return required(bean(PEACE), metric).asDouble();
  }

  /** How many threads there are. */
  int threads() throws IOException {
    return required(bean("java.lang:type=Threading"), "ThreadCount").asInt();
  }

  /** Waits until so many datanodes are alive. */
  void awaitDatanodes(int count) throws Exception {
    await(
        "Hadoop:service=NameNode,name=FSNamesystemState",
        state -> state.path("NumLiveDataNodes").asInt() == count,
        count + " datanodes");
  }

  /** Waits until no chunk waits or is written, and all links are free. */
  void awaitIdle() throws Exception {
    await(
        jmx ->
            required(jmx, "QueueLength").asInt() == 0
                && required(jmx, "InFlight").asInt() == 0
                && required(jmx, "LinkUtilisationMax").asDouble() == 0,
        "all capacity is back");
  }

  /**
   * Waits until so many chunks have been asked for since the NameNode's start. They need not wait
   * all at once: on a slow machine, a holder's capacity may be given to others before the last one
   * asks.
   */
  void awaitAsked(double chunks) throws Exception {
    await(
        jmx -> required(jmx, "Grants").asDouble() + required(jmx, "QueueLength").asInt() >= chunks,
        chunks + " chunks are granted or wait");
  }

  /** Waits for something about {@code PeaceScheduler}. */
  void await(Predicate<JsonNode> condition, String what) throws Exception {
    await(PEACE, condition, what);
  }

  private void await(String bean, Predicate<JsonNode> condition, String what) throws Exception {
    PeaceCluster.await(
        () -> {
          try {
            return condition.test(bean(bean));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        },
        60_000,
        () -> what);
  }

  private static JsonNode required(JsonNode bean, String metric) {
    JsonNode value = bean.path(metric);
    if (!value.isNumber()) {
      throw new AssertionError("no number '%s' in %s".formatted(metric, bean));
    }
    return value;
  }

  private JsonNode bean(String name) throws IOException {
    return MAPPER
        .readTree(URI.create("http://" + address + "/jmx?qry=" + name).toURL())
        .path("beans")
        .path(0);
  }
}
