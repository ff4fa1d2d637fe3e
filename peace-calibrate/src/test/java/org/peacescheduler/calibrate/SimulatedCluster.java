package org.peacescheduler.calibrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peacescheduler.measure.ByteSize;

/**
 * A cluster in which links carry what they carry, whatever the number of chunks, and one chunk
 * alone goes at a rate of its own: what is measured there is known beforehand.
 *
 * @param client bytes per second that the client sends
 * @param datanode that each datanode receives, and sends
 * @param betweenRacks from each rack to each other
 * @param chunk that a chunk alone takes
 */
record SimulatedCluster(
    Map<String, Integer> racks, double client, double datanode, double betweenRacks, double chunk) {
  static final CalibrationOptions OPTIONS =
      new CalibrationOptions(ByteSize.parse("1MiB"), List.of(1, 2, 3, 4, 6, 8), 1, 2, 0.95, false);

  ClusterMap map() {
    return ClusterMap.of(datanodes(racks), Set.of());
  }

  static List<Datanode> datanodes(Map<String, Integer> racks) {
    List<Datanode> datanodes = new ArrayList<>();
    racks.forEach(
        (rack, size) -> {
          for (int i = 1; i <= size; i++) {
            String host = rack.substring(1).replace('/', '-') + "." + i;
            datanodes.add(
                new Datanode(host, "10.0.%d.%d".formatted(datanodes.size(), i), 9866, rack));
          }
        });
    return datanodes;
  }

  Findings findings() {
    ClusterMap map = map();
    MeasuringPlan plan = MeasuringPlan.of(map, Groups.ofRacks(map), OPTIONS);
    List<Measurement> measurements = new ArrayList<>();
    for (Series series : plan.series()) {
      for (Load load : series.loads()) {
        double seconds = OPTIONS.chunk().bytes() / rate(load);
        measurements.add(
            new Measurement(
                series, load, seconds, Collections.nCopies(load.streams(), seconds), ""));
      }
    }
    return Findings.of(plan, measurements, OPTIONS).orElseThrow();
  }

  /** Of one stream, all being alike: the share of the link that is most wanted. */
  private double rate(Load load) {
    Map<String, Integer> wanted = new HashMap<>();
    for (List<Datanode> pipeline : load.pipelines()) {
      for (int i = 0; i < pipeline.size(); i++) {
        Datanode to = pipeline.get(i);
        wanted.merge("to " + to.host(), 1, Integer::sum);
        if (i > 0) {
          Datanode from = pipeline.get(i - 1);
          wanted.merge("from " + from.host(), 1, Integer::sum);
          if (!from.rack().equals(to.rack())) {
            wanted.merge(from.rack() + " -> " + to.rack(), 1, Integer::sum);
          }
        }
      }
    }
    double rate = Math.min(chunk, client / load.streams());
    for (Map.Entry<String, Integer> link : wanted.entrySet()) {
      double capacity = link.getKey().contains(" -> ") ? betweenRacks : datanode;
      rate = Math.min(rate, capacity / link.getValue());
    }
    return rate;
  }

  static Map<String, Integer> twoRacks() {
    Map<String, Integer> racks = new LinkedHashMap<>();
    racks.put("/rack1", 8);
    racks.put("/rack2", 9);
    return racks;
  }
}
