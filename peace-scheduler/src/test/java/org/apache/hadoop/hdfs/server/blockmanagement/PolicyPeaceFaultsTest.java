package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peacescheduler.hdfs.PeaceNode;

/** Whatever Peace throws, the stock policy places the block. */
class PolicyPeaceFaultsTest {
  private static final DatanodeStorageInfo[] BY_STOCK = {};

  /** Whose stock half places everything at a place of its own. */
  private static final class Policy extends BlockPlacementPolicyPeace {
    @Override
    public DatanodeStorageInfo[] chooseTarget(
        String path,
        int replicas,
        Node writer,
        List<DatanodeStorageInfo> chosen,
        boolean returnChosen,
        Set<Node> excluded,
        long blocksize,
        BlockStoragePolicy policy,
        EnumSet<AddBlockFlag> flags) {
      return BY_STOCK;
    }
  }

  private static DatanodeStorageInfo[] place(PeaceNode peace) {
    NetworkTopology map = new NetworkTopology();
    map.add(new NodeBase("dn1", "/rack1"));
    Policy policy = new Policy();
    policy.initialize(new Configuration(false), null, map, null);
    policy.placeBy(peace);
    BlockStoragePolicy hot =
        new BlockStoragePolicy(
            (byte) 7,
            "HOT",
            new StorageType[] {StorageType.DISK},
            StorageType.EMPTY_ARRAY,
            StorageType.EMPTY_ARRAY);
    return policy.chooseTarget("/a", 1, null, null, 1024, null, hot, null);
  }

  private static PeaceNode failing(String method, Throwable fault) {
    return mock(
        PeaceNode.class,
        call -> {
          String called = call.getMethod().getName();
          if (called.equals(method)) { // The first that a request is made of.
            throw fault;
          }
          return called.startsWith("is") ? true : null;
        });
  }

  @ParameterizedTest
  @CsvSource({
    "cluster,java.lang.IllegalStateException",
    "cluster,java.lang.StackOverflowError",
    "cluster,java.lang.NoClassDefFoundError",
    "cluster,java.lang.AssertionError",
  })
  void chooseTarget_requestCannotBeMade_stockPlaces(String method, Class<? extends Throwable> fault)
      throws Exception {
    Throwable thrown = fault.getConstructor().newInstance();
    PeaceNode peace = failing(method, thrown);
    assertSame(BY_STOCK, place(peace));
    verify(peace).failed(eq("/a"), any(thrown.getClass()));
  }
}
