package org.peacescheduler.hdfs.telemetry;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.network.NetworkModel;
import org.peacescheduler.network.ResidualNetwork;
import org.peacescheduler.status.CounterNames;

/**
 * Peace in Hadoop's metrics: source {@code PeaceScheduler} of the NameNode.
 *
 * <p>Counters, waiting times (milliseconds) and planning times (nanoseconds) come from events;
 * queue lengths and link utilisation are taken when the metrics are asked for. For Prometheus there
 * are records with labels beside: one for each link between switches ({@link LinkRecords}), and all
 * times in seconds. Thread-safe.
 */
public final class PeaceMetrics implements MetricsSource, Consumer<SchedulerEvent>, AutoCloseable {
  private static final String NAME = "PeaceScheduler";
  private static final int MAX_LINKS = 1_000;

  private final MetricsRegistry registry = new MetricsRegistry(NAME);
  private final MutableCounterLong submitted =
      registry.newCounter("Submitted", "chunks that files asked for", 0L);
  private final MutableCounterLong grants =
      registry.newCounter("Grants", "chunks that got their datanodes of Peace", 0L);
  private final MutableCounterLong deferrals =
      registry.newCounter("Deferrals", "chunks that had to wait, or would have in shadow mode", 0L);
  private final MutableCounterLong done =
      registry.newCounter("ChunksDone", "chunks that were written", 0L);
  private final MutableCounterLong released =
      registry.newCounter("ChunksReleased", "chunks that ended in another way", 0L);
  private final MutableCounterLong stockLoad =
      registry.newCounter(
          "PlacedByStock", "chunks that the stock policy placed while Peace is on", 0L);
  private final MutableCounterLong hintsIgnored =
      registry.newCounter("HintsIgnored", "hints of clients that make no sense", 0L);
  private final Map<FallbackReason, MutableCounterLong> fallbacks =
      new EnumMap<>(FallbackReason.class);
  private final Map<Exemption, MutableCounterLong> exemptions = new EnumMap<>(Exemption.class);
  private final Quantiles waiting;
  private final Quantiles chunkTime;
  private final MutableRate timestep =
      registry.newRate("TimestepLengthMs", "milliseconds of a timestep");
  private final Quantiles planning;
  private String sourceName = NAME;
  private Coordinator coordinator;
  private Supplier<Calls> calls;

  /**
   * How calls wait in this NameNode.
   *
   * @param parked how many wait without a handler
   * @param isPatched whether the NameNode tells of ends of chunks
   */
  public record Calls(int parked, boolean isPatched) {}

  /**
   * Nothing is counted yet.
   *
   * @param millis a clock that never goes back
   */
  PeaceMetrics(LongSupplier millis) {
    waiting = new Quantiles("WaitingTime", "from submission to grant", "Ms", millis);
    chunkTime = new Quantiles("ChunkTime", "from grant to end", "Ms", millis);
    planning =
        new Quantiles("PlanningTime", "submission of a chunk to the coordinator", "Ns", millis);
    for (FallbackReason reason : FallbackReason.values()) {
      fallbacks.put(
          reason,
          registry.newCounter(
              CounterNames.of(reason), "chunks the stock policy placed: " + reason, 0L));
    }
    for (Exemption kind : Exemption.values()) {
      exemptions.put(
          kind,
          registry.newCounter(CounterNames.of(kind), "chunks that did not wait: " + kind, 0L));
    }
  }

  /** Joins the default metrics system, with a coordinator's queue and links. */
  void register(Coordinator of, Supplier<Calls> waiting) {
    coordinator = of;
    calls = waiting;
    MetricsSystem system = DefaultMetricsSystem.instance();
    // Several NameNodes in one JVM, as tests have them, need a name each.
    for (int other = 1; system.getSource(sourceName) != null; other++) {
      sourceName = NAME + "-" + other;
    }
    system.register(sourceName, "Scheduler of HDFS writes", this);
  }

  /** The stock policy placed a chunk. */
  public void placedByStock() {
    stockLoad.incr();
  }

