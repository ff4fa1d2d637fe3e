package org.peacescheduler.simulate;

import java.util.List;
import java.util.SplittableRandom;
import org.peacescheduler.coordinate.Mechanism;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;

/** A scenario that can be run with stock HDFS and with Peace. Immutable. */
final class Trial {
  private final Scenario scenario;
  private final GroupOrder order;
  private final Variant variant;
  private final NetworkModel model;
  private final NetworkModel told;

  /**
   * A trial.
   *
   * @param order Peace's, of groups
   * @param variant Peace's coordinator
   */
  Trial(Scenario scenario, GroupOrder order, Variant variant) {
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
    return run(new StockPlacement(model, placement), load);
  }

  /**
   * Its bursts with Peace.
   *
   * @param load as {@link #stock}
   * @param seeds of all that is placed
   */
  List<Figures> peace(long load, SplittableRandom seeds) throws SimulationException {
    StockPlacement beside = new StockPlacement(model, seeds.split());
    SchedulerSettings settings =
        new SchedulerSettings(
                0, scenario.deferralMax(), order, variant.placementSeed(seeds.nextLong()))
            .without(variant.allLeftOut())
            .with(variant.constants())
            .withOrdinaryBytes(ordinaryBytes());
    return run(new PeacePlacement(told, settings, beside), load);
  }

  /** The operator's blocks are as large as the largest that anybody writes. */
  private long ordinaryBytes() {
    double largest =
        scenario.writers().stream().mapToDouble(WriterGroup::chunk).max().orElseThrow();
    return Math.max(1, (long) largest);
  }

  private List<Figures> run(Placement placement, long load) throws SimulationException {
    return new Simulation(scenario, model, placement, load, new SplittableRandom(load)).run();
  }
}
