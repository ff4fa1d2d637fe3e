package org.peacescheduler.hdfs.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.impl.MetricsRecordImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.peacescheduler.coordinate.Chunk;
import org.peacescheduler.coordinate.ChunkRequest;
import org.peacescheduler.coordinate.Coordinator;
import org.peacescheduler.coordinate.Ends;
import org.peacescheduler.coordinate.Exemption;
import org.peacescheduler.coordinate.FakeClock;
import org.peacescheduler.coordinate.FallbackReason;
import org.peacescheduler.coordinate.SchedulerEvent;
import org.peacescheduler.coordinate.SchedulerSettings;
import org.peacescheduler.coordinate.order.GroupOrder;
import org.peacescheduler.network.topology.Constraint;
import org.peacescheduler.schedule.PlacementTemplate;
import org.peacescheduler.schedule.TestNetworks;

class PeaceMetricsTest {
  private static final Chunk CHUNK = new Chunk("/a", "svr1.1", 0);

  private final FakeClock clock = new FakeClock();
  private final PeaceMetrics metrics = new PeaceMetrics(clock::millis);

  /** Two racks of two servers with room for 2; 4 between them. */
  private final Coordinator coordinator =
      new Coordinator(
          TestNetworks.star(2, 2, 2, 4),
          new SchedulerSettings(0, Duration.ofMinutes(1), GroupOrder.FIRST_COME, 1),
          Ends.FOUND_OUT,
          clock,
          metrics);

  @BeforeEach
  void register() {
    metrics.register(coordinator, () -> new PeaceMetrics.Calls(0, false));
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  private Map<String, Number> values() {
    Map<String, Number> values = new HashMap<>();
    for (AbstractMetric metric : record().metrics()) {
      values.put(metric.name(), metric.value());
    }
    return values;
  }

  private MetricsRecordImpl record() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    return collector.getRecords().get(0);
  }

  private static void assertValues(Map<String, ? extends Number> expected, Map<String, Number> in) {
    expected.forEach((name, value) -> assertEquals(value, in.get(name), name));
  }

  @Test
  void accept_eachEvent_countsItOnce() {
    metrics.accept(new SchedulerEvent.Submitted(0, CHUNK, SchedulerEvent.Asked.UNKNOWN));
    metrics.accept(new SchedulerEvent.Deferred(0, CHUNK, List.of("tor1->core")));
    metrics.accept(new SchedulerEvent.Granted(0, CHUNK, List.of("svr1.2"), 0, 7));
    metrics.accept(new SchedulerEvent.ReplicaDone(0, CHUNK, "svr1.2"));
    metrics.accept(new SchedulerEvent.Done(0, CHUNK, 9, 0));
    metrics.accept(new SchedulerEvent.Released(0, CHUNK, "time"));
    metrics.accept(new SchedulerEvent.TimestepEnded(0, 0, 250, 1));
    metrics.placedByStock();
    assertValues(
        Map.of(
            "Submitted", 1L,
            "Deferrals", 1L,
            "Grants", 1L,
            "ChunksDone", 1L,
            "ChunksReleased", 1L,
            "PlacedByStock", 1L,
            "TimestepLengthMsNumOps", 1L,
            "TimestepLengthMsAvgTime", 250.0),
        values());
  }

  /** Quantiles and links are there by a pattern. */
  @Test
  void names_each_standsInTheReference() throws IOException {
    String page = Files.readString(Path.of("../docs/reference.md"));
    for (String name : values().keySet()) {
      String known =
          name.replaceAll("^(Exempt|Fallbacks)", "…")
              .replaceAll("^(WaitingTime|ChunkTime|PlanningTime)\\w*", "$1…")
              .replaceAll("^Link_.*", "Link_<n>_<ends>");
      assertTrue(page.contains("`" + known + "`") || page.contains("`" + name + "`"), name);
    }
  }

  @Test
  void accept_chunkThatDidNotWait_countsWhy() {
    for (Exemption kind : Exemption.values()) {
      metrics.accept(
          new SchedulerEvent.Placed(
              0, CHUNK, SchedulerEvent.Asked.UNKNOWN, List.of("svr1.2"), Optional.of(kind)));
    }
    metrics.accept(
        new SchedulerEvent.Granted(
            0,
            CHUNK,
            List.of("svr1.2"),
            0,
            0,
            Optional.of(Exemption.SLOW_KIN),
            SchedulerEvent.Way.UNKNOWN));
    assertValues(
        Map.of("ExemptAlone", 1L, "ExemptSlowKin", 2L, "ExemptFavoredNodes", 1L), values());
  }

  @Test
  void quantiles_minuteIsOver_areOfThatMinute() {
    for (int i = 1; i <= 100; i++) {
      metrics.accept(new SchedulerEvent.Granted(0, CHUNK, List.of("svr1.2"), 0, i));
      metrics.planned(1000L * i);
    }
    metrics.accept(new SchedulerEvent.Done(0, CHUNK, -5, 0));
    assertValues(Map.of("WaitingTimeNumOps", 0L, "WaitingTime50thPercentileMs", 0L), values());

    clock.advance(Quantiles.INTERVAL_MILLIS);
    Map<String, Number> minute = values();
    assertValues(
        Map.of(
            "WaitingTimeNumOps", 100L,
            "WaitingTime50thPercentileMs", 50L,
            "WaitingTime99thPercentileMs", 99L,
            "ChunkTimeNumOps", 1L,
            "ChunkTime99thPercentileMs", 0L,
            "PlanningTimeNumOps", 100L),
        minute);
    assertEquals(90_000, minute.get("PlanningTime90thPercentileNs").doubleValue(), 900);

    clock.advance(Quantiles.INTERVAL_MILLIS - 1);
    assertEquals(minute, values());
    clock.advance(1);
    assertValues(Map.of("WaitingTimeNumOps", 0L, "PlanningTime90thPercentileNs", 0L), values());
  }

