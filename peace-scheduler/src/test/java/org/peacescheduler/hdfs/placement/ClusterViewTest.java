package org.peacescheduler.hdfs.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.network.topology.Topology;
import org.peacescheduler.network.topology.TopologyException;
import org.peacescheduler.network.topology.TopologyReader;

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

  /** Which server of the file each datanode is, by the names of both. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          w1.corp                | w1.corp.            | 10.0.0.1          | w1.corp
          w1.corp.               | W1.CORP             | 10.0.0.1          | w1.corp.
          w1:9866                | w1                  | 10.0.0.1          | w1:9866
          10.0.0.1:9866          | w1                  | 10.0.0.1          | 10.0.0.1:9866
          w1                     | w1.corp             | 10.0.0.1          | w1
          w1.corp                | w1                  | 10.0.0.1          | w1.corp
          w1.corp:9866           | w1                  | 10.0.0.1          | w1.corp:9866
          2001:DB8::7            | w1                  | 2001:db8:0:0:0:0:0:7 | 2001:DB8::7
          ::ffff:10.0.0.1        | w1                  | 10.0.0.1          | ::ffff:10.0.0.1
          dn-0.dn.hdfs.svc.local | dn-0                | 10.0.0.1          | dn-0.dn.hdfs.svc.local
          w1.corp                | w1.lan              | 10.0.0.1          |
          w1.corp,w1.lan         | w1                  | 10.0.0.1          |
          10.0.0.1               | 10.0.0.2            | 10.0.0.2          |
          w1.corp,w2             | w2                  | 10.0.0.1          | w2
          w1,w1:1004             | w1                  | 10.0.0.1          | w1
          """)
  void of_hostIsWrittenInAnotherWay_isTheServerWhereThatIsPlain(
      String servers, String host, String ip, String server) throws TopologyException {
    ClusterView view =
        ClusterView.of(Optional.of(file(servers)), List.of(datanode("a", host, ip, 9866)));

    assertEquals(server == null ? host : server, view.names().get("a"));
    assertEquals(server == null ? 1 : 0, view.strangers().size());
  }

  @Test
  void of_twoDatanodesBeginAlike_shortNameIsNeither() throws TopologyException {
    ClusterView view =
        ClusterView.of(
            Optional.of(file("w1")),
            List.of(
                datanode("a", "w1.corp", "10.0.0.1", 1), datanode("b", "w1.lan", "10.0.0.2", 1)));

    assertEquals(Map.of("a", "w1.corp", "b", "w1.lan"), view.names());
  }

  @Test
  void of_twoDatanodesOfOneHostWithPorts_areTheirServers() throws TopologyException {
    ClusterView view =
        ClusterView.of(
            Optional.of(file("w1:9866,w1:1004")),
            List.of(
                datanode("a", "w1.corp", "10.0.0.1", 1004), datanode("b", "w1", "10.0.0.1", 9866)));

    assertEquals("w1:9866", view.names().get("b"));
  }

  private static Topology file(String servers) throws TopologyException {
    return TopologyReader.parse(
        """
        version: 1
        switches: [{name: tor1, rack: /rack1}]
        servers: [{hosts: ["%s"], switch: tor1}]
        """
            .formatted(servers.replace(",", "\", \"")),
        "t.yaml");
  }
}
