package org.peacescheduler.simulate;

import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.hdfs.config.NamedShares;
import org.peacescheduler.network.NetworkModel;

/** A scenario that can be run with stock HDFS and with Peace. Immutable. */
final class Trial {
  private final Scenario scenario;
  private final GroupOrder order;
  private final Variant variant;
  private final NamedShares shares;
  private final NetworkModel model;
  private final NetworkModel told;

  /**
   * A trial.
   *
   * @param order Peace's, of groups
   * @param variant Peace's coordinator
   */
  Trial(Scenario scenario, GroupOrder order, Variant variant) {
    this(scenario, order, variant, NamedShares.NONE);
  }

  /**
   * A trial.
   *
   * @param order Peace's, of groups
   * @param variant Peace's coordinator
   * @param shares what users and paths are due
   */
  Trial(Scenario scenario, GroupOrder order, Variant variant, NamedShares shares) {
    this.shares = shares;
    this.scenario = scenario;
    this.order = order;
    this.variant = variant;
    model = NetworkModel.of(scenario.network());
    int replication =
        scenario.writers().stream().mapToInt(WriterGroup::replication).max().orElseThrow();
    told =
        variant.allLeftOut().contains(Mechanism.SMALL_CLUSTERS)
            ? scenario.told().undivided(scenario.network())
            : scenario.told().model(scenario.network(), replication, variant.constants());
  }

  /**
   * Its bursts without Peace.
   *
   * @param load seed of what is written when, and of what happens by chance
   * @param placement seeds of the placement
   */
  List<Figures> stock(long load, SplittableRandom placement) throws SimulationException {
    return stockRun(load, placement).run();
  }

  /** As {@link #stock}, to be run. */
  Simulation stockRun(long load, SplittableRandom placement) {
    return simulation(new StockPlacement(model, scenario.clients(), placement), load);
  }

  /**
   * Its bursts with Peace.
   *
   * @param load as {@link #stock}
   * @param seeds of all that is placed
   */
  List<Figures> peace(long load, SplittableRandom seeds) throws SimulationException {
    return peaceRun(load, seeds).run();
  }

  /** As {@link #peace}, to be run. */
  Simulation peaceRun(long load, SplittableRandom seeds) {
    StockPlacement beside = new StockPlacement(model, scenario.clients(), seeds.split());
    SchedulerSettings settings =
        new SchedulerSettings(
                0,
                scenario.deferralMax(),
                order,
                shares.terms(),
                variant.placementSeed(seeds.nextLong()))
            .without(variant.allLeftOut())
            .with(variant.constants())
            .withOrdinaryBytes(ordinaryBytes());
    return simulation(new PeacePlacement(told, settings, scenario.clients(), shares, beside), load);
  }

  /** The operator's blocks are as large as the largest that anybody writes. */
  private long ordinaryBytes() {
    double largest =
        scenario.writers().stream().mapToDouble(WriterGroup::chunk).max().orElseThrow();
    return Math.max(1, (long) largest);
  }

  private Simulation simulation(Placement placement, long load) {
    return new Simulation(scenario, model, placement, load, new SplittableRandom(load));
  }
}
