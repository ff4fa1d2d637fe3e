package org.peacescheduler.experiment;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.peacescheduler.measure.ByteSize;

/**
 * The cluster: datanodes {@code host1} to {@code hostN} in racks {@code /rack1} to {@code /rackM},
 * neighbours in the same rack, each taking in clients' data at {@code rate} over periods of {@code
 * throttlePeriod}.
 *
 * <p>Immutable.
 */
record ClusterShape(int datanodes, int racks, ByteSize rate, Duration throttlePeriod) {
  /** The name of a datanode, counted from 0. */
  String host(int datanode) {
    return "host" + (datanode + 1);
  }

  /** The rack of a datanode, both counted from 0: 5 datanodes in 2 racks are 3 and 2. */
  int rackOf(int datanode) {
    return (int) ((long) datanode * racks / datanodes);
  }

  String rackName(int rack) {
    return "/rack" + (rack + 1);
  }

  List<String> hosts() {
    return IntStream.range(0, datanodes).mapToObj(this::host).toList();
  }

  /** The rack of each datanode, in their order. */
  List<String> rackNames() {
    return IntStream.range(0, datanodes).mapToObj(d -> rackName(rackOf(d))).toList();
  }

  /** The host that a writer says it is on; with more writers than datanodes some share one. */
  String writerHost(int writer) {
    return host(writer % datanodes);
  }
}
