package org.peacescheduler.calibrate;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.peacescheduler.calibrate.Findings.Finding;
import org.peacescheduler.network.topology.Capacity;

/**
 * The numbers of a topology file that follow from the findings. Immutable.
 *
 * <p>The stream rate is the smallest of the servers' throughputs divided by their capacities. A
 * server's link has the capacity that was measured. A link between switches is shared by many
 * servers, so it takes as many streams as its throughput holds, and not less than its own capacity.
 * Either is written as the bandwidth that was measured, or, where that divided by the stream rate
 * is another capacity, as a number of chunks.
 *
 * <p>Example: datanodes receive 117 MB/s, reached with 2 chunks, so the stream rate is 58.5 MB/s
 * and the link {@code 117.0 MB/s}, 2 chunks; the link between the racks takes 1170 MB/s, 20 chunks.
 *
 * @param streamRate in MB/s
 * @param servers by group
 * @param uplinks of each rack's switch, by rack; only where there are several racks
 */
record Numbers(BigDecimal streamRate, Map<String, Server> servers, Map<String, Link> uplinks) {

  /**
   * A link, or one direction of it.
   *
   * @param measured in MB/s
   * @param capacity chunks at a time
   * @param isExact whether it may not be more
   * @param text what the file says
   */
  record Link(BigDecimal measured, int capacity, boolean isExact, String text) {
    private static final Comparator<Link> ORDER =
        Comparator.comparingInt(Link::capacity).thenComparing(Link::measured);

    private static Link of(
        Finding finding, BigDecimal measured, int capacity, BigDecimal streamRate) {
      boolean holds = chunks(measured, streamRate) == capacity;
      return new Link(
          measured,
          capacity,
          finding.isExact(),
          holds ? Megabytes.bandwidth(measured) : String.valueOf(capacity));
    }
  }

  /** Both directions of a server's link. */
  record Server(Link up, Link down) {}

  Numbers {
    servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
    uplinks = Collections.unmodifiableMap(new LinkedHashMap<>(uplinks));
  }

  static Numbers of(Findings findings) {
    BigDecimal streamRate = streamRate(findings);
    Map<String, Server> servers = new LinkedHashMap<>();
    findings
        .receive()
        .forEach(
            (group, receive) ->
                servers.put(
                    group,
                    new Server(
                        server(findings.send().getOrDefault(group, receive), streamRate),
                        server(receive, streamRate))));
    Map<String, Link> uplinks = new LinkedHashMap<>();
    for (Finding finding : findings.betweenRacks()) {
      Link link = shared(finding, streamRate);
      // All that goes from one rack to the next crosses the links of both.
      Series series = finding.series();
      for (String rack : List.of(series.group(), series.otherRack().orElseThrow())) {
        uplinks.merge(rack, link, BinaryOperator.maxBy(Link.ORDER));
      }
    }
    return new Numbers(streamRate, servers, uplinks);
  }

  /**
   * Of what is written of each link, which is rounded, too, so that each still holds its chunks.
   */
  private static BigDecimal streamRate(Findings findings) {
    BigDecimal least = Megabytes.atMost(findings.streamRate());
    for (Finding finding : findings.servers()) {
      double written = Megabytes.bytesPerSecond(Megabytes.of(finding.best()));
      least = least.min(Megabytes.atMost(written / finding.knee().capacity()));
    }
    return least;
  }

  private static Link server(Finding finding, BigDecimal streamRate) {
    return Link.of(finding, Megabytes.of(finding.best()), finding.knee().capacity(), streamRate);
  }

  private static Link shared(Finding finding, BigDecimal streamRate) {
    BigDecimal measured = Megabytes.of(finding.best());
    int capacity = Math.max(chunks(measured, streamRate), finding.knee().capacity());
    return Link.of(finding, measured, capacity, streamRate);
  }

  /** As Peace divides them. */
  private static int chunks(BigDecimal bandwidth, BigDecimal streamRate) {
    return bandwidth
        .divideToIntegralValue(streamRate)
        .min(BigDecimal.valueOf(Capacity.MAX_CHUNKS))
        .intValueExact();
  }

  /** What holds for a datanode of which nothing is known: the least of all. */
  Server defaults() {
    return new Server(
        least(servers.values().stream().map(Server::up)).orElseThrow(),
        least(servers.values().stream().map(Server::down)).orElseThrow());
  }

  static Optional<Link> least(Stream<Link> links) {
    return links.min(Link.ORDER);
  }

  Optional<Link> uplink(String rack) {
    return Optional.ofNullable(uplinks.get(rack));
  }
}
