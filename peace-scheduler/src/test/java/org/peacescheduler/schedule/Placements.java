package org.peacescheduler.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Constraint;

/**
 * The constraints once more, written from design.md and not from the planner: which servers may
 * take a replica, whatever the load.
 */
public final class Placements {
  private Placements() {}

  /** The servers that may take the next replica after {@code chosen}; empty if none ever may. */
  public static List<Integer> allowed(
      NetworkModel model,
      Writer writer,
      int replication,
      List<Integer> chosen,
      PlacementTemplate template) {
    for (Constraint alternative : template.rule(chosen.size())) {
      List<Integer> servers = allowed(model, writer, replication, chosen, alternative);
      if (!servers.isEmpty()) {
        return servers;
      }
    }
    return List.of();
  }

  private static List<Integer> allowed(
      NetworkModel model,
      Writer writer,
      int replication,
      List<Integer> chosen,
      Constraint constraint) {
    if (constraint == Constraint.LOCAL) {
      return chosen.isEmpty() && writer.server() >= 0 ? List.of(writer.server()) : List.of();
    }
    int senderRack = chosen.isEmpty() ? writer.rack() : model.rackOf(chosen.get(chosen.size() - 1));
    IntPredicate rackFits =
        server ->
            switch (constraint) {
              case SAME_RACK -> senderRack < 0 || model.rackOf(server) == senderRack;
              case OTHER_RACK -> model.rackOf(server) != senderRack;
              case NEW_RACK -> inRackOf(model, server, chosen) == 0;
              case SPREAD -> inRackOf(model, server, chosen) < mostInRack(model, replication);
              default -> true;
            };
    return IntStream.range(0, model.servers())
        .filter(s -> s != writer.server() && !chosen.contains(s))
        .filter(rackFits)
        .boxed()
        .toList();
  }

  private static long inRackOf(NetworkModel model, int server, List<Integer> chosen) {
    return chosen.stream().filter(c -> model.rackOf(c) == model.rackOf(server)).count();
  }

  /**
   * As stock HDFS has it: two more than evenly, but not all of them while there are other racks.
   */
  private static long mostInRack(NetworkModel model, int replication) {
    long racks = IntStream.range(0, model.servers()).map(model::rackOf).distinct().count();
    long most = (replication - 1) / racks + 2;
    return racks > 1 && most == replication ? most - 1 : most;
  }

  /** A random template: of the file's kind, or like the stock policy. */
  public static PlacementTemplate random(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return PlacementTemplate.likeStock(random.nextBoolean());
    }
    List<Constraint> constraints = new ArrayList<>();
    int length = 1 + random.nextInt(3);
    for (int i = 0; i < length; i++) {
      List<Constraint> all = Constraint.words();
      constraints.add(all.get(random.nextInt(i == 0 ? 0 : 1, all.size())));
    }
    return PlacementTemplate.strict(constraints);
  }
}