  @Test
  void accept_fallbacks_countedByReason() {
    int times = 0;
    for (FallbackReason reason : FallbackReason.values()) {
      times++;
      for (int i = 0; i < times; i++) {
        metrics.accept(new SchedulerEvent.Fallback(0, CHUNK, reason, ""));
      }
    }
    assertValues(
        Map.ofEntries(
            Map.entry("FallbacksDeferralMax", 1L),
            Map.entry("FallbacksImpossible", 2L),
            Map.entry("FallbacksNoHandler", 3L),
            Map.entry("FallbacksCrowded", 4L),
            Map.entry("FallbacksFavoredNodes", 5L),
            Map.entry("FallbacksTooLarge", 6L),
            Map.entry("FallbacksTooDiverse", 7L),
            Map.entry("FallbacksInvalidTargets", 8L),
            Map.entry("FallbacksPipelineFailed", 9L),
            Map.entry("FallbacksStopped", 10L),
            Map.entry("FallbacksError", 11L)),
        values());
    metrics.failed();
    assertEquals(12L, values().get("FallbacksError"));
  }

  @Test
  void getMetrics_chunkAcrossTheRacks_showsTheUsedShareOfTheLinks() {
    assertEquals(0.0, values().get("LinkUtilisationMax"));
    coordinator.submit(
        ChunkRequest.of("/a", 1, PlacementTemplate.strict(List.of(Constraint.OTHER_RACK)))
            .writer("svr1.1")
            .build(),
        outcome -> {});
    Map<String, Number> values = values();
    assertValues(
        Map.of(
            "InFlight", 1,
            "QueueLength", 0,
            "Links", 12,
            // Of 8 directions with room for 2 and 4 with room for 4, one chunk on two of each.
            "LinkUtilisationMean", 4.0 / 32,
            "LinkUtilisationMax", 0.5),
        values);
    assertEquals(0.25, share(values, "tor1_core"));
    assertEquals(0.25, share(values, "core_tor2"));
    assertEquals(0.0, share(values, "core_tor1"));
  }

  private static double share(Map<String, Number> values, String link) {
    return values.entrySet().stream()
        .filter(e -> e.getKey().matches("Link_\\d+_" + link))
        .findFirst()
        .orElseThrow()
        .getValue()
        .doubleValue();
  }

  /** As Hadoop's sink for Prometheus shows it: record and metric are the name, tags are labels. */
  private Map<String, Number> labelled(String recordName) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    Map<String, Number> values = new HashMap<>();
    for (MetricsRecordImpl each : collector.getRecords()) {
      if (each.name().equals(recordName)) {
        StringBuilder labels = new StringBuilder();
        each.tags().forEach(tag -> labels.append(' ').append(tag.value()));
        each.metrics().forEach(metric -> values.put(metric.name() + labels, metric.value()));
      }
    }
    return values;
  }

  @Test
  void getMetrics_links_areLabelsAndServersAreSums() {
    coordinator.submit(
        ChunkRequest.of("/a", 1, PlacementTemplate.strict(List.of(Constraint.OTHER_RACK)))
            .writer("svr1.1")
            .build(),
        outcome -> {});
    Map<String, Number> links = labelled("PeaceLink");
    assertEquals(3 * 6, links.size(), links.toString());
    assertValues(
        Map.of(
            "Utilisation tor1->core",
            0.25,
            "Utilisation core->tor1",
            0.0,
            "Utilisation servers-up",
            1.0 / 8,
            "Utilisation servers-down",
            1.0 / 8),
        links);
    assertEquals(
        links.get("CapacityBytesPerSecond tor1->core").doubleValue() / 4,
        links.get("UsedBytesPerSecond tor1->core").doubleValue());
  }

  @Test
  void getMetrics_times_areSecondsWithLabels() {
    metrics.accept(new SchedulerEvent.Granted(0, CHUNK, List.of("svr1.2"), 0, 1500));
    metrics.planned(2_000_000);
    clock.advance(Quantiles.INTERVAL_MILLIS);
    Map<String, Number> times = labelled("PeaceTime");
    assertEquals(15, times.size(), times.toString());
    assertEquals(1.5, times.get("Seconds waiting 0.99").doubleValue(), 0.02);
    assertEquals(0.002, times.get("Seconds planning 0.50").doubleValue(), 0.0001);
    assertEquals(0.0, times.get("Seconds chunk 0.99"));
  }

  @Test
  void getMetrics_everyMetric_hasAHelpText() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    collector
        .getRecords()
        .forEach(
            record ->
                record
                    .metrics()
                    .forEach(metric -> assertFalse(metric.description().isBlank(), metric.name())));
  }

  @Test
  void getMetrics_binding_isATag() {
    assertEquals(
        "stock",
        record().tags().stream()
            .filter(tag -> tag.name().equals("Binding"))
            .findFirst()
            .orElseThrow()
            .value());
  }

  @Test
  void register_secondNameNodeInTheJvm_hasANameOfItsOwn() {
    PeaceMetrics second = new PeaceMetrics(clock::millis);
    second.register(coordinator, () -> new PeaceMetrics.Calls(0, false));
    assertNotNull(DefaultMetricsSystem.instance().getSource("PeaceScheduler-1"));
    second.close();
    assertNull(DefaultMetricsSystem.instance().getSource("PeaceScheduler-1"));
    assertNotNull(DefaultMetricsSystem.instance().getSource("PeaceScheduler"));
  }
}
