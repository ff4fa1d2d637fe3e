package org.peacescheduler.calibrate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Test;

class FavoredOrderTest {
  private static DatanodeInfo node(int number) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(
            new DatanodeID("10.0.0." + number, "dn" + number, "uuid" + number, 9866, 0, 0, 0))
        .build();
  }

  @Test
  void sorted_favoredNodes_comeInTheirOrderWithTheirStorages() {
    LocatedBlock block =
        new LocatedBlock(
            new ExtendedBlock("pool", 7),
            new DatanodeInfo[] {node(1), node(2), node(3), node(4)},
            new String[] {"s1", "s2", "s3", "s4"},
            new StorageType[] {
              StorageType.DISK, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE
            });
    LocatedBlock sorted =
        FavoredOrder.sorted(block, List.of("10.0.0.4:9866", "10.0.0.1:9866", "10.0.0.9:9866"));
    assertEquals(
        List.of("10.0.0.4:9866", "10.0.0.1:9866", "10.0.0.2:9866", "10.0.0.3:9866"),
        Stream.of(sorted.getLocations()).map(DatanodeInfo::getXferAddr).toList());
    assertArrayEquals(new String[] {"s4", "s1", "s2", "s3"}, sorted.getStorageIDs());
    assertArrayEquals(
        new StorageType[] {
          StorageType.ARCHIVE, StorageType.DISK, StorageType.SSD, StorageType.DISK
        },
        sorted.getStorageTypes());
    assertEquals(block.getBlock(), sorted.getBlock());
    assertSame(block.getBlockToken(), sorted.getBlockToken());
  }
}
