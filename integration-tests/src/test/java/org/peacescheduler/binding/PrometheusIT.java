package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code conf} has for Prometheus and Grafana asks for what a NameNode has. With Prometheus on
 * the path ({@code apt-get install prometheus}) each query is run, too.
 */
@ExtendWith(IdleAfterEach.class)
class PrometheusIT {
  private static final Path DASHBOARD = Path.of("../conf/grafana-peace.json");
  private static final Path ALERTS = Path.of("../conf/prometheus-alerts.yaml");
  private static final Pattern NAME = Pattern.compile("peace_[a-z_]+[a-z]");

  @TempDir static Path directory;
  private static PeaceCluster cluster;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    cluster =
        PeaceCluster.start(
            directory,
            conf -> {
              PeaceCluster.topology(conf, directory, PeaceCluster.twoRacks("any"));
              conf.setBoolean("hadoop.prometheus.endpoint.enabled", true);
            },
            PeaceCluster.TWO_RACKS);
    PeaceCluster.client("10.9.0.1", "/rack1");
    cluster.writeAs("10.9.0.1", "/watched", 3 * PeaceCluster.BLOCK, 3);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private String get(String address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
  }

  private static String nameNode() {
    return "127.0.0.1:" + cluster.mini().getNameNode(0).getHttpAddress().getPort();
  }

  private static List<String> queries() throws IOException {
    JsonNode panels = new ObjectMapper().readTree(DASHBOARD.toFile()).get("panels");
    return panels.findValuesAsText("expr").stream()
        .map(query -> query.replace("$instance", ".+"))
        .toList();
  }

  @Test
  void prom_everyNameThatIsAskedFor_isThere() throws Exception {
    String asked = Files.readString(ALERTS) + String.join("\n", queries());
    Set<String> names =
        NAME.matcher(asked)
            .results()
            .map(match -> match.group())
            .filter(name -> !name.equals("peace_scheduler_fallbacks"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(names.size() > 10, names.toString());
    String exposed = get("http://%s/prom".formatted(nameNode()));
    Set<String> there =
        exposed
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ", -1)[2])
            .collect(Collectors.toSet());
    names.removeAll(there);
    assertEquals(Set.of(), names);
    assertTrue(
        exposed
            .lines()
            .anyMatch(line -> line.matches("peace_link_utilisation\\{.*link=\".+->.+\".*")),
        exposed);
  }

  @Test
  void prometheus_eachQueryOfTheDashboard_hasData() throws Exception {
    Assumptions.assumeTrue(isOnPath("prometheus"), "Prometheus is not installed");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path config =
        Files.writeString(
            directory.resolve("prometheus.yml"),
            """
            global: {scrape_interval: 1s}
            rule_files: ["%s"]
            scrape_configs:
              - job_name: namenodes
                metrics_path: /prom
                static_configs: [{targets: ["%s"]}]
            """
                .formatted(ALERTS.toRealPath(), nameNode()));
    Process prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("prometheus.log").toFile())
            .start();
    try {
      for (String query : queries()) {
        String address =
            "http://127.0.0.1:%d/api/v1/query?query=%s"
                .formatted(port, URLEncoder.encode(query, StandardCharsets.UTF_8));
        PeaceCluster.await(() -> hasData(address), () -> "data of " + query);
      }
    } finally {
      prometheus.destroy();
      prometheus.waitFor(10, TimeUnit.SECONDS);
    }
  }

  private boolean hasData(String address) {
    try {
      JsonNode answer = new ObjectMapper().readTree(get(address));
      return !answer.path("data").path("result").isEmpty();
    } catch (IOException e) {
      return false; // It is starting.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
