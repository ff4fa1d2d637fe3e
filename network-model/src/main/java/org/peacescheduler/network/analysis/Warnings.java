package org.peacescheduler.network.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.analysis.Warning.Kind;
import org.peacescheduler.network.topology.Constraint;

/** Finds the {@link Warning}s of a model. Confined to one call. */
final class Warnings {
  private final NetworkModel model;
  private final List<SwitchCapacity> switches;
  private final Figures figures;
  private final List<Warning> found = new ArrayList<>();

  private Warnings(NetworkModel model, List<SwitchCapacity> switches, Figures figures) {
    this.model = model;
    this.switches = switches;
    this.figures = figures;
  }

  static List<Warning> of(NetworkModel model, List<SwitchCapacity> switches, Figures figures) {
    Warnings warnings = new Warnings(model, switches, figures);
    warnings.checkUplinks();
    warnings.checkDisks();
    model.topology().placement().ifPresent(warnings::checkPlacement);
    warnings.checkDeadEnds();
    return List.copyOf(warnings.found);
  }

  private void add(Kind kind, String message, String remedy) {
    found.add(new Warning(kind, message, remedy));
  }

  private void checkUplinks() {
    if (switches.stream().filter(s -> s.servers() > 0).count() < 2) {
      return;
    }
    List<SwitchCapacity> thin =
        switches.stream().filter(s -> s.servers() > 0 && s.out() < s.servers()).toList();
    if (thin.isEmpty()) {
      return;
    }
    SwitchCapacity first = thin.get(0);
    add(
        Kind.THIN_UPLINK,
        "switch '%s' has %d servers, but its links to other switches carry %s%s."
            .formatted(
                first.name(),
                first.servers(),
                out(first),
                thin.size() == 1 ? "" : "; so it is with " + (thin.size() - 1) + " more"),
        "Maybe a link is missing or its capacity is in another unit; otherwise writes to other"
            + " racks will wait for each other.");
  }

  private String out(SwitchCapacity of) {
    return figures.areBandwidths()
        ? "%s, %d chunks at a time"
            .formatted(
                figures.text(NetworkAnalysis.inStreams(model).get(switches.indexOf(of)).out()),
                (long) of.out())
        : figures.inWords(of.out());
  }

  private void checkDisks() {
    Map<String, List<String>> slow = new LinkedHashMap<>();
    for (int i = 0; i < model.servers(); i++) {
      int disk = model.capacity(model.disk(i));
      int down = model.capacity(model.down(i));
      if (disk < down) {
        String what = "take %s, their links bring %s".formatted(disk(i), down(i));
        slow.computeIfAbsent(what, w -> new ArrayList<>()).add(model.serverName(i));
      }
    }
    slow.forEach(
        (what, hosts) ->
            add(
                Kind.SLOW_DISK,
                "the disks of %s %s."
                    .formatted(
                        hosts.size() == 1
                            ? "'" + hosts.get(0) + "'"
                            : hosts.size() + " servers from '" + hosts.get(0) + "' on",
                        what),
                "Maybe that is so; then the disks, not the network, limit the writes there."));
  }

  private String disk(int server) {
    return figures.inWords(
        figures.areBandwidths()
            ? model.streams(model.disk(server))
            : model.capacity(model.disk(server)));
  }

  private String down(int server) {
    return figures.text(
        figures.areBandwidths()
            ? model.streams(model.down(server))
            : model.capacity(model.down(server)));
  }

  private void checkPlacement(List<Constraint> placement) {
    long racks = Placement.racks(model);
    for (int i = 0; i < placement.size(); i++) {
      Constraint constraint = placement.get(i);
      String replica = "placement[%d] '%s'".formatted(i, constraint.text());
      if (racks < 2 && Placement.crossesRacks(placement, i)) {
        addImpossible(replica + " needs a second rack, and all servers are in one.", "any");
      } else if (constraint == Constraint.LOCAL && i > 0) {
        addImpossible(replica + " is possible for the first replica only.", "any");
      } else if (constraint == Constraint.NEW_RACK && i >= racks) {
        addImpossible(
            "%s needs %d racks if all replicas before are in racks of their own, and there are %d."
                .formatted(replica, i + 1, racks),
            "any");
      } else if (constraint == Constraint.SAME_RACK) {
        checkSameRack(replica);
      }
    }
    if (placement.equals(List.of(Constraint.LOCAL))) {
      addImpossible(
          "placement 'local' is for all replicas, as the last entry repeats, and possible for the"
              + " first only.",
          "local, any");
    }
    if (placement.size() > model.servers()) {
      addImpossible(
          "%d replicas are placed, and there are %d servers."
              .formatted(placement.size(), model.servers()),
          "a shorter list");
    }
  }

  private void checkSameRack(String replica) {
    int[] size = new int[model.racks()];
    for (int i = 0; i < model.servers(); i++) {
      size[model.rackOf(i)]++;
    }
    List<String> lonely =
        IntStream.range(0, model.racks())
            .filter(rack -> size[rack] == 1)
            .mapToObj(model::rackName)
            .toList();
    if (!lonely.isEmpty()) {
      addImpossible(
          "%s needs a second server in the sender's rack, and %s."
              .formatted(
                  replica,
                  lonely.size() == 1
                      ? "'" + lonely.get(0) + "' has one"
                      : lonely.size() + " racks from '" + lonely.get(0) + "' on have one"),
          "any");
    }
  }

  private void addImpossible(String message, String instead) {
    add(
        Kind.IMPOSSIBLE_PLACEMENT,
        message,
        "Maybe use '%s' there; stock HDFS places chunks that cannot be placed so."
            .formatted(instead));
  }

  private void checkDeadEnds() {
    SwitchGraph graph = new SwitchGraph(model);
    for (int u = 0; u < model.switches(); u++) {
      if (graph.servers(u) == 0 && graph.capacityTo(u).size() < 2) {
        add(
            Kind.DEAD_END,
            "switch '%s' has no servers and joins no two switches: nothing goes through it."
                .formatted(model.switchName(u)),
            "Maybe a link or its servers are missing.");
      }
    }
  }
}
