package org.peacescheduler.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.peacescheduler.network.analysis.Figures;
import org.peacescheduler.network.topology.SwitchSpec;
import org.peacescheduler.network.topology.TopologyFile;

/**
 * The network that Peace in a NameNode schedules on, as {@code /peace/topology} tells it.
 * Immutable.
 *
 * @param source the file, or what else it was made from
 * @param loadedAt when, in milliseconds since 1970
 * @param sha256 of the file; empty without a file
 * @param unit in which the file gives capacities
 * @param stream what one chunk sends in bytes per second, as the file states it
 * @param learntStream the same as it was seen, where no file states it
 * @param placement constraints by replica; empty: as stock HDFS
 */
record RunningTopology(
    String source,
    long loadedAt,
    String sha256,
    TopologyFile.Unit unit,
    OptionalDouble stream,
    OptionalDouble learntStream,
    List<String> placement,
    List<SwitchSpec> switches,
    List<Link> links,
    List<Server> servers) {
  private static final double NEAR = 0.1;

  RunningTopology {
    placement = List.copyOf(placement);
    switches = List.copyOf(switches);
    links = List.copyOf(links);
    servers = List.copyOf(servers);
  }

  /**
   * What one direction of a link, or a disk, carries; of {@code bytes} and {@code streams} one is
   * there.
   *
   * @param bytes per second, as stated
   * @param streams at a time, as stated or assumed
   * @param learnt bytes per second, as seen; empty if nothing was seen
   */
  record Rate(OptionalDouble bytes, OptionalDouble streams, OptionalDouble learnt) {
    static final Rate NONE =
        new Rate(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    private static Rate of(JsonNode json) {
      return new Rate(
          number(json, "declaredBytesPerSecond"),
          number(json, "declaredStreams"),
          number(json, "learntBytesPerSecond"));
    }

    /** Whether it was seen to carry another bandwidth than the stated one, by more than a tenth. */
    boolean isSeenOtherwise() {
      return bytes.isPresent()
          && learnt.isPresent()
          && Math.abs(learnt.getAsDouble() - bytes.getAsDouble()) > NEAR * bytes.getAsDouble();
    }
  }

  /** A link between switches. */
  record Link(String from, String to, Rate there, Rate back) {
    /** The smaller of what both directions were seen to carry, beside what is stated of them. */
    Rate rate() {
      boolean isBack =
          back.learnt().isPresent()
              && (there.learnt().isEmpty()
                  || back.learnt().getAsDouble() < there.learnt().getAsDouble());
      return isBack ? back : there;
    }
  }

  /** A server. */
  record Server(
      String host,
      String switchName,
      String rack,
      boolean hasDatanode,
      Rate up,
      Rate down,
      Rate disk) {}

  /** What a NameNode says. */
  static RunningTopology of(JsonNode json) {
    List<String> placement = new ArrayList<>();
    json.path("placement").forEach(constraint -> placement.add(constraint.asText()));
    List<SwitchSpec> switches = new ArrayList<>();
    json.path("switches")
        .forEach(
            sw -> switches.add(new SwitchSpec(sw.path("name").asText(), sw.path("rack").asText())));
    List<Link> links = new ArrayList<>();
    json.path("links")
        .forEach(
            link ->
                links.add(
                    new Link(
                        link.path("from").asText(),
                        link.path("to").asText(),
                        Rate.of(link.path("there")),
                        Rate.of(link.path("back")))));
    List<Server> servers = new ArrayList<>();
    json.path("servers")
        .forEach(
            server ->
                servers.add(
                    new Server(
                        server.path("host").asText(),
                        server.path("switch").asText(),
                        server.path("rack").asText(),
                        server.path("hasDatanode").asBoolean(),
                        Rate.of(server.path("up")),
                        Rate.of(server.path("down")),
                        server.has("disk") ? Rate.of(server.path("disk")) : Rate.NONE)));
    return new RunningTopology(
        json.path("source").asText(),
        json.path("loadedAt").asLong(),
        json.path("sha256").asText(),
        unit(json.path("unit").asText()),
        number(json, "streamBytesPerSecond"),
        number(json, "learntStreamBytesPerSecond"),
        placement,
        switches,
        links,
        servers);
  }

  private static TopologyFile.Unit unit(String text) {
    for (TopologyFile.Unit unit : TopologyFile.Unit.values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(text)) {
        return unit;
      }
    }
    return TopologyFile.Unit.CHUNKS;
  }

  private static OptionalDouble number(JsonNode json, String field) {
    return json.has(field)
        ? OptionalDouble.of(json.path(field).asDouble())
        : OptionalDouble.empty();
  }

  /** Whether it was read from a file. */
  boolean isFromFile() {
    return !sha256.isEmpty();
  }

  /** A bandwidth in the unit of the NameNode's file, in bits if it has none. */
  String bandwidth(double bytesPerSecond) {
    return bandwidth(bytesPerSecond, unit);
  }

  /** A bandwidth in a unit, in bits instead of chunks. */
  static String bandwidth(double bytesPerSecond, TopologyFile.Unit unit) {
    TopologyFile.Unit in = unit == TopologyFile.Unit.CHUNKS ? TopologyFile.Unit.BITS : unit;
    return new Figures(in, 1).text(bytesPerSecond);
  }
}
