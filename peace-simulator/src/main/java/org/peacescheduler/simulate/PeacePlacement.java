package org.peacescheduler.simulate;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Outcome;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.Ticket;
import org.peacescheduler.hdfs.config.GroupGlobs;
import org.peacescheduler.hdfs.config.NamedShares;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.ServerSpec;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.schedule.PlacementTemplate;

/**
 * The coordinator that ships, told of ends as on a patched NameNode.
 *
 * <p>Confined to one simulation.
 */
final class PeacePlacement implements Placement {
  /** As often as the binding calls {@link Coordinator#pass} while somebody waits. */
  private static final double PASS_EVERY = 0.005;

  private static final GroupGlobs GLOBS = GroupGlobs.parse("");

  private static final long TICK_MILLIS = 1000;
  private static final double MILLIS = 1000;

  private final Topology told;
  private final NamedShares shares;
  private final StockPlacement stock;
  private final Coordinator coordinator;
  private final Map<String, Ticket> tickets = new HashMap<>();
  private final Queue<Runnable> outcomes = new ArrayDeque<>();
  private long millis;
  private long nextTick = TICK_MILLIS;
  private int fallbacks;

  /**
   * Peace on a network.
   *
   * @param told what it was told of it
   * @param settings of its scheduler
   * @param stock places what Peace lets go
   */
  PeacePlacement(NetworkModel told, SchedulerSettings settings, StockPlacement stock) {
    this(told, settings, Set.of(), NamedShares.NONE, stock);
  }

  /**
   * Peace on a network.
   *
   * @param clients hosts, in lower case, that have no datanode
   * @param shares what users and paths are due, of which the settings have the terms
   */
  PeacePlacement(
      NetworkModel told,
      SchedulerSettings settings,
      Set<String> clients,
      NamedShares shares,
      StockPlacement stock) {
    this.shares = shares;
    this.told = told.topology();
    this.stock = stock;
    InstantSource clock = () -> Instant.ofEpochMilli(millis);
    coordinator = new Coordinator(told, settings, Ends.TOLD, clock, event -> {});
    Set<String> present = new HashSet<>();
    this.told.servers().stream()
        .map(ServerSpec::host)
        .filter(host -> !clients.contains(host.toLowerCase(Locale.ROOT)))
        .forEach(present::add);
    coordinator.setPresent(present);
  }

  @Override
  public void ask(Ask ask) {
    ChunkRequest request = request(ask);
    Ticket ticket =
        coordinator.submit(request, outcome -> outcomes.add(() -> take(outcome, request, ask)));
    tickets.put(ask.file(), ticket);
    takeOutcomes();
  }

  private ChunkRequest request(Ask ask) {
    PlacementTemplate template =
        told.placement()
            .map(PlacementTemplate::strict)
            .orElseGet(() -> PlacementTemplate.likeStock(ask.group().ownDisk()));
    return ChunkRequest.of(ask.file(), ask.group().replication(), template)
        .writer(ask.writer().host())
        .fullBytes((long) ask.group().chunk())
        .origin(
            new ChunkRequest.Origin(
                ask.group().user(),
                Optional.of(ask.writer().name()),
                ask.writer().checkpoint().or(() -> ofPath(ask)),
                ask.writer().bytes(),
                shares.of(ask.file(), ask.group().user())))
        .build();
  }

  /** As a NameNode finds out that knows no globs but the built-in ones. */
  private static Optional<String> ofPath(Ask ask) {
    return ask.writer().folder().flatMap(folder -> GLOBS.group(ask.file()));
  }

  /** Outside of the coordinator, as on a NameNode, where it is another call. */
  private void takeOutcomes() {
    while (!outcomes.isEmpty()) {
      outcomes.poll().run();
    }
  }

  private void take(Outcome outcome, ChunkRequest request, Ask ask) {
    if (outcome instanceof Outcome.Granted granted) {
      ask.granted().accept(granted.nodes());
    } else if (outcome instanceof Outcome.Fallback) {
      fallbacks++;
      List<String> nodes = stock.nodes(ask);
      tickets.put(ask.file(), coordinator.observe(request, nodes));
      ask.granted().accept(nodes);
    } else {
      ask(ask);
    }
  }

  @Override
  public void flushed(String file) {
    coordinator.flushed(tickets.get(file));
    takeOutcomes();
  }

  @Override
  public void written(String file, List<String> nodes, long bytes, boolean fileEnded) {
    Ticket ticket = tickets.get(file);
    // A datanode has its replica when those behind it have theirs.
    for (int i = nodes.size() - 1; i >= 0; i--) {
      coordinator.replicaDone(ticket, nodes.get(i));
    }
    coordinator.done(ticket, fileEnded, bytes);
    if (fileEnded) {
      tickets.remove(file);
    }
    takeOutcomes();
  }

  @Override
  public void setTime(double seconds) {
    millis = Math.max(millis, (long) Math.floor(MILLIS * seconds + 1e-6));
  }

  @Override
  public double passEvery() {
    return PASS_EVERY;
  }

  @Override
  public void pass() {
    if (millis >= nextTick) {
      nextTick += TICK_MILLIS;
      coordinator.tick();
      takeOutcomes();
    }
    coordinator.pass();
    takeOutcomes();
  }

  @Override
  public int fallbacks() {
    return fallbacks;
  }
}
