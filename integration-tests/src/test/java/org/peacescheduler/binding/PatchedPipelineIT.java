package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peacescheduler.binding.PeaceCluster.BLOCK;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client goes on with a storage that the NameNode does not know, as that of a datanode that has
 * just been restarted and has not reported yet. Stock HDFS takes that, and knows one replica less.
 */
@ExtendWith({OnPatchedNameNode.class, IdleAfterEach.class})
class PatchedPipelineIT {
  private static final String UNKNOWN = "DS-unknown";

  private static PeaceCluster start(Path directory) throws Exception {
    return PeaceCluster.startOneAtATime(directory);
  }

  /** What a client does after a failure, with datanodes and storages of the test's choice. */
  private static void recover(PeaceCluster cluster, LocatedBlock block, String... storages)
      throws Exception {
    ClientProtocol nameNode = cluster.fs().getClient().getNamenode();
    String client = cluster.fs().getClient().getClientName();
    ExtendedBlock next = new ExtendedBlock(block.getBlock());
    next.setGenerationStamp(
        nameNode.updateBlockForPipeline(block.getBlock(), client).getBlock().getGenerationStamp());
    DatanodeInfo[] nodes = Arrays.copyOf(block.getLocations(), storages.length);
    nameNode.updatePipeline(client, block.getBlock(), next, nodes, storages);
  }

  @Test
  void storage_unknown_theOthersArePipelineAndLoad(@TempDir Path directory) throws Exception {
    try (PeaceCluster cluster = start(directory)) {
      FSDataOutputStream out = cluster.create("/file", 2);
      out.write(1);
      out.hflush();
      LocatedBlock block = cluster.located("/file").get(0);

      recover(cluster, block, block.getStorageIDs()[0], UNKNOWN);

      LocatedBlock now = cluster.located("/file").get(0);
      assertEquals(List.of(PeaceCluster.hosts(block).get(0)), PeaceCluster.hosts(now));
      assertEquals(1, cluster.peace().status().inFlight());
      PeaceCluster.die(out);
      cluster.fs().delete(new org.apache.hadoop.fs.Path("/file"), false);
      cluster.awaitIdle();
    }
  }

  @Test
  void storages_allUnknownAfterAnAppend_areNoLoad(@TempDir Path directory) throws Exception {
    try (PeaceCluster cluster = start(directory)) {
      cluster.write("/file", BLOCK / 2, 2);
      cluster.awaitReplicas("/file", 2);
      cluster.awaitIdle();
      LocatedBlock block = cluster.located("/file").get(0);
      ClientProtocol nameNode = cluster.fs().getClient().getNamenode();
      nameNode.append(
          "/file",
          cluster.fs().getClient().getClientName(),
          new EnumSetWritable<>(EnumSet.of(CreateFlag.APPEND)));

      recover(cluster, block, UNKNOWN, UNKNOWN);

      assertEquals(0, cluster.peace().status().inFlight());
      cluster.fs().delete(new org.apache.hadoop.fs.Path("/file"), false);
      cluster.awaitIdle();
    }
  }
}
