package org.peacescheduler.network.topology;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * What a topology file says, checked and with everything derived filled in: patterns expanded,
 * bandwidths turned into chunks per timestep, defaults applied. Immutable.
 *
 * <p>A topology that {@link TopologyReader} returns keeps these promises: switch names are distinct
 * and differ from all host names, hosts are distinct regardless of case, every link joins two
 * different declared switches, every server is on a declared switch, every server reaches every
 * other one, and there is at least one server.
 *
 * @param switches in the order of the file
 * @param links in the order of the file
 * @param servers in the order of the file; a pattern's hosts in the order in which it counts
 * @param defaults the capacities of a datanode that the file does not mention
 * @param streamBytesPerSecond what one pipeline hop takes; empty if the file gives all capacities
 *     in chunks
 * @param placement constraint of replica 1, 2, 3, …; the last repeats; empty: replicas go where
 *     stock HDFS would put them
 * @param source name of the file, for messages
 * @param isStreamRateTold whether the file says {@code streamBytesPerSecond}; else it is what the
 *     slowest server's link carries, of which nobody knows whether one hop fills it
 * @param parts into how many parts a stream is divided, so that pipelines fill the links of a small
 *     cluster: so many chunks go at a time where one would, each at that part of the rate
 */
public record Topology(
    List<SwitchSpec> switches,
    List<LinkSpec> links,
    List<ServerSpec> servers,
    ServerCapacities defaults,
    OptionalDouble streamBytesPerSecond,
    Optional<List<Constraint>> placement,
    String source,
    boolean isStreamRateTold,
    int parts) {

  public Topology {
    switches = List.copyOf(switches);
    links = List.copyOf(links);
    servers = List.copyOf(servers);
    Objects.requireNonNull(defaults, "defaults");
    Objects.requireNonNull(streamBytesPerSecond, "streamBytesPerSecond");
    placement = placement.map(List::copyOf);
    Objects.requireNonNull(source, "source");
  }

  /** A topology that says what one hop takes, if it is known. */
  public Topology(
      List<SwitchSpec> switches,
      List<LinkSpec> links,
      List<ServerSpec> servers,
      ServerCapacities defaults,
      OptionalDouble streamBytesPerSecond,
      Optional<List<Constraint>> placement,
      String source) {
    this(
        switches,
        links,
        servers,
        defaults,
        streamBytesPerSecond,
        placement,
        source,
        streamBytesPerSecond.isPresent(),
        1);
  }

  /** The same, with streams divided. */
  public Topology divided(int into) {
    return new Topology(
        switches,
        links,
        servers,
        defaults,
        streamBytesPerSecond,
        placement,
        source,
        isStreamRateTold,
        into);
  }

  /**
   * The same links, carrying so many times as many streams of a part of the rate each. Example: a
   * link for one stream of 60 MB/s, 3 times finer, is one for three of 20 MB/s.
   */
  public Topology finer(int times) {
    if (times == 1) {
      return this;
    }
    UnaryOperator<Capacity> finer = capacity -> capacity.times(times);
    return with(
        finer,
        finer,
        streamBytesPerSecond.isEmpty()
            ? streamBytesPerSecond
            : OptionalDouble.of(streamBytesPerSecond.getAsDouble() / times));
  }

  /**
   * The same links, without what is left over of a bandwidth if at least so much of it is whole
   * streams. Example: 1.25 streams are 1, if 0.75 is enough; 1.6 streams stay 1.6.
   *
   * @param ofServer what is enough of a server's bandwidths
   * @param ofLink what is enough of a link between switches
   */
  public Topology whole(double ofServer, double ofLink) {
    return with(
        capacity -> capacity.whole(ofServer),
        capacity -> capacity.whole(ofLink),
        streamBytesPerSecond);
  }

  private Topology with(
      UnaryOperator<Capacity> ofServer,
      UnaryOperator<Capacity> ofLink,
      OptionalDouble bytesPerSecond) {
    return new Topology(
        switches,
        links.stream().map(link -> link.with(ofLink)).toList(),
        servers.stream().map(server -> server.with(ofServer)).toList(),
        defaults.with(ofServer),
        bytesPerSecond,
        placement,
        source,
        isStreamRateTold,
        parts);
  }
}
