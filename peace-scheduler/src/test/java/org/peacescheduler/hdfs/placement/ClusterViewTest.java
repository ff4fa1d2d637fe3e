package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
  private static DatanodeInfo datanode(String uuid, String host, String ip, int port) {
    return new DatanodeInfoBuilder()
        .setDatanodeUuid(uuid)
        .setHostName(host)
        .setIpAddr(ip)
        .setXferPort(port)
        .setNetworkLocation("/rack1")
        .build();
  }

  private static ClusterView view(DatanodeInfo... datanodes) {
    return ClusterView.of(Optional.empty(), List.of(datanodes));
  }

  @Test
  void of_twoDatanodesOnAHost_areToldApartByPort() {
    ClusterView view = view(datanode("a", "h", "10.0.0.1", 1), datanode("b", "h", "10.0.0.1", 2));

    assertEquals(Map.of("a", "h", "b", "h:2"), view.names());
    assertEquals(Set.of("h", "h:2"), view.nodes().keySet());
  }

  @Test
  void of_hostsThatSayTheSameName_areToldApartByAddress() {
    ClusterView view =
        view(
            datanode("a", "localhost", "10.0.0.1", 9866),
            datanode("b", "localhost", "10.0.0.2", 9866),
            datanode("c", "localhost", "10.0.0.3", 9866));

    assertEquals(
        Map.of("a", "localhost", "b", "localhost:9866", "c", "10.0.0.3:9866"), view.names());
    assertEquals(3, view.nodes().size());
    assertEquals(3, view.topology().servers().size());
  }
}
