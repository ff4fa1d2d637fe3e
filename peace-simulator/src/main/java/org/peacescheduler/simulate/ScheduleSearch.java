package org.peacescheduler.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.NetworkModel;

/**
 * Looks for the best {@link ListSchedule} of a scenario by hill climbing: some orders and limits
 * first, then small changes of the best plan; what is no worse stays. So it tells how far Peace is
 * from what somebody could reach who knows everything beforehand.
 *
 * <p>A plan is tried with one set of chances (how long connections take to be set up), and what it
 * is worth is told by other chances, for with these one it may have been lucky.
 *
 * <p>Cost: a simulation a try. Confined to one thread.
 */
final class ScheduleSearch {
  private static final double[] LIMITS = {1, 1.5, 2, 3, 5, Double.POSITIVE_INFINITY};
  private static final double STEP = 1.25;

  /** Runs with other chances. */
  private static final int JUDGED = 5;

  /**
   * Mean responses, in seconds.
   *
   * @param chunks of all files
   * @param searched of the best plan
   * @param bound the least possible
   */
  record Found(int chunks, double stock, double peace, double searched, double bound) {
    /** The best that anybody found. */
    double best() {
      return Math.min(searched, Math.min(stock, peace));
    }
  }

  private final Scenario scenario;
  private final NetworkModel model;
  private final double[] bytesPerSecond;
  private final long load;
  private final SplittableRandom random;
  private final List<String> files;
  private final List<List<String>> ofWriters;
  private final Map<String, Integer> chunks;
  private ListSchedule.Plan best;
  private double least = Double.POSITIVE_INFINITY;

  private ScheduleSearch(Scenario scenario, long load, SplittableRandom random)
      throws SimulationException {
    this.scenario = scenario;
    this.load = load;
    this.random = random;
    model = NetworkModel.of(scenario.network());
    bytesPerSecond = RealLinks.bytesPerSecond(model, scenario.reality(), Simulation.OVERHEAD);
    ListSchedule first = schedule(ListSchedule.Plan.AT_ONCE);
    run(first, load);
    chunks = new TreeMap<>(first.chunks());
    files = List.copyOf(chunks.keySet());
    Map<String, List<String>> writers = new TreeMap<>();
    first
        .writers()
        .forEach(
            (file, writer) ->
                writers
                    .computeIfAbsent(
                        file.substring(0, file.lastIndexOf('/')), w -> new ArrayList<>())
                    .add(file));
    ofWriters = List.copyOf(writers.values());
  }

  /** How many chunks a scenario's last burst has. */
  static int chunks(Scenario scenario, long load) throws SimulationException {
    return new ScheduleSearch(scenario.withBursts(1), load, new SplittableRandom(load)).allChunks();
  }

  /**
   * Searches.
   *
   * @param tries simulations
   */
  static Found of(Scenario scenario, GroupOrder order, int tries, long seed)
      throws SimulationException {
    SplittableRandom random = new SplittableRandom(seed);
    long load = random.nextLong();
    Trial trial = new Trial(scenario, order, Variant.STANDARD);
    double stock = 0;
    double peace = 0;
    double bound = 0;
    for (int i = 0; i < JUDGED; i++) {
      stock += last(trial.stock(load, random.split())).response() / JUDGED;
      Figures figures = last(trial.peace(load, random.split()));
      peace += figures.response() / JUDGED;
      bound = figures.bound().orElseThrow().response();
    }
    ScheduleSearch search = new ScheduleSearch(scenario.withBursts(1), load, random.split());
    search.climb(tries);
    double searched = 0;
    for (int i = 0; i < JUDGED; i++) {
      searched += search.run(search.schedule(search.best), random.nextLong()) / JUDGED;
    }
    return new Found(search.allChunks(), stock, peace, searched, bound);
  }

  private int allChunks() {
    return chunks.values().stream().mapToInt(count -> count).sum();
  }

  private static Figures last(List<Figures> bursts) {
    return bursts.get(bursts.size() - 1);
  }

  private ListSchedule schedule(ListSchedule.Plan plan) {
    return new ListSchedule(scenario, model, bytesPerSecond, plan);
  }

  /** The mean response. */
  private double run(ListSchedule schedule, long chance) throws SimulationException {
    return last(new Simulation(scenario, model, schedule, load, new SplittableRandom(chance)).run())
        .response();
  }

  private void climb(int tries) throws SimulationException {
    int left = tries;
    for (double limit : LIMITS) {
      attempt(new ListSchedule.Plan(Map.of(), Map.of(), limit));
      attempt(new ListSchedule.Plan(smallestFirst(), Map.of(), limit));
      left -= 2;
    }
    for (; left > 0; left--) {
      attempt(changed());
    }
  }

  private void attempt(ListSchedule.Plan plan) throws SimulationException {
    double response = run(schedule(plan), load);
    if (response <= least) {
      least = response;
      best = plan;
    }
  }

  private Map<String, Double> smallestFirst() {
    List<List<String>> writers = new ArrayList<>(ofWriters);
    writers.sort(Comparator.comparingInt(own -> own.stream().mapToInt(chunks::get).sum()));
    Map<String, Double> ranks = new HashMap<>();
    for (int i = 0; i < writers.size(); i++) {
      for (String file : writers.get(i)) {
        ranks.put(file, (double) i);
      }
    }
    return ranks;
  }

  private ListSchedule.Plan changed() {
    Map<String, Double> ranks = new HashMap<>(best.ranks());
    Map<String, Integer> draws = new HashMap<>(best.draws());
    double limit = best.limit();
    switch (random.nextInt(4)) {
      case 0 -> {
        double rank = rank(any(files)) + random.nextDouble() - 0.5;
        any(ofWriters).forEach(file -> ranks.put(file, rank));
      }
      case 1 -> ranks.put(any(files), rank(any(files)) + random.nextDouble() - 0.5);
      case 2 -> limit *= random.nextBoolean() ? STEP : 1 / STEP;
      default -> {
        String file = any(files);
        int count = 1 + random.nextInt(3);
        IntStream.range(0, count)
            .forEach(
                i ->
                    draws.merge(
                        file + "#" + (1 + random.nextInt(chunks.get(file))), 1, Integer::sum));
      }
    }
    return new ListSchedule.Plan(ranks, draws, Math.max(1, limit));
  }

  private double rank(String file) {
    return best.ranks().getOrDefault(file, 0.0);
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }
}
