package org.peacescheduler.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.topology.Topology;

/**
 * A scenario's file for programs that run it on real daemons: the network, what Peace is told of
 * it, and who writes what when, drawn as the model draws it.
 *
 * <p>Example: {@code Workload.read(file, limits).burst(1, seed, random)} are the writers of the
 * first burst; what became of them goes into {@link Figures#of}, and the figures of stock HDFS and
 * Peace into {@link Comparison}.
 *
 * <p>Immutable. Times are seconds, sizes bytes, rates bytes/s.
 */
public final class Workload {
  private final Scenario scenario;
  private final double scale;

  private Workload(Scenario scenario, double scale) {
    this.scenario = scenario;
    this.scale = scale;
  }

  /**
   * Reads a file in UTF-8.
   *
   * @param limits of the program that is to run it
   * @throws ScenarioException with every problem of the file, those that the limits make too
   */
  public static Workload read(Path file, Limits limits) throws ScenarioException {
    return new Workload(ScenarioReader.read(file, limits), 1);
  }

  /** The same on a network whose links carry so many times as much; writers' rates stay. */
  public Workload scaled(double factor) {
    return new Workload(scenario, scale * factor);
  }

  /** The file's name without its ending. */
  public String name() {
    return scenario.name();
  }

  /** The network as it would be without {@link #part} and {@link #partOfLinks}: bandwidths all. */
  public Topology network() {
    return new Told.Scaled(scale).of(scenario.network());
  }

  /** What Peace is told of it; empty if it has no topology file. */
  public Optional<Topology> told() {
    return scenario.told() instanceof Told.Nothing
        ? Optional.empty()
        : Optional.of(scenario.told().of(network()));
  }

  /** The part that a host's own links have of their bandwidth. */
  public double part(String host) {
    Scenario.Reality reality = scenario.reality();
    return reality.slowHosts().stream().anyMatch(host::equalsIgnoreCase) ? reality.slowFactor() : 1;
  }

  /** The part that the links between switches have of theirs; others use the rest. */
  public double partOfLinks() {
    return 1 - scenario.reality().others();
  }

  /** How often all is written, one burst after the other. */
  public int bursts() {
    return scenario.bursts();
  }

  /** Peace's longest deferral. */
  public Duration deferralMax() {
    return scenario.deferralMax();
  }

  /** The replication of the group that has most. */
  public int replication() {
    return scenario.writers().stream().mapToInt(WriterGroup::replication).max().orElseThrow();
  }

  /** The smallest chunk of a group. */
  public long smallestChunk() {
    return (long) scenario.writers().stream().mapToDouble(WriterGroup::chunk).min().orElseThrow();
  }

  /**
   * A writer that comes in a burst; who comes several times is there several times.
   *
   * @param name of its group and itself, the same each time that it comes
   * @param instance which time it is, from 1, counted over all bursts
   * @param folder where its files lie, if the scenario says so
   * @param startsAt when each of its files begins, after the burst's beginning; one time for all if
   *     they are written by turns
   * @param job the instance of its job, if it has one; all writers of it have the same, but for
   *     those with a phase of their own
   * @param aloneSeconds what it would take on an idle network with endless datanodes
   */
  public record Writer(
      String name,
      String host,
      int instance,
      Optional<String> folder,
      List<Double> startsAt,
      Optional<String> job,
      double aloneSeconds,
      Files files,
      Pace pace,
      Says says) {
    /** Copies the list. */
    public Writer {
      startsAt = List.copyOf(startsAt);
    }
  }

  /**
   * What a writer writes: files that are all alike.
   *
   * @param bytes of each file
   * @param byTurns whether one thread writes all of them, {@code turnBytes} to one after the other
   */
  public record Files(
      int count,
      long bytes,
      long chunkBytes,
      int replication,
      boolean ownDisk,
      boolean byTurns,
      long turnBytes) {}

  /**
   * How fast a writer writes.
   *
   * @param rate the most that it sends to a file
   * @param writerRate the most that it sends to all its files together
   * @param pause between a chunk that is on all datanodes and the file's next request
   */
  public record Pace(OptionalDouble rate, OptionalDouble writerRate, double pause) {}

  /**
   * What a writer says of itself.
   *
   * @param user who runs it; empty: whoever runs the program
   * @param group what it tells Peace that it writes for
   * @param bytes what it tells Peace that it will write; 0 if it does not
   */
  public record Says(Optional<String> user, Optional<String> group, long bytes) {}

  /**
   * Draws who writes in a burst.
   *
   * @param number of the burst, from 1
   * @param seed of sizes and arrivals; bursts of one seed are alike
   * @param random of what is different in each burst: within {@code startWithin}, when files begin
   */
  public List<Writer> burst(int number, long seed, SplittableRandom random) {
    NetworkModel model = NetworkModel.of(network());
    double[] capacity = RealLinks.bytesPerSecond(model, scenario.reality(), Simulation.OVERHEAD);
    List<Writer> writers = new ArrayList<>();
    for (int g = 0; g < scenario.writers().size(); g++) {
      WriterGroup group = scenario.writers().get(g);
      List<double[]> arrivals = scenario.arrivals(g, seed);
      for (int writer = 0; writer < group.count(); writer++) {
        double size = scenario.size(g, writer, seed);
        String host = group.host(writer, model);
        int server = model.server(host).orElseThrow();
        double[] at = arrivals.get(writer);
        for (int time = 0; time < at.length; time++) {
          int instance = (number - 1) * group.arrivals().times() + time + 1;
          Optional<String> job = group.checkpoint(g + 1, writer, instance);
          writers.add(
              new Writer(
                  (g + 1) + "-" + (writer + 1),
                  host,
                  instance,
                  group.folder(host, writer, instance),
                  starts(group, at[time], random),
                  job,
                  group.alone(size, capacity[model.up(server)]),
                  files(group, size),
                  new Pace(group.rate(), group.writerRate(), group.pause()),
                  new Says(
                      group.user(),
                      group.tellJob() ? job : Optional.empty(),
                      group.tellSize() ? Math.round(group.files() * size) : 0)));
        }
      }
    }
    return writers;
  }

  private static List<Double> starts(WriterGroup group, double after, SplittableRandom random) {
    List<Double> starts = new ArrayList<>();
    for (int thread = 0; thread < (group.byTurns() ? 1 : group.files()); thread++) {
      starts.add(group.startAt() + after + group.startWithin() * random.nextDouble());
    }
    return starts;
  }

  private static Files files(WriterGroup group, double size) {
    return new Files(
        group.files(),
        Math.round(size),
        Math.round(group.chunk()),
        group.replication(),
        group.ownDisk(),
        group.byTurns(),
        Math.round(group.turn()));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, links times %s", name(), scale);
  }
}
