package org.peacescheduler.laboratory.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Whether files are there as they were ordered.
 *
 * <p>A file is right if each of its chunks has all its replicas, each on another datanode, none on
 * the writer's own unless that was asked for, and if the composite CRC that the datanodes hold is
 * that of what was written. So checking costs no bandwidth; the datanodes have compared data with
 * these CRCs as they received it.
 */
public final class FileCheck {
  private static final long POLL_MILLIS = 200;
  private static final long REPLICAS_WITHIN_MILLIS = 20_000;

  private final DistributedFileSystem client;
  private final Set<String> own;

  /**
   * By a client that {@link #configure} has been done for.
   *
   * @param own addresses of the writers' host; none if hosts have no addresses of their own
   */
  public FileCheck(DistributedFileSystem client, Set<String> own) {
    this.client = client;
    this.own = Set.copyOf(own);
  }

  /** What a client needs to ask for checksums of whole files. */
  public static void configure(Configuration conf) {
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
  }

  /** What is wrong with a file; empty if nothing is. Replicas may need some time to be reported. */
  public String problem(WriterOrder writer, WriterOrder.File file)
      throws IOException, InterruptedException {
    long deadline = System.currentTimeMillis() + REPLICAS_WITHIN_MILLIS;
    String problem = placement(writer, file);
    while (!problem.isEmpty() && System.currentTimeMillis() < deadline) {
      Thread.sleep(POLL_MILLIS);
      problem = placement(writer, file);
    }
    if (!problem.isEmpty()) {
      return problem;
    }
    FileChecksum found = client.getFileChecksum(new Path(file.path()));
    int expected = OrderedWriter.crc(file);
    if (found == null || ByteBuffer.wrap(found.getBytes()).getInt() != expected) {
      return "the datanodes hold %s instead of %08x".formatted(found, expected);
    }
    return "";
  }

  private String placement(WriterOrder writer, WriterOrder.File file) throws IOException {
    List<LocatedBlock> blocks =
        client.getClient().getLocatedBlocks(file.path(), 0, file.bytes()).getLocatedBlocks();
    if (blocks.size() != writer.chunks(file)) {
      return "has %d chunks instead of %d".formatted(blocks.size(), writer.chunks(file));
    }
    for (LocatedBlock block : blocks) {
      Set<String> datanodes = new HashSet<>();
      boolean isOwn = false;
      for (DatanodeInfo node : block.getLocations()) {
        datanodes.add(node.getDatanodeUuid());
        isOwn |= own.contains(node.getIpAddr());
      }
      if (datanodes.size() != writer.replicas().count()) {
        return "%s has replicas on %d hosts instead of %d"
            .formatted(block.getBlock(), datanodes.size(), writer.replicas().count());
      }
      if (isOwn && !writer.replicas().ownDisk()) {
        return block.getBlock() + " is on the writer's own disk";
      }
    }
    return "";
  }
}
