package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.peacescheduler.network.export.HostRanges;

/**
 * The datanodes of a cluster by rack, and where among them the client is. Immutable.
 *
 * @param racks all datanodes by network location, in the order of their names; {@code host2} is
 *     before {@code host10}
 * @param measurable the same without those on the client's own host, to which it writes over no
 *     link; a rack with no others is left out
 * @param clientRack where the client is, if it runs on a datanode's host
 * @param notes what the operator should know of the choice of datanodes
 */
record ClusterMap(
    Map<String, List<Datanode>> racks,
    Map<String, List<Datanode>> measurable,
    Optional<String> clientRack,
    List<String> notes) {
  private static final Comparator<Datanode> BY_NAME =
      Comparator.comparing(Datanode::host, HostRanges.ORDER).thenComparingInt(Datanode::port);

  ClusterMap {
    racks = copy(racks);
    measurable = copy(measurable);
    notes = List.copyOf(notes);
  }

  private static Map<String, List<Datanode>> copy(Map<String, List<Datanode>> racks) {
    Map<String, List<Datanode>> copy = new TreeMap<>();
    racks.forEach((rack, datanodes) -> copy.put(rack, List.copyOf(datanodes)));
    return Collections.unmodifiableMap(copy);
  }

  /**
   * Sorts datanodes into racks.
   *
   * @param ownAddresses the addresses of the client's host
   */
  static ClusterMap of(List<Datanode> datanodes, Set<String> ownAddresses) {
    List<String> notes = new ArrayList<>();
    Set<String> hosts = new HashSet<>();
    List<Datanode> sorted = new ArrayList<>();
    for (Datanode datanode : datanodes.stream().sorted(BY_NAME).toList()) {
      if (hosts.add(datanode.host())) {
        sorted.add(datanode);
      } else {
        notes.add("%s has several datanodes; one of them is measured.".formatted(datanode.host()));
      }
    }
    List<Datanode> own = sorted.stream().filter(d -> ownAddresses.contains(d.ip())).toList();
    List<Datanode> others = sorted.stream().filter(d -> !own.contains(d)).toList();
    if (others.isEmpty()) {
      notes.add(
          "All datanodes are on this host, so the figures are of its processor and disks and say"
              + " nothing about links.");
      return new ClusterMap(byRack(sorted), byRack(sorted), Optional.empty(), notes);
    }
    own.forEach(
        d ->
            notes.add(
                "%s is this host; it is not measured, for no link leads there."
                    .formatted(d.host())));
    return new ClusterMap(
        byRack(sorted), byRack(others), own.stream().map(Datanode::rack).findFirst(), notes);
  }

  private static Map<String, List<Datanode>> byRack(List<Datanode> datanodes) {
    Map<String, List<Datanode>> racks = new TreeMap<>();
    datanodes.forEach(d -> racks.computeIfAbsent(d.rack(), rack -> new ArrayList<>()).add(d));
    return racks;
  }

  /** The same, of which so many racks are measured, evenly spread. */
  ClusterMap measuring(int count) {
    List<String> names = List.copyOf(measurable.keySet());
    Map<String, List<Datanode>> some = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String rack = names.get(i * names.size() / count);
      some.put(rack, measurable.get(rack));
    }
    return new ClusterMap(racks, some, clientRack, notes);
  }

  int size() {
    return racks.values().stream().mapToInt(List::size).sum();
  }

  /** All datanodes that are measured, taken from the racks in turn. */
  List<Datanode> inTurn() {
    List<Datanode> all = new ArrayList<>();
    int longest = measurable.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      for (List<Datanode> rack : measurable.values()) {
        if (i < rack.size()) {
          all.add(rack.get(i));
        }
      }
    }
    return all;
  }
}
