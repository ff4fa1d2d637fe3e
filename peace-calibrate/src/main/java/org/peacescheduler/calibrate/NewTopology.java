package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peacescheduler.network.export.HostRanges;
import org.peacescheduler.network.topology.Capacity;

/**
 * A new topology file: a switch for each rack of the NameNode's map, joined directly if there are
 * two, by a core if there are more.
 *
 * <p>A link between racks that may carry more than was seen gets as many chunks as the rack's
 * servers send: too small a number would leave it idle, while one that is too large is what stock
 * HDFS does.
 *
 * <p>Confined to one call.
 */
final class NewTopology {
  private final ClusterMap cluster;
  private final Numbers numbers;
  private final Map<String, String> switches = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final StringBuilder yaml = new StringBuilder();

  private NewTopology(ClusterMap cluster, Numbers numbers) {
    this.cluster = cluster;
    this.numbers = numbers;
    cluster
        .racks()
        .values()
        .forEach(rack -> rack.forEach(d -> names.add(d.host().toLowerCase(Locale.ROOT))));
    cluster.racks().keySet().forEach(rack -> switches.put(rack, newName(rack.substring(1))));
  }

  /**
   * Writes it.
   *
   * @param numbers by rack
   * @param about what the file's first lines say
   */
  static String yaml(ClusterMap cluster, Numbers numbers, List<String> about) {
    return new NewTopology(cluster, numbers).write(about);
  }

  /** A name that no host and no other switch has. */
  private String newName(String wish) {
    String plain = wish.replace('/', '-').replaceAll("[^A-Za-z0-9._:-]", "_");
    String name = plain.isEmpty() ? "rack" : plain;
    for (int i = 2; !names.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = plain + "-switch" + i;
    }
    return name;
  }

  private String write(List<String> about) {
    about.forEach(line -> yaml.append("# ").append(line).append('\n'));
    Numbers.Server defaults = numbers.defaults();
    yaml.append(
        """
        version: 1

        # What one pipeline hop takes while servers carry as many chunks as their capacity.
        streamRate: %s MB/s

        defaults:
          server: {up: %s, down: %s}

        switches:
        """
            .formatted(
                numbers.streamRate().toPlainString(),
                defaults.up().text(),
                defaults.down().text()));
    switches.forEach((rack, name) -> line("- {name: \"%s\", rack: \"%s\"}", name, rack));
    List<String> racks = List.copyOf(switches.keySet());
    if (racks.size() == 2) {
      yaml.append("\nlinks:\n");
      link(racks.get(0), switches.get(racks.get(1)));
    } else if (racks.size() > 2) {
      String core = newName("core");
      line("# Maybe there is more than one switch between your racks; then describe them here.");
      line("- {name: \"%s\"}", core);
      yaml.append("\nlinks:\n");
      racks.forEach(rack -> link(rack, core));
    }
    yaml.append("\nservers:\n");
    racks.forEach(this::servers);
    return yaml.toString();
  }

  private void link(String rack, String to) {
    Optional<Numbers.Link> uplink = numbers.uplink(rack);
    String capacity;
    if (uplink.isPresent() && uplink.get().isExact()) {
      line("# Measured: %s MB/s.", uplink.get().measured().toPlainString());
      capacity = uplink.get().text();
    } else {
      line(
          uplink
                  .map(
                      l ->
                          "# At least "
                              + l.measured().toPlainString()
                              + " MB/s; one host could not find out more. ")
                  .orElse("# Not measured. ")
              + "Taken as no limit: put in the bandwidth.");
      capacity = String.valueOf(unlimited(rack));
    }
    line("- {between: [\"%s\", \"%s\"], capacity: %s}", switches.get(rack), to, capacity);
  }

  private int unlimited(String rack) {
    Numbers.Server server = numbers.servers().getOrDefault(rack, numbers.defaults());
    int one = Math.max(server.up().capacity(), server.down().capacity());
    int most = cluster.racks().values().stream().mapToInt(List::size).max().orElse(1);
    return Math.min(most * one, Capacity.MAX_CHUNKS);
  }

  private void servers(String rack) {
    List<String> hosts = new ArrayList<>();
    HostRanges.of(cluster.racks().get(rack).stream().map(Datanode::host).toList())
        .forEach(range -> hosts.add('"' + range + '"'));
    Numbers.Server server = numbers.servers().get(rack);
    line("- hosts: [%s]", String.join(", ", hosts));
    line("  switch: \"%s\"", switches.get(rack));
    if (server == null) {
      line("  # Not measured, so the defaults hold.");
    } else {
      line("  up: %s", server.up().text() + comment(server.up()));
      line("  down: %s", server.down().text() + comment(server.down()));
    }
  }

  private static String comment(Numbers.Link link) {
    return "  # %s %s MB/s, %d at a time"
        .formatted(
            link.isExact() ? "measured" : "at least",
            link.measured().toPlainString(),
            link.capacity());
  }

  private void line(String format, Object... values) {
    yaml.append("  ").append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
