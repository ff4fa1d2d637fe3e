package org.peacescheduler.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Modes on a patched NameNode, where Peace is told of more than its own chunks. */
@ExtendWith(OnPatchedNameNode.class)
class PatchedModeIT {
  @Test
  void off_appendsAndCopies_doNotCount(@TempDir Path directory) throws Exception {
    try (PeaceCluster cluster =
        PeaceCluster.start(
            directory, conf -> conf.set("dfs.namenode.peace.mode", "off"), "/rack1", "/rack1")) {
      org.apache.hadoop.fs.Path copied = new org.apache.hadoop.fs.Path("/copied");
      org.apache.hadoop.fs.Path appended = new org.apache.hadoop.fs.Path("/appended");
      cluster.write(copied.toString(), 100, 1);
      cluster.write(appended.toString(), 100, 2);
      try (FSDataOutputStream out = cluster.fs().append(appended)) {
        out.write(1);
        out.hflush();
        cluster.fs().setReplication(copied, (short) 2);
        DFSTestUtil.waitReplication(cluster.fs(), copied, (short) 2);
        assertEquals(0, cluster.peace().status().inFlight());
        assertEquals(0, cluster.peace().status().copies());
      }
    }
  }
}
