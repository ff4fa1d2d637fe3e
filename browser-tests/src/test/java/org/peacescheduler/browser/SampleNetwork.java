package org.peacescheduler.browser;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.web.PeaceServlet;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.status.Facts;
import org.peacescheduler.status.History;
import org.peacescheduler.status.Snapshot;
import org.peacescheduler.status.StatusPage;
import org.peacescheduler.status.Viewer;

/**
 * A scheduler of racks below a core switch, whose groups wait, on a web server of Hadoop's: larger
 * than a cluster in a test can be. Confined to one thread but for the page.
 */
final class SampleNetwork implements AutoCloseable {
  private static final long MEGABYTE = 1_000_000;
  private static final Snapshot.Limits LIMITS = new Snapshot.Limits(1_000, 100);

  /** Names that want to be markup. */
  static final String HOSTILE =
      "/<script>alert(1)</script><img src=x onerror=alert(2)>\"onmouseover=\"alert(3)\u202e";

  private final Coordinator coordinator;
  private final String topology;
  private final List<SchedulerEvent.Fallback> fallbacks = new ArrayList<>();
  private final History history = new History(32 << 20);
  private final HttpServer2 server;
  private long now;

  /**
   * Starts it.
   *
   * @param servers of each rack, so that {@code [6, 6, 5]} are 17 servers in three racks
   */
  SampleNetwork(int... servers) throws IOException, TopologyException {
    topology = topology(servers);
    coordinator =
        new Coordinator(
            NetworkModel.of(TopologyReader.parse(topology, "/etc/hadoop/conf/topology.yaml")),
            new SchedulerSettings(0, Duration.ofMinutes(10), GroupOrder.FIRST_COME, 1),
            Ends.TOLD,
            () -> Instant.ofEpochMilli(now),
            history);
    server =
        new HttpServer2.Builder()
            .setName("hdfs")
            .addEndpoint(URI.create("http://localhost:0"))
            .setFindPort(true)
            .setConf(new Configuration())
            .build();
    server.start();
    PeaceServlet.showOn(server, new Page());
  }

  private static String topology(int... servers) {
    StringBuilder yaml =
        new StringBuilder(
            "version: 1\n"
                + "streamRate: 1 MB/s\n"
                + "defaults: {server: {up: 9, down: 9}}\n"
                + "switches:\n"
                + "- {name: core}\n");
    StringBuilder links = new StringBuilder("links:\n");
    StringBuilder hosts = new StringBuilder("servers:\n");
    for (int rack = 0; rack < servers.length; rack++) {
      yaml.append("- {name: tor%d}\n".formatted(rack));
      links.append("- {between: [tor%d, core], capacity: 3}\n".formatted(rack));
      hosts.append(
          "- {hosts: \"server-%d-[1-%d].rack.example.com\", switch: tor%d}\n"
              .formatted(rack, servers[rack], rack));
    }
    return yaml.append(links).append(hosts).toString();
  }

  /** Asks for a chunk from a server, into another rack. */
  void submit(String path, String host, String user, String group) {
    now += 3;
    ChunkRequest request =
        ChunkRequest.of(path, 1, PlacementTemplate.strict(List.of(Constraint.OTHER_RACK)))
            .writer(host)
            .fullBytes(128 * MEGABYTE)
            .origin(
                new ChunkRequest.Origin(
                    Optional.of(user), Optional.of("c"), Optional.of(group), 128 * MEGABYTE))
            .build();
    coordinator.submit(request, outcome -> {});
  }

  /** Lets seconds pass; a chunk is written in some 15 of them. */
  void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += 1_000;
      coordinator.inFlight().stream()
          .filter(flight -> now - flight.granted() > 14_000 + 500 * (flight.path().hashCode() & 3))
          .forEach(flight -> coordinator.done(flight.ticket(), true));
      coordinator.tick();
    }
  }

  /** Says that the stock policy has placed something. */
  void fallBack(String path, String host, String user, FallbackReason reason, String detail) {
    fallbacks.add(new SchedulerEvent.Fallback(now, new Chunk(path, host, 0, user), reason, detail));
  }

  /** Where the page is, for a superuser; it does not come anew while it is looked at. */
  String address() throws IOException {
    return "http://localhost:%d/peace?refresh=0&user.name=%s"
        .formatted(
            server.getConnectorAddress(0).getPort(),
            UserGroupInformation.getCurrentUser().getShortUserName());
  }

  private Facts facts() {
    return new Facts(
        "0.1.0",
        "enforce",
        "patched",
        "active",
        "fair-sojourn",
        60_000,
        new Facts.TopologyFacts(
            "/etc/hadoop/conf/topology.yaml",
            0,
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "bytes"),
        Map.of("server-0-2.rack.example.com", "nothing is heard from it"),
        Map.of("ExemptAlone", 12L, "FallbacksDeferralMax", 3L, "Deferrals", 4_711L),
        List.copyOf(fallbacks));
  }

  private final class Page implements PeaceServlet.Shown {
    @Override
    public String page(Viewer viewer) throws IOException {
      return StatusPage.of(Snapshot.of(coordinator, LIMITS, now), facts(), history, viewer);
    }

    @Override
    public boolean isSuperuser(UserGroupInformation user) {
      return true;
    }

    @Override
    public String status(Viewer viewer) {
      throw new UnsupportedOperationException("the page alone is looked at");
    }

    @Override
    public String topology() {
      return topology;
    }

    @Override
    public void trace(Appendable to) {
      throw new UnsupportedOperationException("the page alone is looked at");
    }

    @Override
    public String explanation(String what, Viewer viewer) {
      throw new UnsupportedOperationException("the page alone is looked at");
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
    } catch (Exception e) { // As Hadoop declares it.
      throw new IOException("the web server does not stop", e);
    }
  }
}
