package org.peacescheduler.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopFilesTest {
  private static final String REQUESTS = "dfs.namenode.peace.rpc-address";

  @TempDir private Path folder;

  private HadoopFiles files(String... configurations) throws IOException {
    ShapedTopology network = ShapedTopologyTest.twoRacks(1);
    return new HadoopFiles(
        new ClusterOptions(
            network,
            Optional.empty(),
            List.of(),
            Stream.of(configurations).map(TestbedConfiguration::parse).toList(),
            Samples.CHUNK,
            3,
            Map.of(),
            Samples.QUEUES,
            1,
            Files.createDirectories(folder.resolve("out"))),
        folder.resolve("work"));
  }

  private static Configuration read(Path site) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    return conf;
  }

  /** By their own keys, as in a federation: so a client asks the NameNode that it writes to. */
  @Test
  void client_oneOfThreeTakesRequests_knowsWhereThatOneDoes() throws IOException {
    HadoopFiles files = files("stock", "peace", "peace+requests");
    Configuration client = read(files.client());
    Configuration nameNode = read(files.nameNode(2));
    assertEquals("c2", client.get("dfs.nameservices"));
    assertEquals(HadoopFiles.uri(2), "hdfs://" + client.get("dfs.namenode.rpc-address.c2"));
    assertEquals(client.get(REQUESTS + ".c2"), nameNode.get(REQUESTS + ".c2"));
    assertEquals(nameNode.get("dfs.nameservice.id"), client.get("dfs.nameservices"));
    assertEquals(1, client.getPropsWithPrefix(REQUESTS).size());
    assertEquals(Map.of(), read(files.nameNode(1)).getPropsWithPrefix(REQUESTS));
  }

  @Test
  void client_requestsAreUnreachable_knowsAnAddressThatTheNameNodeDoesNotServe()
      throws IOException {
    HadoopFiles files = files("stock", "stock+unreachable");
    Configuration client = read(files.client());
    assertEquals(HadoopFiles.uri(1), "hdfs://" + client.get("dfs.namenode.rpc-address.c1"));
    assertTrue(client.get(REQUESTS + ".c1").startsWith(NetworkPlan.NOBODYS_ADDRESS + ":"));
    assertEquals(Map.of(), read(files.nameNode(1)).getPropsWithPrefix(REQUESTS));
  }

  @Test
  void client_nobodyTakesRequests_hasNoNameservices() throws IOException {
    assertNull(read(files("stock", "peace-patched").client()).get("dfs.nameservices"));
  }
}
