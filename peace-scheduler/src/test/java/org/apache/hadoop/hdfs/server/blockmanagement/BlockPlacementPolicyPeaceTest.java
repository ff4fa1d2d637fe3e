package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.mockito.Mockito.mock;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetworkTopology;
import org.junit.jupiter.api.Test;
import org.peacescheduler.hdfs.PeaceNode;

class BlockPlacementPolicyPeaceTest {
  private final FSClusterStats nameNode = mock(FSClusterStats.class);

  private PeaceNode made(FSClusterStats of) {
    BlockPlacementPolicyPeace policy = new BlockPlacementPolicyPeace();
    policy.initialize(new Configuration(false), of, new NetworkTopology(), new Host2NodesMap());
    return policy.peace();
  }

  @Test
  void initialize_anotherPolicyOfTheSameNameNode_peaceGoesOn() {
    try (PeaceNode first = made(nameNode)) {
      assertSame(first, made(nameNode));
      try (PeaceNode other = made(mock(FSClusterStats.class))) {
        assertNotSame(first, other);
      }
      assertSame(first, made(nameNode));
    }
  }

  @Test
  void close_nameNodeStopped_peaceIsKeptNoLonger() {
    PeaceNode first = made(nameNode);
    first.close();
    try (PeaceNode second = made(nameNode)) {
      assertNotSame(first, second);
    }
  }
}