  /** A client gave a hint that makes no sense. */
  public void hintIgnored() {
    hintsIgnored.incr();
  }

  /** Peace failed on a chunk, which the stock policy places. */
  public void failed() {
    fallbacks.get(FallbackReason.ERROR).incr();
  }

  /** A chunk was submitted to the coordinator, which took so long. */
  public void planned(long nanos) {
    planning.add(nanos);
  }

  @Override
  public void accept(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.Submitted) {
      submitted.incr();
    } else if (event instanceof SchedulerEvent.Granted granted) {
      grants.incr();
      waiting.add(granted.waited());
      granted.exempt().ifPresent(kind -> exemptions.get(kind).incr());
    } else if (event instanceof SchedulerEvent.Placed placed) {
      placed.exempt().ifPresent(kind -> exemptions.get(kind).incr());
    } else if (event instanceof SchedulerEvent.Deferred) {
      deferrals.incr();
    } else if (event instanceof SchedulerEvent.Done end) {
      done.incr();
      chunkTime.add(end.duration());
    } else if (event instanceof SchedulerEvent.Released) {
      released.incr();
    } else if (event instanceof SchedulerEvent.Fallback fallback) {
      fallbacks.get(fallback.reason()).incr();
    } else if (event instanceof SchedulerEvent.TimestepEnded ended) {
      timestep.add(ended.length());
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    Coordinator.Status status = coordinator.status();
    Calls waits = calls.get();
    record
        .addGauge(info("QueueLength", "chunks that wait"), status.waiting())
        .addGauge(info("InFlight", "chunks being written"), status.inFlight())
        .addGauge(info("Copies", "replicas that HDFS has ordered to copy"), status.copies())
        .addGauge(info("Timestep", "number of the timestep"), status.timestep())
        .addGauge(info("ParkedCalls", "calls that wait without a handler"), waits.parked())
        .tag(
            info("Binding", "which NameNode Peace runs in"),
            waits.isPatched() ? "patched" : "stock");
    links(record, coordinator.residual());
    waiting.snapshot(record);
    chunkTime.snapshot(record);
    planning.snapshot(record);
    registry.snapshot(record, true);
    new LinkRecords(collector, coordinator.residual()).add();
    waiting.seconds(collector, "waiting");
    chunkTime.seconds(collector, "chunk");
    planning.seconds(collector, "planning");
  }

  /** All numbers as the sinks get them, by their names. */
  public Map<String, Number> values() {
    MetricValues values = new MetricValues();
    getMetrics(values, true);
    return values.values();
  }

  private static void links(MetricsRecordBuilder record, ResidualNetwork residual) {
    NetworkModel model = residual.model();
    int modelled = 0;
    long used = 0;
    long capacity = 0;
    double busiest = 0;
    for (int edge = 0; edge < model.edges(); edge++) {
      if (model.capacity(edge) < NetworkModel.UNLIMITED) {
        modelled++;
        used += residual.used(edge);
        capacity += residual.capacity(edge);
        busiest = Math.max(busiest, (double) residual.used(edge) / residual.capacity(edge));
      }
    }
    record
        .addGauge(info("Links", "edges with a capacity"), modelled)
        .addGauge(
            info("LinkUtilisationMean", "used share of all capacity"),
            capacity == 0 ? 0.0 : (double) used / capacity)
        .addGauge(info("LinkUtilisationMax", "used share of the busiest edge"), busiest);
    for (int k = 0; k < Math.min(model.links(), MAX_LINKS); k++) {
      int edge = model.link(k);
      record.addGauge(
          info(linkName(model, edge, k), "used share of " + model.edgeName(edge)),
          (double) residual.used(edge) / residual.capacity(edge));
    }
  }

  private static String linkName(NetworkModel model, int edge, int k) {
    return "Link_" + k + "_" + model.edgeName(edge).replaceAll("[^A-Za-z0-9]+", "_");
  }

  private static MetricsInfo info(String name, String description) {
    return Interns.info(name, description);
  }

  @Override
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(sourceName);
  }
}
